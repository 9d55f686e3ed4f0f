import { estimateRent, type RentErrors, RentScores } from '../rents.ts';

/** A rent of the list of rents: year, market area, category A (a room) or B to E (one to four bedrooms). */
export interface ListedRent {
  year: number;
  area: string;
  category: string;
  rent: number;
}

/** Errors of one category in one year, for estimates from the rents of the year before. */
export interface ListedErrors {
  year: number;
  category: string;
  areas: number;
  errors: RentErrors;
}

/** With at least this many rents, two areas do not have equal rents by chance. */
const FEWEST_COPIED = 10;

/**
 * Compares each rent of the list with the median of its area and category in the year before. Areas whose rents are a
 * copy of another area's are left out, as in a load.
 */
export function testListedRents(rents: Iterable<ListedRent>): ListedErrors[] {
  const cells = withoutCopies(sortedCells(rents));
  const tests = new Map<string, { year: number; category: string; areas: number; scores: RentScores }>();
  for (const { year, area, category, rents: paid } of cells.values()) {
    const before = cells.get(cellName(year - 1, area, category));
    const estimate = before && estimateRent(before.rents);
    if (!estimate) continue;
    const name = `${year} ${category}`;
    const test = tests.get(name) ?? { year, category, areas: 0, scores: new RentScores() };
    tests.set(name, test);
    test.areas++;
    for (const rent of paid) test.scores.add(estimate, rent);
  }
  return [...tests.values()]
    .sort((a, b) => a.year - b.year || (a.category < b.category ? -1 : 1))
    .map(({ scores, ...test }) => ({ ...test, errors: scores.errors()! }));
}

interface Cell {
  year: number;
  area: string;
  category: string;
  rents: Float64Array;
}

function cellName(year: number, area: string, category: string): string {
  return `${year}|${area}|${category}`;
}

function sortedCells(rents: Iterable<ListedRent>): Map<string, Cell> {
  const lists = new Map<string, { year: number; area: string; category: string; all: number[] }>();
  for (const { year, area, category, rent } of rents) {
    const name = cellName(year, area, category);
    const list = lists.get(name) ?? { year, area, category, all: [] };
    lists.set(name, list);
    list.all.push(rent);
  }
  return new Map(
    [...lists].map(([name, { all, ...cell }]) => [name, { ...cell, rents: Float64Array.from(all).sort() }]),
  );
}

function withoutCopies(cells: Map<string, Cell>): Map<string, Cell> {
  const alike = new Map<string, string[]>();
  for (const [name, { year, category, rents }] of cells) {
    if (rents.length < FEWEST_COPIED) continue;
    const same = `${year} ${category} ${rents.join()}`;
    alike.set(same, [...(alike.get(same) ?? []), name]);
  }
  const copies = new Set([...alike.values()].filter((names) => names.length > 1).flat());
  return new Map([...cells].filter(([name]) => !copies.has(name)));
}
