import { count } from '@domesday/files/counted';
import { authorityCodes } from '@domesday/loading/authority-codes';
import { daysBetween } from '../../statistics/dates.ts';
import type { AuthorityRow } from './applications.query.ts';

/** Applications that the smallest authority has in a year, so that fewer in all are an extract. */
const LEAST = 50;
/** Days without a new application after which what is loaded has ended. */
const LONGEST_GAP_DAYS = 60;

/** Why what a source holds of an authority is not all of it, as a sentence; null where nothing says so. */
export function lackOfSource(row: AuthorityRow, today: string): string | null {
  if (row.stated !== null)
    return `The files loaded state ${count(row.stated)} applications and hold ${count(row.held ?? 0)}.`;
  if (row.parts !== null)
    return `The files loaded tell of ${row.parts.join(' and ')} alone, which became a part of it: the rest of it is not known.`;
  if (row.applications < LEAST)
    return `The files loaded hold ${count(row.applications)} of its applications, fewer than an authority has in a year.`;
  if (hasEnded(row, today))
    return `The newest of its applications that is loaded is of ${row.newest_application ?? 'no known day'}.`;
  return null;
}

/** Whether the newest application of an authority is so old that later ones must be missing. */
export function hasEnded({ newest_application: newest }: AuthorityRow, today: string): boolean {
  return newest === null || daysBetween(newest, today) > LONGEST_GAP_DAYS;
}

/** The same of all sources of an authority together: null where one of them lacks nothing. */
export function lackOfAuthority(rows: readonly AuthorityRow[], code: string, today: string): string | null {
  const codes = authorityCodes(code);
  const own = rows.filter((row) => codes.includes(row.authority_code));
  const lacks = own.map((row) => lackOfSource(row, today));
  return lacks.includes(null) ? null : (lacks[0] ?? null);
}

/**
 * The day from which applications of an authority are known, where that is later than a day by more than a usual gap.
 */
export function beginsAfter(rows: readonly AuthorityRow[], day: string): string | null {
  const [oldest] = rows.flatMap((row) => row.oldest_application ?? []).sort();
  return oldest && daysBetween(day, oldest) > LONGEST_GAP_DAYS ? oldest : null;
}
