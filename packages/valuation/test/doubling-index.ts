import { monthName, monthNumber } from '../src/dates.ts';
import { publishedIndex } from '../src/index-level.ts';
import type { GrowthIndex } from '../src/types.ts';

/** Made up: an index that grows evenly from 100 to 200, with a value every month. */
export function doublingIndex(first: string, last: string): GrowthIndex {
  const start = monthNumber(first);
  const months = monthNumber(last) - start;
  const rows = Array.from({ length: months + 1 }, (_, m) => ({
    month: monthName(start + m),
    index_value: 100 * 2 ** (m / months),
  }));
  return publishedIndex('uk-hpi', 'Madeupshire', rows)!;
}
