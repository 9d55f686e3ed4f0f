import type { SalesTable } from '../sales-table.ts';

/** Two successive sales of one property: rows `first` and `second`. */
export interface RepeatPairs {
  n: number;
  first: Int32Array;
  second: Int32Array;
}

const FEWEST_MONTHS = 6;

/**
 * The pairs among the first `known` rows that growth is fitted to: both sales standard, of one type, at least six
 * months apart, and the first not a new build, since its premium does not last.
 */
export function repeatPairs(table: SalesTable, known: number): RepeatPairs {
  const first: number[] = [];
  const second: number[] = [];
  for (let i = 0; i < known; i++) {
    const before = previousStandard(table, i);
    if (before < 0 || table.additional[i] || table.new_build[before]) continue;
    if (table.type[before] !== table.type[i]) continue;
    if (table.time[i]! - table.time[before]! < FEWEST_MONTHS) continue;
    first.push(before);
    second.push(i);
  }
  return { n: first.length, first: Int32Array.from(first), second: Int32Array.from(second) };
}

/** The latest earlier standard sale of the same property, or -1. */
export function previousStandard(table: SalesTable, row: number): number {
  let before = table.previous[row]!;
  while (before >= 0 && table.additional[before]) before = table.previous[before]!;
  return before;
}
