import { readRentsFile } from '@domesday/builds/valuations';
import { type ListedRent, testListedRents } from '@domesday/valuation/backtest';
import { here } from '../argument-values.ts';
import { printJson, printTable } from '../output.ts';

const HOMES: Record<string, string> = {
  A: 'a room',
  B: '1 bedroom',
  C: '2 bedrooms',
  D: '3 bedrooms',
  E: '4 bedrooms',
};

/** Compares the rents of each year with the medians of the year before, and prints the errors. */
export async function backtestRents(files: readonly string[], options: { json?: boolean }): Promise<void> {
  const rents: ListedRent[][] = [];
  for (const file of files) rents.push(await readRentsFile(here(file)));
  const found = testListedRents(all(rents));
  if (found.length === 0)
    throw new Error('No area has rents of two years in a row: give the lists of at least two years');
  if (options.json) return printJson(found);
  const rows: Record<string, unknown>[] = found.map(({ year, category, areas, errors }) => ({
    year,
    homes: HOMES[category] ?? category,
    areas,
    n: errors.n,
    'median off %': errors.median_off_pct,
    'within 10 %': errors.within_10_pct,
    'within bounds %': errors.in_bounds_pct,
  }));
  printTable(rows, Object.keys(rows[0]!));
}

function* all(lists: readonly ListedRent[][]): Iterable<ListedRent> {
  for (const list of lists) yield* list;
}
