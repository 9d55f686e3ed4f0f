export type Phase = 'nursery' | 'primary' | 'secondary' | 'all_through' | 'post_16' | 'not_applicable';

/** The phase of a school by its ages, for registers that give none (independent and special schools). */
export function phaseOfAges(from: number | null, to: number | null): Phase {
  if (from === null || to === null) return 'not_applicable';
  if (from >= 16) return 'post_16';
  if (to <= 5) return 'nursery';
  if (to <= 13) return 'primary';
  return from >= 9 ? 'secondary' : 'all_through';
}
