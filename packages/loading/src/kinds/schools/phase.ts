export type Phase = 'nursery' | 'primary' | 'secondary' | 'all_through' | 'post_16' | 'not_applicable';

/** The phase of a school by its ages, for registers that give none (independent and special schools). */
export function phaseOfAges(from: number | null, to: number | null): Phase {
  if (from === null || to === null) return 'not_applicable';
  if (from >= 16) return 'post_16';
  if (to <= 5) return 'nursery';
  if (to <= 13) return 'primary';
  return from >= 9 ? 'secondary' : 'all_through';
}

/** A count; null where it is blank or suppressed (`..`, `SUPP`, `x`, `*`). */
export function countOf(text: string | undefined): number | null {
  return text !== undefined && /^\d+(\.0+)?$/.test(text.trim()) ? Math.round(Number(text)) : null;
}
