import { count } from '@domesday/files/counted';
import { squareName } from './grid-square.ts';
import type { ServedCounts } from './served.query.ts';

/** A load that would delete more than this share of what is served stops. */
export const LOST_SHARE = 0.1;
const MOST_NAMED = 5;
/** A column is judged from this many values on: fewer may be lost by chance. */
const VALUES_JUDGED_FROM = 10;

/**
 * A sentence about the served rows or positions that a load would take away; null if it is at most LOST_SHARE of them.
 * More rows in one area do not make up for lost rows in another.
 */
export function lossesOf(before: ServedCounts | null, after: ServedCounts): string | null {
  if (!before || before.rows === 0) return null;
  const fewer = before.rows - after.rows;
  const placed = before.placed ?? 0;
  const unplaced = placed - (after.placed ?? placed);
  if (unplaced > placed * LOST_SHARE && fewer <= before.rows * LOST_SHARE)
    return `It would take away the positions of ${of(unplaced, placed)} rows that have one.`;
  // Rows without an area are not compared: they may have one now.
  const gone = [...before.areas]
    .filter(([area]) => area !== '')
    .map(([area, rows]) => ({ area, rows: rows - (after.areas.get(area) ?? 0) }))
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => b.rows - a.rows || a.area.localeCompare(b.area));
  const byArea = after.areas.size > 0 ? gone.reduce((sum, { rows }) => sum + rows, 0) : 0;
  const lost = Math.max(fewer, byArea);
  if (lost <= before.rows * LOST_SHARE) return null;
  const share = Math.round((1000 * lost) / before.rows) / 10;
  return `It would take away ${of(lost, before.rows)} rows that are served (${share} %)${named(gone)}.`;
}

/**
 * A sentence about values that would be lost, by column, although their rows stay; null if no column loses too many.
 */
export function valuesLost(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): string | null {
  const gone = [...before].flatMap(([column, had]) => {
    const lost = had - (after.get(column) ?? 0);
    return had >= VALUES_JUDGED_FROM && lost > had * LOST_SHARE ? [`${column} (${of(lost, had)})`] : [];
  });
  if (gone.length === 0) return null;
  const more = gone.length > MOST_NAMED ? ` and ${gone.length - MOST_NAMED} more columns` : '';
  return `It would take away values that are served, of which the files have none: ${gone.slice(0, MOST_NAMED).join(', ')}${more}. If the column has another name in the files now, it was not read.`;
}

function of(n: number, all: number): string {
  return `${count(n)} of the ${count(all)}`;
}

function named(gone: { area: string; rows: number }[]): string {
  const names = gone.slice(0, MOST_NAMED).map(({ area }) => squareName(area));
  if (names.length === 0) return '';
  const more = gone.length - names.length;
  return `, of ${names.join(', ')}${more > 0 ? ` and ${count(more)} more areas` : ''}`;
}
