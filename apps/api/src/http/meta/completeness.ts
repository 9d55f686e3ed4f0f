import type { Schema } from '@domesday/contract';
import type { CatalogueEntry } from '@domesday/datasets/catalogue';
import { count } from '@domesday/files/counted';

export interface RegisterRows {
  dataset: string;
  country: string;
  rows: number;
  placed: number;
}

/** Rows without a place that make a register miss too much around any place. */
const MOST_UNPLACED = 0.1;

/**
 * Why a register of places that is loaded does not cover a nation, as a sentence; null where it does, or where nothing
 * is known of how many rows it should have. Without a nation all that should have rows are looked at.
 */
export function lackOf(
  { id, name, least_rows = {} }: CatalogueEntry,
  registers: readonly RegisterRows[],
  country: Schema<'Country'> | null,
): string | null {
  for (const [nation, least] of Object.entries(least_rows)) {
    if (nation !== 'all' && country !== null && nation !== country) continue;
    const found = registers.find((one) => one.dataset === id && one.country === nation);
    const { rows, placed } = found ?? { rows: 0, placed: 0 };
    const of = nation === 'all' ? '' : ` of ${nation}`;
    if (rows < least)
      return `${name}: ${count(rows)} rows${of} are served, where a whole register has ${count(least)} at the least.`;
    if (placed < rows * (1 - MOST_UNPLACED))
      return `${name}: ${count(rows - placed)} of ${count(rows)} rows${of} have no position that is known.`;
  }
  return null;
}
