import { count } from '@domesday/files/counted';
import { authorityCodes } from '@domesday/loading/authority-codes';
import { daysBetween } from '../../statistics/dates.ts';
import type { AuthorityRow } from './applications.query.ts';

/** The smallest authority has this many applications in a year: fewer in all mean that an extract is loaded. */
const LEAST = 50;
/** After this many days without a new application, the loaded data are taken to have ended. */
const LONGEST_GAP_DAYS = 60;

/** Why the loaded data of an authority from one source are incomplete, as a sentence; null if nothing suggests it. */
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

/** Why the loaded data of an authority are incomplete, from all sources; null if one source is complete. */
export function lackOfAuthority(rows: readonly AuthorityRow[], code: string, today: string): string | null {
  const codes = authorityCodes(code);
  const own = rows.filter((row) => codes.includes(row.authority_code));
  const lacks = own.map((row) => lackOfSource(row, today));
  return lacks.includes(null) ? null : (lacks[0] ?? null);
}

/**
 * The day from which applications of an authority are known, if it is later than `day` by more than a usual gap; else
 * null.
 */
export function beginsAfter(rows: readonly AuthorityRow[], day: string): string | null {
  const [oldest] = rows.flatMap((row) => row.oldest_application ?? []).sort();
  return oldest && daysBetween(day, oldest) > LONGEST_GAP_DAYS ? oldest : null;
}
