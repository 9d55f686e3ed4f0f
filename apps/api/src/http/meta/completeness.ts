import type { Schema } from '@domesday/contract';
import type { CatalogueEntry } from '@domesday/datasets/catalogue';
import { count } from '@domesday/files/counted';

export interface RegisterRows {
  dataset: string;
  country: string;
  rows: number;
  placed: number;
}

/** A register with a larger share of rows without a position misses too much around any place. */
const MOST_UNPLACED = 0.1;

/**
 * Why a loaded register of places does not cover a nation, as a sentence. Null where it covers the nation, or where the
 * least number of rows is not known. Without a nation, every nation with a known least number is checked.
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
