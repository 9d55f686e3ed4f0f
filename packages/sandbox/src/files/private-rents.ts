import { firstOfMonth, monthNumber } from '../country/dates.ts';
import { AUTHORITIES, type Authority, NATIONS, REGION } from '../country/geography.ts';
import { round } from '../country/grid.ts';
import type { Country } from '../country/model.ts';
import { averageRent } from '../country/rents.ts';
import { type DatasetFiles, oneFile } from './file.ts';
import { type Cell, workbook } from './workbook.ts';

const SIZES = ['one bed', 'two bed', 'three bed', 'four or more bed'] as const;
const TYPES = ['detached', 'semidetached', 'terraced', 'flat maisonette'] as const;
const TYPE_LEVEL = { detached: 1.32, semidetached: 1.08, terraced: 0.97, 'flat maisonette': 0.88 } as const;

const measures = (suffix: string): string[] =>
  ['Index', 'Monthly change', 'Annual change', 'Rental price'].map((name) => `${name} ${suffix}`.trim());

export const PRIVATE_RENTS_HEADER: readonly string[] = [
  'Time period',
  'Area code',
  'Area name',
  'Region or country name',
  ...['', ...SIZES, ...TYPES].flatMap(measures),
];

const FIRST_MONTH = monthNumber('2015-01-01');
const BASE_MONTH = monthNumber('2023-01-01');

interface RentArea {
  code: string;
  name: string;
  region: string;
  authorities: readonly Authority[];
  /** For few lettings the publisher gives [x] for single sizes and types. */
  small: boolean;
}

const ALL: readonly Authority[] = Object.values(AUTHORITIES);
const of = (nation: string): Authority[] => ALL.filter((authority) => authority.nation === nation);

/** Scotland is published by rental market area, England and Wales by local authority. */
const AREAS: readonly RentArea[] = [
  {
    code: NATIONS.England.code,
    name: 'England',
    region: 'England',
    authorities: of('England'),
    small: false,
  },
  { code: NATIONS.Wales.code, name: 'Wales', region: 'Wales', authorities: of('Wales'), small: false },
  {
    code: NATIONS.Scotland.code,
    name: 'Scotland',
    region: 'Scotland',
    authorities: of('Scotland'),
    small: false,
  },
  { code: REGION.code, name: REGION.name, region: REGION.name, authorities: of('England'), small: false },
  ...ALL.map((authority) => ({
    code: authority.nation === 'Scotland' ? 'S33999001' : authority.code,
    name: authority.nation === 'Scotland' ? authority.brma : authority.name,
    region: authority.nation === 'England' ? REGION.name : authority.nation,
    authorities: [authority],
    small: authority === AUTHORITIES.xoldFen,
  })),
];

/** The price index of private rents: sheet `Table 1`, headings in row 3, `[x]` where there is no figure. */
export function privateRents(country: Country): DatasetFiles[] {
  const lastMonth = monthNumber(country.today) - 1;
  const rows: Cell[][] = [
    ['Price Index of Private Rents, monthly estimates'],
    ['[x] marks a figure that is not available.'],
  ];
  rows.push([...PRIVATE_RENTS_HEADER]);
  for (const area of AREAS) {
    for (let month = FIRST_MONTH; month <= lastMonth; month += 1) rows.push(fields(area, month));
  }
  const content = workbook([
    {
      name: 'Cover sheet',
      rows: [['Price Index of Private Rents'], ['Made-up figures of a fictional country.']],
    },
    { name: 'Table 1', rows },
  ]);
  const name = `private-rents/priceindexofprivaterents-${firstOfMonth(lastMonth).slice(0, 7)}.xlsx`;
  return [oneFile('private-rents', name, content, rows.length - 3)];
}

function fields(area: RentArea, month: number): Cell[] {
  const mean = (bedrooms: number, at: number): number =>
    area.authorities.reduce((sum, authority) => sum + averageRent(authority, bedrooms, at), 0) /
    area.authorities.length;
  const overall = (at: number): number =>
    0.25 * mean(1, at) + 0.4 * mean(2, at) + 0.27 * mean(3, at) + 0.08 * mean(4, at);
  return [
    { date: firstOfMonth(month) },
    area.code,
    area.name,
    area.region,
    ...figures(overall, month, false),
    ...SIZES.flatMap((_, i) => figures((at) => mean(i + 1, at), month, area.small && i === 3)),
    ...TYPES.flatMap((type) => figures((at) => overall(at) * TYPE_LEVEL[type], month, area.small)),
  ];
}

function figures(rent: (month: number) => number, month: number, withheld: boolean): Cell[] {
  if (withheld) return ['[x]', '[x]', '[x]', '[x]'];
  const now = rent(month);
  const change = (months: number): Cell =>
    month - months < FIRST_MONTH ? '[x]' : round((now / rent(month - months) - 1) * 100, 1);
  return [round((now / rent(BASE_MONTH)) * 100, 1), change(1), change(12), Math.round(now)];
}
