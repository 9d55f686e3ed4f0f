import type { ParsedAddress } from '../read/parse.ts';
import { SEVERAL } from '../read/parse-state.ts';
import { TOP_STOREY } from '../text/words.ts';

export type UnitRelation =
  | 'exact'
  | 'equivalent'
  | 'storey'
  | 'missing_query'
  | 'missing_candidate'
  | 'none'
  | 'unlike'
  | 'conflict';

/** The id of a door of a storey: F2P1 is door 1 of the second storey, F1PL the left of the first. */
const STOREY_UNIT = /^F(-?[0-9]+)P([0-9A-Z]+)$/;

function storeysOf(unit: string | null, floors: number[]): number[] {
  if (floors.length > 0) return floors;
  if (unit === 'UPPER') return [1, TOP_STOREY];
  // A lower flat may be in the basement or on the ground floor.
  if (unit === 'LOWER') return [-1, 0];
  const found = unit ? STOREY_UNIT.exec(unit) : null;
  return found ? [Number(found[1])] : [];
}

/** The side or door on its storey: TOP FLOOR LEFT, TFL, 2F1, FLAT 3 ON THE FIRST FLOOR; null if none is given. */
function doorOf({ position }: ParsedAddress, unit: string | null): string | null {
  const door = position ?? STOREY_UNIT.exec(unit ?? '')?.[2];
  return door ?? (unit && DOOR.test(unit) ? unit : null);
}

const DOOR = /^[0-9]/;
const isSide = (door: string): boolean => /^[A-Z]/.test(door);

/** FLAT 1, SECOND FLOOR against 2F1, where the doors of each storey are numbered from 1. */
const isDoor = ({ floors }: ParsedAddress, unit: string, other: string): boolean =>
  floors.length === 1 && other === `F${floors[0]}P${unit}`;

/** The number of the top storey is not known, so TOP and a numbered upper storey are `unlike`, never `exact`. */
function compareStoreys(a: number[], b: number[]): 'exact' | 'storey' | 'unlike' | 'conflict' {
  const shared = a.filter((storey) => b.includes(storey)).length;
  if (shared > 0) return shared === a.length && shared === b.length ? 'exact' : 'storey';
  const top = (x: number[], y: number[]): boolean =>
    x.includes(TOP_STOREY) && y.some((storey) => storey >= 1);
  return top(a, b) || top(b, a) ? 'unlike' : 'conflict';
}

/** Whether two doors may be one: one by side and one by number, or TOP for a numbered storey. */
function mayBeOneDoor(a: string, b: string): boolean {
  if (a[0] !== 'F' || b[0] !== 'F') return false;
  const [one, other] = [STOREY_UNIT.exec(a), STOREY_UNIT.exec(b)];
  if (!one || !other) return false;
  const storeys = compareStoreys([Number(one[1])], [Number(other[1])]);
  const numbered = /^[0-9]/.test(one[2]!) !== /^[0-9]/.test(other[2]!);
  return storeys !== 'conflict' && (numbered || one[2] === other[2]);
}

/** 204 against 2.04 or 2F4: large buildings number rooms and flats by storey. */
export function isNumberOfDoor(number: string, door: string): boolean {
  const found = /^(?:[0-9]{3,4}|G[0-9]{1,2})$/.test(number) ? STOREY_UNIT.exec(door) : null;
  // FLAT G01 against FLAT 0.01
  if (found && number.startsWith('G')) return found[1] === '0' && found[2] === number.slice(1);
  return found !== null && number === found[1] + found[2]!.padStart(2, '0');
}

/** THE FLAT of a house may be any of its flats. */
const UNNAMED_UNIT = /^(FLAT|APARTMENT|MAISONETTE)$/;

/** FLAT 1 of FLAT 1, FLAT 2. */
const isOneOf = (one: string, several: string): boolean =>
  several.includes(SEVERAL) && several.split(SEVERAL).includes(one);

/** Unit 4 of UNITS 3-5; UNITS 4-6 of UNITS 3-5; unit B of UNITS A-C. */
function sharesUnits(one: string, other: string): boolean {
  if (!(one.includes('-') || other.includes('-'))) return false;
  const [a, b] = [LETTERS.exec(one), LETTERS.exec(other)];
  if (a && b) return a[1]! <= (b[2] ?? b[1]!) && b[1]! <= (a[2] ?? a[1]!);
  const [c, d] = [UNITS.exec(one.replace(SEVERAL, '-')), UNITS.exec(other.replace(SEVERAL, '-'))];
  if (!c || !d) return false;
  return Number(c[1]) <= Number(d[2] ?? d[1]) && Number(d[1]) <= Number(c[2] ?? c[1]);
}
const UNITS = /^([0-9]+)(?:-([0-9]+))?$/;
const LETTERS = /^([A-Z])(?:-([A-Z]))?$/;

/** Whether `whole` contains `part`: 4 contains 3/4, which is ROOM 3, FLAT 4, and 4/GARAGE. */
const isWholeOf = (whole: string, part: string): boolean =>
  part.endsWith(`/${whole}`) || (part.startsWith(`${whole}/`) && BESIDE.test(part.slice(whole.length)));
const BESIDE = /^\/[A-Z]{3}/;

/** 6 or WESTWING against 6/WESTWING, 3 or GARDEN against 3/GARDEN: another wing may have a flat 6. */
const isBesidePlace = (part: string, whole: string): boolean => {
  const place = whole.includes('/') ? PLACE_AT_END.exec(whole)?.[0] : undefined;
  return place !== undefined && (part === place.slice(1) || `${part}${place}` === whole);
};
const PLACE_AT_END = /\/(?:[A-Z]+WING|UPPER|LOWER|GARDEN|FRONT|REAR|BACK|LEFT|RIGHT)$/;

/** Compares two unit ids. `nested_a`: `a` is a part of `b`; `nested_b`: `b` is a part of `a`. */
export function compareUnitIds(
  a: string,
  b: string,
): 'exact' | 'unlike' | 'conflict' | 'nested_a' | 'nested_b' {
  if (a === b) return 'exact';
  if (isBesidePlace(a, b) || isBesidePlace(b, a)) return 'unlike';
  if (isWholeOf(b, a)) return 'nested_a';
  if (isWholeOf(a, b)) return 'nested_b';
  // SUITE 2, UNIT 30 is not in unit 2, but some write UNIT 2 for it.
  if (a.startsWith(`${b}/`) || b.startsWith(`${a}/`)) return 'unlike';
  if (a === 'FP' && b.startsWith('FPP')) return 'nested_b';
  if (b === 'FP' && a.startsWith('FPP')) return 'nested_a';
  if (UNNAMED_UNIT.test(a) || UNNAMED_UNIT.test(b)) return 'unlike';
  // F3 is flat 3 or the third floor.
  if (a === `F${b}` || b === `F${a}`) return 'unlike';
  if (isNumberOfDoor(a, b) || isNumberOfDoor(b, a)) return 'unlike';
  if (isOneOf(a, b) || isOneOf(b, a) || mayBeOneDoor(a, b) || sharesUnits(a, b)) return 'unlike';
  const letter = /^[A-Z]$/.test(a) ? a : /^[A-Z]$/.test(b) ? b : null;
  if (letter !== null) {
    const other = letter === a ? b : a;
    if (/^[0-9]+$/.test(other) && Number(other) === letter.charCodeAt(0) - 64) return 'unlike';
  }
  return 'conflict';
}

/** The unit of ROOM C, FLAT 12 as that of FLAT 12C; other units unchanged. */
export const asFlatWithRoom = (unit: string | null, { unit_use }: ParsedAddress): string | null =>
  unit && unit_use === 'room' ? unit.replace(ROOM_OF_FLAT, '$2$1') : unit;
const ROOM_OF_FLAT = /^([A-Z])\/([0-9]+)$/;

/**
 * Compares the units and storeys of two addresses. The units are passed apart from the addresses, since
 * `compareIdentity` may have moved a suffix of the number to the unit.
 */
export function compareUnits(
  query: ParsedAddress,
  candidate: ParsedAddress,
  queryUnit: string | null,
  candidateUnit: string | null,
): UnitRelation {
  // A fast path: most homes have neither unit nor storey, and every home of a postcode is compared.
  if (!queryUnit && !candidateUnit && query.floors.length === 0 && candidate.floors.length === 0)
    return 'none';
  const queryStoreys = storeysOf(queryUnit, query.floors);
  const candidateStoreys = storeysOf(candidateUnit, candidate.floors);
  const querySays = Boolean(queryUnit) || queryStoreys.length > 0;
  const candidateSays = Boolean(candidateUnit) || candidateStoreys.length > 0;
  if (!querySays && !candidateSays) return 'none';
  // A forces post office is abroad, whatever home is named beside it.
  if (queryUnit?.startsWith('BFPO') && queryUnit !== candidateUnit) return 'conflict';
  if (!querySays) return 'missing_query';
  if (!candidateSays) return 'missing_candidate';
  if (queryUnit && candidateUnit) {
    if (
      queryUnit !== candidateUnit &&
      asFlatWithRoom(queryUnit, query) === asFlatWithRoom(candidateUnit, candidate)
    )
      return 'equivalent';
    const found = compareUnitIds(queryUnit, candidateUnit);
    if (found === 'exact') {
      const differs = isOfOtherUse(query, candidate) || isOnOtherStorey(query, candidate);
      return differs || isStoreyOfUnit(query, candidate) ? 'unlike' : 'exact';
    }
    if (found === 'nested_a') return 'missing_candidate';
    if (found === 'nested_b') return 'missing_query';
    if (found === 'unlike') return 'unlike';
    if (isDoor(query, queryUnit, candidateUnit) || isDoor(candidate, candidateUnit, queryUnit))
      return 'equivalent';
    if (isFlatOfBlock(queryUnit, candidate) || isFlatOfBlock(candidateUnit, query)) return 'unlike';
    const worded = /^[A-Z]{4,}$/.test(queryUnit) || /^[A-Z]{4,}$/.test(candidateUnit);
    if (worded && queryStoreys.length > 0 && candidateStoreys.length > 0) {
      const storeys = compareStoreys(queryStoreys, candidateStoreys);
      // LOWER FLAT for GROUND FLOOR FRONT, which is a part of the storey.
      if (storeys === 'storey' && (query.position ?? candidate.position) !== null) return 'unlike';
      return storeys === 'exact' ? 'storey' : storeys;
    }
    return 'conflict';
  }
  if (queryStoreys.length > 0 && candidateStoreys.length > 0) {
    const storeys = compareStoreys(queryStoreys, candidateStoreys);
    if (storeys === 'conflict') return storeys;
    const [door, otherDoor] = [doorOf(query, queryUnit), doorOf(candidate, candidateUnit)];
    // A letter alone does not identify the flat: the storey may have others.
    if (queryUnit && /^[A-Z]$/.test(queryUnit)) return 'unlike';
    if (candidateUnit && /^[A-Z]$/.test(candidateUnit) && candidate.unit_use !== 'home') return 'unlike';
    if (isPlaceOfNoFlat(query, candidate) || isPlaceOfNoFlat(candidate, query)) return 'unlike';
    if (door !== otherDoor)
      return door && otherDoor && isSide(door) === isSide(otherDoor) ? 'conflict' : 'unlike';
    if (isOfOtherUse(query, candidate)) return 'unlike';
    const other = queryUnit || candidateUnit;
    // FIRST AND SECOND FLOOR FLAT is not FIRST FLOOR FLAT. With a unit, such as UPPER FLAT, the two may be one.
    if (storeys === 'storey' && !other) return 'unlike';
    return storeys === 'exact' && other ? 'storey' : storeys;
  }
  return 'unlike';
}

const BLOCKS = /^(BLOCK|BUILDING|TOWER|WING|PHASE)$/;

/** The letter or number of BLOCK A, WING 2. */
export function blockOf({ building }: ParsedAddress): string | null {
  const at = building.findIndex(
    (word, i) => BLOCKS.test(word) && /^([A-Z]|[0-9]{1,2})$/.test(building[i + 1] ?? ''),
  );
  return at === -1 ? null : building[at + 1]!;
}

/** FLAT 4B against FLAT 4, BLOCK B. */
export function isFlatOfBlock(unit: string | null, other: ParsedAddress): boolean {
  const [, number, letter] = NUMBER_AND_LETTER.exec(unit ?? '') ?? [];
  return letter !== undefined && other.unit === number && blockOf(other) === letter;
}
const NUMBER_AND_LETTER = /^([0-9]{1,4})([A-Z])$/;

/** SHOP 2, FLAT 2 and ROOM 2 of one house. */
const isOfOtherUse = ({ unit_use: one }: ParsedAddress, { unit_use: other }: ParsedAddress): boolean =>
  one !== null && other !== null && one !== other;

/** LOWER FLAT against BASEMENT, which may be no flat. */
const isPlaceOfNoFlat = ({ unit }: ParsedAddress, { unit_use }: ParsedAddress): boolean =>
  (unit === 'UPPER' || unit === 'LOWER') && unit_use !== 'home';

/** FIRST FLOOR, UNIT 1 against UNIT 1, which may have several storeys. A flat has one, which lists may leave out. */
export const isStoreyOfUnit = (query: ParsedAddress, candidate: ParsedAddress): boolean =>
  query.floors.length > 0 &&
  candidate.floors.length === 0 &&
  query.unit_use !== 'home' &&
  candidate.unit_use !== 'home' &&
  !STOREY_UNIT.test(candidate.unit ?? '');

/** FLAT 1, FIRST FLOOR and FLAT 1, SECOND FLOOR of one house. */
const isOnOtherStorey = ({ floors: one }: ParsedAddress, { floors: other }: ParsedAddress): boolean =>
  one.length > 0 && other.length > 0 && compareStoreys(one, other) === 'conflict';
