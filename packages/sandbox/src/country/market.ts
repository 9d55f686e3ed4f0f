import type { Nation } from '@domesday/db';
import { monthNumber } from './dates.ts';
import { AUTHORITIES, type Authority, NATIONS, REGION, SETTLEMENTS } from './geography.ts';
import type { Home, TypeCode } from './model.ts';

/** Log of the national price level relative to January 2015, at turning points; linear in between. */
const NATIONAL_PATH: readonly (readonly [string, number])[] = [
  ['2004-06', -0.25],
  ['2005-06', -0.2],
  ['2007-10', -0.04],
  ['2009-03', -0.24],
  ['2010-06', -0.14],
  ['2012-12', -0.15],
  ['2015-01', 0],
  ['2016-06', 0.09],
  ['2019-12', 0.2],
  ['2020-06', 0.2],
  ['2022-09', 0.45],
  ['2023-12', 0.4],
  ['2025-01', 0.44],
  ['2026-12', 0.52],
  ['2036-12', 0.8],
];
const PATH_MONTHS = NATIONAL_PATH.map(([month, level]) => [monthNumber(`${month}-01`), level] as const);
const BASE_MONTH = monthNumber('2015-01-01');

/** Yearly drift of a type relative to the market, before and after mid 2016, when flats fell behind. */
const TYPE_DRIFT: Record<TypeCode, readonly [number, number]> = {
  D: [0.001, 0.004],
  S: [0, 0.002],
  T: [0.001, 0.001],
  F: [0.003, -0.014],
};
const TYPE_LEVEL: Record<TypeCode, number> = { D: 0.16, S: 0, T: -0.11, F: -0.08 };
const TURN = monthNumber('2016-06-01');

/** Log of the price index of an authority and type in a month (`monthNumber`), 0 in January 2015. */
export function logIndex(authority: Authority, type: TypeCode, month: number): number {
  const [before, after] = TYPE_DRIFT[type];
  const drift =
    (Math.min(month, TURN) - BASE_MONTH) * (before / 12) + Math.max(0, month - TURN) * (after / 12);
  return nationalPath(month) * authority.growth + drift;
}

function nationalPath(month: number): number {
  for (let i = 1; i < PATH_MONTHS.length; i += 1) {
    const [end, high] = PATH_MONTHS[i]!;
    const [start, low] = PATH_MONTHS[i - 1]!;
    if (month <= end) return low + ((high - low) * (month - start)) / (end - start);
  }
  return PATH_MONTHS[PATH_MONTHS.length - 1]![1];
}

/** Log price of a home on a date: place, type, size and condition, times the index. */
export function logPrice(home: Home, iso: string): number {
  const { authority, basePrice } = home.street.settlement;
  return (
    Math.log(basePrice) +
    TYPE_LEVEL[home.type] +
    (home.bungalow ? 0.07 : 0) +
    0.72 * Math.log(home.floorAreaSqm / 90) +
    home.streetEffect +
    home.condition +
    logIndex(authority, home.type, monthNumber(iso))
  );
}

/** Asking and sale prices cluster at round figures. */
export function roundPrice(price: number, pick: number): number {
  const step = price >= 400_000 ? 5_000 : price >= 120_000 ? 2_500 : 500;
  const rounded = Math.max(step, Math.round(price / step) * step);
  return pick < 0.12 ? rounded - 5 : pick < 0.24 ? Math.round(price / 500) * 500 : rounded;
}

export interface IndexArea {
  code: string;
  name: string;
  authorities: readonly Authority[];
  /** Types with too few sales for the publisher to give a figure. */
  withheld: readonly TypeCode[];
}

const ALL = Object.values(AUTHORITIES);

function nationArea(nation: Nation): IndexArea {
  const authorities = ALL.filter((authority) => authority.nation === nation);
  return { code: NATIONS[nation].code, name: nation, authorities, withheld: [] };
}

export const INDEX_AREAS: readonly IndexArea[] = [
  ...(['England', 'Wales', 'Scotland'] as const).map(nationArea),
  { code: REGION.code, name: REGION.name, authorities: nationArea('England').authorities, withheld: [] },
  ...ALL.map((authority) => ({
    code: authority.code,
    name: authority.name,
    authorities: [authority],
    withheld: authority === AUTHORITIES.xoldFen ? (['S', 'F'] as const) : [],
  })),
];

const TYPICAL_AREA: Record<TypeCode, number> = { D: 122, S: 90, T: 80, F: 58 };

const averages = new Map<string, number>();

/** Average price of a type in an index area and month: the mean of the area's typical homes. */
export function averagePrice(area: IndexArea, type: TypeCode, month: number): number {
  const key = `${area.code}/${type}/${month}`;
  const known = averages.get(key);
  if (known !== undefined) return known;
  const average = meanOfTypicalHomes(area, type, month);
  averages.set(key, average);
  return average;
}

function meanOfTypicalHomes(area: IndexArea, type: TypeCode, month: number): number {
  const places = SETTLEMENTS.filter((settlement) => area.authorities.includes(settlement.authority));
  const prices = places.map((settlement) =>
    Math.exp(
      Math.log(settlement.basePrice) +
        TYPE_LEVEL[type] +
        0.72 * Math.log(TYPICAL_AREA[type] / 90) +
        logIndex(settlement.authority, type, month),
    ),
  );
  return prices.reduce((sum, price) => sum + price, 0) / prices.length;
}
