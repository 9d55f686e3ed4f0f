import type { Evidence } from '../compare/compare.ts';
import { blockOf } from '../compare/compare-units.ts';
import type { ParsedAddress } from '../read/parse.ts';
import type { PreparedAddress } from '../read/prepare.ts';
import { BUILDING_TYPES, STREET_TYPES } from '../text/words.ts';

interface Listed {
  candidate: { uprn: number };
  prepared: PreparedAddress;
}

/** A key for the division of a house that a home is in: its storeys and the name of its block. */
const divisionOf = ({ floors, building }: ParsedAddress): string => `${floors.join()} ${building.join(' ')}`;

/** Least number of units of two divisions for which consecutive numbering is unlikely to be chance. */
const ENOUGH = 4;

const numberOf = (unit: string | null): number => (DIGITS.test(unit ?? '') ? Number(unit) : Number.NaN);
const DIGITS = /^[0-9]{1,4}$/;

/** BLOCK A and LARK TOWER, but not QUAX STORES, which is the occupier of a unit. */
const isBlock = (home: ParsedAddress): boolean =>
  blockOf(home) !== null || BUILDING_TYPES.has(home.building.at(-1) ?? '');

/** Whether the query's name leaves out words of `name`: nothing, or OAK COURT, for OAK COURT BLOCK A. */
const saysLess = (asked: readonly string[], name: readonly string[]): boolean =>
  asked.length < name.length && asked.every((word) => name.includes(word));

/**
 * Whether another storey or block may have a unit with the query's number. SUITE 2, OAK HOUSE if the best is SUITE 2,
 * FIRST FLOOR and the list has suites of the second floor; FLAT 2, 12 OAK ROAD if the best is in block A and the list
 * has flats of block B. Not if the numbers of one division continue those of the other.
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
  for (const { candidate: other, prepared: otherHome } of candidates) {
    const { parsed: its } = otherHome;
    if (other.uprn === candidate.uprn || its.unit === null || its.postcode !== home.postcode) continue;
    if (its.number?.from !== home.number?.from || its.street.join(' ') !== street) continue;
    const division = divisionOf(its);
    const one = numberOf(its.unit);
    // A row without a storey, or without a block, is no evidence of another division.
    if (Number.isNaN(one) || !(onFloor ? its.floors.length > 0 : isBlock(its))) continue;
    numbers.get(division)?.push(one) ?? numbers.set(division, [one]);
  }
  const ownUnits = numbers.get(own)!;
  numbers.delete(own);
  // Houses rarely number their flats anew on each floor, so two units are enough.
  const enough = onFloor && home.unit_use === 'home' ? 2 : ENOUGH;
  return [...numbers.values()].some((theirs) => !continueNumbering(ownUnits, theirs, enough));
}

/** Whether there are enough numbers and all numbers of one division are below those of the other. */
function continueNumbering(ours: readonly number[], theirs: readonly number[], enough: number): boolean {
  if (ours.length + theirs.length < enough) return false;
  return Math.max(...ours) < Math.min(...theirs) || Math.max(...theirs) < Math.min(...ours);
}

/** LOWER FLAT of a house with three flats or more: the list may lack a flat below the best. */
export function isOneOfManyStoreys(
  { parsed: { unit } }: PreparedAddress,
  { prepared: { prepared }, evidence }: { prepared: Listed; evidence: Evidence },
  candidates: readonly Listed[],
): boolean {
  if (evidence.unit !== 'storey' || (unit !== 'UPPER' && unit !== 'LOWER')) return false;
  const { number, street } = prepared.parsed;
  const flats = candidates.filter(({ prepared: { parsed: other } }) => {
    if (other.number?.from !== number?.from || other.street.join(' ') !== street.join(' ')) return false;
    return other.unit !== null || other.floors.length > 0;
  });
  return new Set(flats.map(({ candidate: { uprn } }) => uprn)).size > 2;
}

/** 6 QUAX HALL for 6 THE MEWS, QUAX HALL: the candidate is number 6 of the mews, and the hall may have a number 6. */
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
 * 12 TULLYQUAX, BALLYVEX ROAD for 12 TULLYQUAX or 12 TULLYQUAX ROAD, if the list has homes of BALLYVEX ROAD, TULLYQUAX:
 * 12 may be a number of that road which the list lacks.
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
