import { monthNumber } from './dates.ts';
import { AUTHORITIES, type Authority, SETTLEMENTS } from './geography.ts';
import { logPrice } from './market.ts';
import type { Home } from './model.ts';

/** Broad rental market areas. One sector of Xelford belongs to its neighbour, so an outcode spans two. */
export const BRMAS = [
  { name: 'Xanbury Shore', code: '9991', nation: 'England', authority: AUTHORITIES.xanshire },
  { name: 'Xelford and Fen', code: '9992', nation: 'England', authority: AUTHORITIES.xelland },
  { name: 'Trexwyn Bay', code: '9993', nation: 'Wales', authority: AUTHORITIES.gwynxal },
  { name: 'Xarrick Firth', code: '9994', nation: 'Scotland', authority: AUTHORITIES.xarrickshire },
] as const;

export type Brma = (typeof BRMAS)[number];

export function brmaOf(postcode: string): Brma {
  if (postcode.startsWith('XE3 7')) return BRMAS[0];
  const place = SETTLEMENTS.find((settlement) => postcode.startsWith(settlement.outcode))!;
  return BRMAS.find((brma) => brma.name === place.authority.brma)!;
}

/** Certificates have habitable rooms; one of them is assumed to be a living room, two in larger homes. */
export function bedroomsOf(home: Home): number {
  return Math.max(1, home.habitableRooms - (home.habitableRooms > 4 ? 2 : 1));
}

const RENT_PATH: readonly (readonly [string, number])[] = [
  ['2005-01', -0.24],
  ['2015-01', 0],
  ['2020-06', 0.09],
  ['2022-01', 0.13],
  ['2024-12', 0.35],
  ['2026-12', 0.44],
  ['2036-12', 0.75],
];

const RENT_MONTHS = RENT_PATH.map(([start, level]) => [monthNumber(`${start}-01`), level] as const);

/** Log of the level of rents relative to January 2015; rents vary less than prices. */
export function logRentIndex(authority: Authority, month: number): number {
  const after = Math.max(
    1,
    RENT_MONTHS.findIndex(([start]) => start >= month),
  );
  const [end, high] = RENT_MONTHS[after]!;
  const [start, low] = RENT_MONTHS[after - 1]!;
  return (low + ((high - low) * (month - start)) / (end - start)) * (0.5 + authority.growth / 2);
}

const RENT_LEVEL: Record<string, number> = { England: 1, Wales: 0.93, Scotland: 1.02 };

/** Market rent in pounds a month before negotiation; it rises less than proportionally to the price. */
export function monthlyRent(home: Home, iso: string): number {
  const { authority, nation } = home.street.settlement;
  const price2015 = Math.exp(logPrice(home, '2015-01-15'));
  const rent2015 = 780 * (price2015 / 200_000) ** 0.6 * RENT_LEVEL[nation]!;
  return rent2015 * Math.exp(logRentIndex(authority, monthNumber(iso)));
}

const baseRents = new Map<Authority, number>();

function baseRent(authority: Authority): number {
  const known = baseRents.get(authority);
  if (known !== undefined) return known;
  const places = SETTLEMENTS.filter((settlement) => settlement.authority === authority);
  const base = places.reduce((sum, place) => sum + place.basePrice, 0) / places.length;
  const level = 780 * (base / 200_000) ** 0.6 * RENT_LEVEL[authority.nation]!;
  baseRents.set(authority, level);
  return level;
}

/** Average rent of an authority by bedrooms (1 to 4, or 0 for a room) in a month. */
export function averageRent(authority: Authority, bedrooms: number, month: number): number {
  const size = [0.56, 0.74, 0.95, 1.14, 1.52][bedrooms]!;
  return baseRent(authority) * size * Math.exp(logRentIndex(authority, month));
}
