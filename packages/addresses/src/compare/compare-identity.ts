import { endsAsStreet, isBlock } from '../read/block.ts';
import type { ParsedAddress } from '../read/parse.ts';
import type { HouseNumber } from '../read/parse-state.ts';
import { lengthOf, type PreparedAddress } from '../read/prepare.ts';
import { isPark } from '../read/read-beside.ts';
import { BUILDING_TYPES } from '../text/words.ts';
import {
  asFlatWithRoom,
  blockOf,
  compareUnitIds,
  compareUnits,
  isFlatOfBlock,
  isNumberOfDoor,
  isStoreyOfUnit,
  type UnitRelation,
} from './compare-units.ts';
import { wordAgreement } from './compare-words.ts';

export type NumberRelation =
  | 'exact'
  | 'range_end'
  | 'range_inside'
  | 'missing_query'
  | 'missing_candidate'
  | 'none'
  | 'conflict';
export interface Identity {
  number: NumberRelation;
  unit: UnitRelation;
  /** The number precedes a street on one side and a building's name on the other. */
  role_differs: boolean;
}

/** A number agrees with a range if it is one of its ends or inside it. Another suffix or a number outside conflicts. */
function compareNumbers(a: HouseNumber, b: HouseNumber): 'exact' | 'range_end' | 'range_inside' | 'conflict' {
  if (a.to === null && b.to === null)
    return a.from === b.from && a.suffix === b.suffix ? 'exact' : 'conflict';
  if (a.to !== null && b.to !== null) {
    if (a.from === b.from && a.to === b.to && a.suffix === b.suffix && a.to_suffix === b.to_suffix)
      return 'exact';
    const sameStart = a.from === b.from && a.suffix === b.suffix;
    const sameEnd = a.to === b.to && a.to_suffix === b.to_suffix;
    return sameStart || sameEnd ? 'range_inside' : 'conflict';
  }
  const [one, range] = a.to === null ? [a, b] : [b, a];
  const to = range.to as number;
  if (one.from === range.from && one.suffix === range.suffix) return 'range_end';
  if (one.from === to && one.suffix === range.to_suffix) return 'range_end';
  return isInside(one, range, to) ? 'range_inside' : 'conflict';
}

/** 41B of 41A-41C; 43 of 41-45, whose ends are on one side of the street, but not 42. */
function isInside(one: HouseNumber, range: HouseNumber, to: number): boolean {
  if (range.from === to && one.from === to)
    return range.suffix !== '' && range.suffix < one.suffix && one.suffix < range.to_suffix;
  if (one.suffix || range.suffix || range.to_suffix || to - range.from > 20) return false;
  const sameSide = (to - range.from) % 2 === 0;
  return one.from > range.from && one.from < to && !(sameSide && (one.from - range.from) % 2 !== 0);
}

/** 439B against FLAT B, 439-441: whether the letter of `one` is a unit, since `other` has a range with a unit. */
function letterIsUnit(one: ParsedAddress, other: ParsedAddress): boolean {
  if (one.unit || !one.number || one.number.to !== null || one.number.suffix === '') return false;
  const { number, unit } = other;
  return (
    Boolean(unit) && number !== null && number.to !== null && number.suffix === '' && number.to_suffix === ''
  );
}

function numberText(number: HouseNumber | null): string {
  return number && number.to === null ? `${number.from}${number.suffix}` : '';
}

/** The share, by weight, of the owner's building words that the other address has; 1 if the owner has none. */
function shareOfBuilding(owner: PreparedAddress, other: PreparedAddress): number {
  if (lengthOf(owner.building) === 0) return 1;
  let total = 0;
  let found = 0;
  for (let i = owner.building[0]; i < owner.building[1]; i += 1) {
    total += owner.weights[i]!;
    const word = owner.words[i]!;
    if (other.index.has(word)) found += owner.weights[i]!;
    else if (other.words.some((candidate) => wordAgreement(word, candidate) >= 0.7))
      found += owner.weights[i]! * 0.8;
  }
  return found / total;
}

/** Different numbers without a unit on either side: the result for most homes of a postcode. */
export const OTHER_NUMBER: Identity = { number: 'conflict', unit: 'none', role_differs: false };

/** Neither side has a number or a unit. */
export const NAME_ALONE: Identity = { number: 'none', unit: 'none', role_differs: false };

/** The number of an address without range, unit or storey; null for others. Two that differ give `OTHER_NUMBER`. */
export function plainNumberOf(parsed: ParsedAddress): number | null {
  return parsed.number?.to === null && saysNoUnit(parsed) ? parsed.number.from : null;
}

const saysNoUnit = ({ unit, floors }: ParsedAddress): boolean => !unit && floors.length === 0;

/** Flat 1 of block A is not flat 1 of block B. */
function differInBlock(query: ParsedAddress, candidate: ParsedAddress): boolean {
  const block = blockOf(query);
  if (block === null) return false;
  const other = blockOf(candidate);
  return other !== null && other !== block;
}

/** Compares number and unit together, since one is often written for the other: `24B`, `FLAT B 24`, `10 X HOUSE`. */
export function compareIdentity(q: PreparedAddress, c: PreparedAddress): Identity {
  const query = q.parsed;
  const candidate = c.parsed;
  let queryNumber = query.number;
  let candidateNumber = candidate.number;
  let queryUnit = query.unit;
  let candidateUnit = candidate.unit;
  let equivalent = false;
  if (queryNumber && candidateNumber) {
    if (queryNumber.to === null && candidateNumber.to === null && queryNumber.from !== candidateNumber.from) {
      if (saysNoUnit(query) && saysNoUnit(candidate)) return OTHER_NUMBER;
      const inBuilding = crossed(q, c);
      return (
        inBuilding ?? {
          number: 'conflict',
          unit: compareUnits(query, candidate, queryUnit, candidateUnit),
          role_differs: false,
        }
      );
    }
    // A suffix on one side may be the unit of the other, or be missing there.
    if (
      queryNumber.to === null &&
      candidateNumber.to === null &&
      queryNumber.suffix !== candidateNumber.suffix
    ) {
      if (queryNumber.suffix && candidateNumber.suffix) {
        return {
          number: 'conflict',
          unit: compareUnits(query, candidate, queryUnit, candidateUnit),
          role_differs: false,
        };
      }
      if (queryNumber.suffix && !queryUnit) {
        queryUnit = queryNumber.suffix;
        queryNumber = { ...queryNumber, suffix: '' };
        equivalent = true;
      } else if (candidateNumber.suffix && !candidateUnit) {
        candidateUnit = candidateNumber.suffix;
        candidateNumber = { ...candidateNumber, suffix: '' };
        equivalent = true;
      } else {
        return {
          number: 'conflict',
          unit: compareUnits(query, candidate, queryUnit, candidateUnit),
          role_differs: false,
        };
      }
    }
    if (letterIsUnit(query, candidate)) {
      queryUnit = queryNumber.suffix;
      queryNumber = { ...queryNumber, suffix: '' };
      equivalent = true;
    } else if (letterIsUnit(candidate, query)) {
      candidateUnit = candidateNumber.suffix;
      candidateNumber = { ...candidateNumber, suffix: '' };
      equivalent = true;
    }
    const number = compareNumbers(queryNumber, candidateNumber);
    let unit = compareUnits(query, candidate, queryUnit, candidateUnit);
    // ROOM A of number 12 need not be 12A.
    const eitherRoom = isRoom(query) || isRoom(candidate);
    if (equivalent && unit === 'exact') unit = eitherRoom ? 'unlike' : 'equivalent';
    // FIRST FLOOR FLAT, 12A is a storey of 12A, which may be another house than 12.
    if (equivalent && unit === 'storey') unit = 'unlike';
    if (unit !== 'none' && unit !== 'conflict' && differInBlock(query, candidate)) unit = 'conflict';
    const differs =
      query.number_of !== candidate.number_of &&
      (query.number_of === 'building' || candidate.number_of === 'building');
    const role_differs =
      differs && number === 'exact' && (shareOfBuilding(q, c) < 0.5 || shareOfBuilding(c, q) < 0.5);
    return { number, unit, role_differs };
  }
  if (!queryNumber && !candidateNumber) {
    const alike = compareUnits(query, candidate, queryUnit, candidateUnit);
    const mayAgree = alike !== 'none' && alike !== 'conflict';
    const unit = mayAgree && differInBlock(query, candidate) ? 'conflict' : alike;
    return unit === 'none' ? NAME_ALONE : { number: 'none', unit, role_differs: false };
  }
  return (
    crossed(q, c) ?? {
      number: queryNumber ? 'missing_candidate' : 'missing_query',
      unit: compareUnits(query, candidate, queryUnit, candidateUnit),
      role_differs: false,
    }
  );
}

/**
 * Whether the number of `one` counts the homes of the building of `other`: 1 OAK COURT against FLAT 1, OAK COURT, 39
 * OAK ROAD; but not QUAX, 21 OAK ROAD against QUAX, 97/21 OAK ROAD, where the number counts the homes of the street.
 */
function counts(one: PreparedAddress, other: PreparedAddress): boolean {
  if (shareOfBuilding(other, one) < 0.6) return false;
  const { number_of, building, street } = one.parsed;
  const counted = number_of === 'building' ? [...building, ...street] : street;
  return other.parsed.building.some((word) => counted.some((own) => wordAgreement(own, word) >= 0.7));
}

/** ROOM 3, OAK COURT is a part of some home of the court, and rarely number 3. */
const isRoom = ({ unit_use }: ParsedAddress): boolean => unit_use === 'room';

/**
 * Compares addresses of which one gives as the unit of a building what the other gives as the number: FLAT 5, JACKSON
 * HOUSE and 5 JACKSON HOUSE. Null if this does not apply.
 */
function crossed(q: PreparedAddress, c: PreparedAddress): Identity | null {
  const query = q.parsed;
  const candidate = c.parsed;
  if (Boolean(query.unit) === Boolean(candidate.unit)) return null;
  const queryText = numberText(query.number);
  const candidateText = numberText(candidate.number);
  if (query.number && !query.unit && candidate.unit && queryText !== '') {
    const same = compareUnitIds(queryText, asFlatWithRoom(candidate.unit, candidate)!);
    const named = query.number_of === 'building' || isBlockOf(c, q);
    if (same === 'exact') {
      if (!candidate.number) {
        return named
          ? {
              number: 'exact',
              unit: isStoreyOfUnit(query, candidate) || isRoom(candidate) ? 'unlike' : 'none',
              role_differs:
                lengthOf(c.building) > 0 &&
                (shareOfBuilding(c, q) < 0.6 || (query.number_of === 'street' && lengthOf(q.building) > 0)),
            }
          : { number: 'missing_candidate', unit: 'unlike', role_differs: lengthOf(c.building) > 0 };
      }
      // FLAT 1, 39 OAK COURT is in home 39 of the court, and 1 OAK COURT is another home.
      if (candidate.number_of === 'street' && lengthOf(c.building) > 0 && counts(q, c))
        return { number: 'missing_query', unit: 'exact', role_differs: false };
    }
    const isDoor = named && isNumberOfDoor(queryText, candidate.unit);
    if (!candidate.number && (isDoor || isFlatOfBlock(queryText, candidate)))
      return { number: 'exact', unit: 'unlike', role_differs: false };
    if (!candidate.number) return { number: 'conflict', unit: 'none', role_differs: false };
  }
  if (candidate.number && !candidate.unit && query.unit && candidateText !== '') {
    const same = compareUnitIds(asFlatWithRoom(query.unit, query)!, candidateText);
    const named = candidate.number_of === 'building' || isBlockOf(q, c);
    if (same === 'exact') {
      if (!query.number) {
        return named
          ? {
              number: 'exact',
              unit: isRoom(query) ? 'unlike' : 'none',
              role_differs:
                lengthOf(q.building) > 0 &&
                (shareOfBuilding(q, c) < 0.6 ||
                  (candidate.number_of === 'street' && lengthOf(c.building) > 0)),
            }
          : { number: 'missing_query', unit: 'unlike', role_differs: lengthOf(q.building) > 0 };
      }
      if (query.number_of === 'street' && lengthOf(q.building) > 0 && counts(c, q))
        return { number: 'missing_candidate', unit: 'exact', role_differs: false };
    }
    if (!query.number) {
      // FLAT 3, SOME COURT against 12 SOME COURT: 12 is a home of the court, like FLAT 3.
      if (numbersBuilding(c, q)) return { number: 'conflict', unit: 'none', role_differs: false };
      // FLAT 3, SOME HOUSE, X ROAD against 12 X ROAD: the first has no number to compare, the second no unit.
      return lengthOf(q.building) > 0
        ? { number: 'missing_query', unit: 'missing_candidate', role_differs: false }
        : { number: 'conflict', unit: 'none', role_differs: false };
    }
  }
  return null;
}

/**
 * Whether FLAT 4 of `one` may be number 4 of `other`. It may in OAK COURT and THE MALTINGS, which number their flats;
 * not in OAK ROAD or OAK GARDENS, nor for FLAT 4, OAK HOUSE, OAK ROAD against 4 OAK ROAD.
 */
function isBlockOf(one: PreparedAddress, other: PreparedAddress): boolean {
  const counted = one.parsed.street.length > 0 ? one.parsed.street : other.parsed.street;
  if (lengthOf(one.building) === 0)
    return isBlock(counted) || (isUnitOfGround(one.parsed) && isPark(counted));
  // In FLAT 34, OAK GARDENS, XANBURY the gardens are the street. In FLAT 34, OAK GARDENS, HIGH STREET they are a block.
  if (!endsAsStreet(one.parsed.street) && !isBlock(one.parsed.building) && !isGround(one.parsed))
    return false;
  if (countsElse(one, other)) return false;
  // Words that the other address has only in its locality name no block.
  const named = one.parsed.building.some(
    (word) => BUILDING_TYPES.has(word) || (other.index.get(word) ?? 0) < other.tail[0],
  );
  return (
    named && shareOfBuilding(one, other) >= 0.6 && one.parsed.building.every((word) => holdsType(other, word))
  );
}

/** FLAT 6, OAK HALL against 6 THE MEWS, OAK HALL: the mews have the numbers, not the hall. */
function countsElse({ parsed: { building } }: PreparedAddress, { parsed: other }: PreparedAddress): boolean {
  if (other.building.length > 0 || other.street.length === 0) return false;
  return !other.street.some((word) => building.some((own) => wordAgreement(own, word) >= 0.7));
}

/** CARAVAN 2, OAK PARK; UNIT 4, MILL YARD: such places number their pitches and units, but not flats. */
const isGround = (address: ParsedAddress): boolean =>
  isUnitOfGround(address) && GROUNDS.has(address.building.at(-1) ?? '');
const isUnitOfGround = ({ unit_use }: ParsedAddress): boolean => unit_use === null || unit_use === 'unit';
const GROUNDS = new Set(['PARK', 'ESTATE', 'YARD', 'QUAY', 'MARKET', 'ARCADE', 'MALL']);

/** Whether the address has the word, if the word is a building type; true for other words. */
const holdsType = ({ index, words }: PreparedAddress, word: string): boolean =>
  !BUILDING_TYPES.has(word) || index.has(word) || words.some((own) => wordAgreement(own, word) >= 0.7);

/** Whether the numbered street of the first address has all words of the building of the other. */
function numbersBuilding({ words, street }: PreparedAddress, other: PreparedAddress): boolean {
  const numbered = new Set(words.slice(...street));
  const building = other.words.slice(...other.building);
  return building.length > 0 && building.every((word) => numbered.has(word));
}
