import type { Evidence } from '../compare/compare.ts';
import { blockOf } from '../compare/compare-units.ts';
import type { ParsedAddress } from '../read/parse.ts';
import type { PreparedAddress } from '../read/prepare.ts';
import { BUILDING_TYPES, STREET_TYPES } from '../text/words.ts';

interface Listed {
  candidate: { uprn: number };
  prepared: PreparedAddress;
}

/** What parts the homes of one house: their storeys, or the name of their block. */
const divisionOf = ({ floors, building }: ParsedAddress): string => `${floors.join()} ${building.join(' ')}`;

/**
 * Units of two divisions from which on it is no chance that the numbers of the second go on from those of the first.
 */
const ENOUGH = 4;

const numberOf = (unit: string | null): number => (DIGITS.test(unit ?? '') ? Number(unit) : Number.NaN);
const DIGITS = /^[0-9]{1,4}$/;

/** BLOCK A and LARK TOWER, but not QUAX STORES, which is who is in a unit. */
const isBlock = (home: ParsedAddress): boolean =>
  blockOf(home) !== null || BUILDING_TYPES.has(home.building.at(-1) ?? '');

/** Nothing or OAK COURT of OAK COURT BLOCK A; a name with a slip says which block it is. */
const saysLess = (said: readonly string[], name: readonly string[]): boolean =>
  said.length < name.length && said.every((word) => name.includes(word));

/**
 * SUITE 2, OAK HOUSE where the list has SUITE 2, FIRST FLOOR, which is the best, and SUITES 1 and 3 of the second, or
 * FLAT 2, 12 OAK ROAD where it has that of block A and others of block B: each may have a number 2, unless the numbers
 * of the one go on from those of the other.
 */
export function isNumberedApart(
  { parsed }: PreparedAddress,
  { prepared: { candidate, prepared }, evidence }: { prepared: Listed; evidence: Evidence },
  candidates: readonly Listed[],
): boolean {
  if (evidence.unit !== 'exact' && evidence.unit !== 'equivalent') return false;
  const home = prepared.parsed;
  const onFloor = home.floors.length > 0 && parsed.floors.length === 0;
  const inBlock = home.number !== null && isBlock(home) && saysLess(parsed.building, home.building);
  const number = numberOf(home.unit);
  if (!(onFloor || inBlock) || Number.isNaN(number)) return false;
  const own = divisionOf(home);
  const street = home.street.join(' ');
  const numbers = new Map<string, number[]>([[own, [number]]]);
  for (const { candidate: other, prepared: there } of candidates) {
    const { parsed: its } = there;
    if (other.uprn === candidate.uprn || its.unit === null || its.postcode !== home.postcode) continue;
    if (its.number?.from !== home.number?.from || its.street.join(' ') !== street) continue;
    const division = divisionOf(its);
    const one = numberOf(its.unit);
    // A row that leaves out the storey, or the block, tells nothing of another.
    if (Number.isNaN(one) || !(onFloor ? its.floors.length > 0 : isBlock(its))) continue;
    numbers.get(division)?.push(one) ?? numbers.set(division, [one]);
  }
  const ours = numbers.get(own)!;
  numbers.delete(own);
  // The flats of a house are hardly numbered anew on each floor.
  const enough = onFloor && home.unit_use === 'home' ? 2 : ENOUGH;
  return [...numbers.values()].some((theirs) => !goOn(ours, theirs, enough));
}

/** Whether all numbers of the one are below those of the other. */
function goOn(ours: readonly number[], theirs: readonly number[], enough: number): boolean {
  if (ours.length + theirs.length < enough) return false;
  return Math.max(...ours) < Math.min(...theirs) || Math.max(...theirs) < Math.min(...ours);
}

/** LOWER FLAT of a house with three flats or more, of which the list may lack another that is lower than the best. */
export function isOneOfManyStoreys(
  { parsed: { unit } }: PreparedAddress,
  { prepared: { prepared }, evidence }: { prepared: Listed; evidence: Evidence },
  candidates: readonly Listed[],
): boolean {
  if (evidence.unit !== 'storey' || (unit !== 'UPPER' && unit !== 'LOWER')) return false;
  const { number, street } = prepared.parsed;
  const there = candidates.filter(({ prepared: { parsed: other } }) => {
    if (other.number?.from !== number?.from || other.street.join(' ') !== street.join(' ')) return false;
    return other.unit !== null || other.floors.length > 0;
  });
  return new Set(there.map(({ candidate: { uprn } }) => uprn)).size > 2;
}

/**
 * 6 QUAX HALL for 6 THE MEWS, QUAX HALL: the number is that of a home of the mews, and the hall may have a number 6.
 */
export function isOfStreetWithin(
  { parsed, index }: PreparedAddress,
  { parsed: home, index: listed, tail }: PreparedAddress,
): boolean {
  if (!parsed.number || parsed.unit || home.building.length > 0 || home.number_of !== 'street') return false;
  const counted = parsed.number_of === 'building' ? parsed.building : parsed.street;
  if (counted.length === 0 || home.street.length === 0) return false;
  if (!home.street.every((word) => word === 'THE' || !index.has(word))) return false;
  return counted.every((word) => (listed.get(word) ?? -1) >= tail[0]);
}

/**
 * 12 TULLYQUAX, BALLYVEX ROAD for 12 TULLYQUAX or 12 TULLYQUAX ROAD, where the list has homes of BALLYVEX ROAD,
 * TULLYQUAX: the number may be one of this road, which it lacks.
 */
export function isOfTownland(
  { parsed: { number, street, tail } }: PreparedAddress,
  best: PreparedAddress,
  candidates: readonly Listed[],
): boolean {
  if (number === null || street.length === 0 || STREET_TYPES.has(street.at(-1)!)) return false;
  const type = tail.findIndex((word, i) => i > 0 && i < LONGEST_NAME && STREET_TYPES.has(word));
  if (type === -1 || best.index.has(tail[0]!)) return false;
  const road = tail.slice(0, type + 1).join(' ');
  return candidates.some(
    ({ prepared: { parsed } }) =>
      parsed.street.join(' ') === road && street.every((word) => parsed.tail.includes(word)),
  );
}
const LONGEST_NAME = 4;
