import { addMonths, firstOn } from './dates.ts';
import { median } from './math/quantile.ts';
import type { PropertyType } from './types.ts';

interface Sold {
  price: number;
  date: string;
  postcode: string;
  property_type: PropertyType;
  new_build: boolean;
}

/** Least number of homes sold at one price on one day for a sale of several homes: in one postcode, and in the area. */
const FEWEST_HOMES = { postcode: 2, area: 3 } as const;
/** The price of one home rarely exceeds the usual one of its type by this factor; the total of several homes does. */
const TIMES_USUAL = 2;
/**
 * The periods for the usual price, in months. The longer is less accurate, and used if too few were sold in the
 * shorter.
 */
const USUAL_MONTHS = [24, 60];
const FEWEST_USUAL = 5;

/**
 * The sales whose price is the total of several homes: if many are bought at once, the register may give the total for
 * each. Builders also sell homes at one price on one day, so new homes never count, and only prices over twice the
 * usual one of the type do. The usual price is that of the years before, so that no later sale is used.
 */
export function soldTogether<S extends Sold>(rows: readonly S[], home: (sale: S) => string): Set<S> {
  const at_once = soldAtOnePrice(rows, home);
  const others = rows
    .filter((row) => !at_once.has(row))
    .sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)));
  const usual = usualPrices(others);
  return new Set([...at_once].filter((row) => row.price > TIMES_USUAL * usual(row)));
}

function soldAtOnePrice<S extends Sold>(rows: readonly S[], home: (sale: S) => string): Set<S> {
  const resold = rows.filter((row) => !row.new_build);
  const homesBy = (key: (row: S) => string, fewest: number) =>
    groupsOf(resold, key).filter(
      (group) => group.length >= fewest && new Set(group.map(home)).size >= fewest,
    );
  const in_area = homesBy((row) => `${row.date}|${row.price}`, FEWEST_HOMES.area);
  const in_postcode = homesBy((row) => `${row.date}|${row.price}|${row.postcode}`, FEWEST_HOMES.postcode);
  return new Set([...in_area, ...in_postcode].flat());
}

function groupsOf<S>(rows: readonly S[], keyOf: (row: S) => string): S[][] {
  const groups = new Map<string, S[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

/**
 * A function for the usual price: the median of the type before the day, or of all types if too few of the type were
 * sold; infinite if too few were sold at all. The rows are in order of date.
 */
function usualPrices(rows: readonly Sold[]): (of: Sold) => number {
  const known = new Map<string, number>();
  const priceOf = ({ date, property_type }: Sold): number => {
    const end = firstOn(rows, date);
    for (const months of USUAL_MONTHS) {
      const before = rows.slice(firstOn(rows, addMonths(date, -months)), end);
      const alike = before.filter((row) => row.property_type === property_type);
      const counted = [alike, before].find((found) => found.length >= FEWEST_USUAL);
      if (counted) return median(counted.map((row) => row.price));
    }
    return Number.POSITIVE_INFINITY;
  };
  return (of) => {
    const key = `${of.date}|${of.property_type}`;
    const price = known.get(key) ?? priceOf(of);
    known.set(key, price);
    return price;
  };
}
