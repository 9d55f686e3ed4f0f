import type { PreparedAddress } from './prepare.ts';

const SIDE = 'NORTH|SOUTH|EAST|WEST';
/** SECOND FLOOR EAST, PART FIRST FLOOR, UPPER GROUND FLOOR, LOWER MAISONETTE, FRONT OFFICE, UNIT 3 YARD. */
const PART = new RegExp(
  [
    '\\b(UPPER) GROUND\\b',
    `\\b(${SIDE}) WING\\b`,
    `\\bFLOOR(?: (?:SUITE|OFFICES?|FLAT|UNIT))? (${SIDE}|PART)\\b`,
    '\\b(PART|HALF) (?:OF )?(?:THE )?(?:BASEMENT|LOWER|UPPER|GROUND|FIRST|SECOND|THIRD|FOURTH|FIFTH|TOP)\\b',
    '\\b(?:UPPER|LOWER) (?:FLOOR )?(MAISONETTE)\\b',
    '\\b(FRONT|REAR|BACK|LEFT|RIGHT|MIDDLE|MAIN)(?: HAND)? (?:OFFICES?|SUITE|SHOP|UNIT)\\b',
    `\\b(?:FLAT|UNIT|SUITE|OFFICE|SHOP) [A-Z]?[0-9]+[A-Z]? (${SIDE}|YARD|OFFICES?|STORE|FORECOURT|COMPOUND|REAR|FRONT|LEFT|RIGHT)\\b(?! [0-9])`,
  ].join('|'),
  'g',
);

interface Listed {
  prepared: PreparedAddress;
  spelling(postcode: string | null): { whole: string };
}

/** Whether the address has a unit, storey or name. Most have none, and need no further comparison. */
const hasUnitOrName = ({ unit, floors, building }: PreparedAddress['parsed']): boolean =>
  unit !== null || floors.length > 0 || building.length > 0;

/**
 * Whether one of the two gives a part of a storey or unit and the other does not: SECOND FLOOR for SECOND FLOOR EAST,
 * UNIT 3 YARD for UNIT 3. The list may lack the whole storey or unit, or the other parts.
 */
export function isOtherPart(text: string | null, query: PreparedAddress, best: Listed): boolean {
  const { parsed } = best.prepared;
  if (text === null || !(hasUnitOrName(query.parsed) || hasUnitOrName(parsed))) return false;
  const { whole } = best.spelling(parsed.postcode);
  return hasOwnPart(text, whole) || hasOwnPart(whole, text);
}

/** Whether the first text gives a part by a word that the second lacks. */
function hasOwnPart(one: string, other: string): boolean {
  if (one.search(PART) < 0) return false;
  const words = new Set(other.split(' '));
  for (const found of one.matchAll(PART)) {
    const word = found.slice(1).find((group) => group !== undefined)!;
    // The initial is enough: the S of 5TH FLOOR, S PLAZA explains SOUTH.
    if (!words.has(word) && !words.has(word[0]!)) return true;
  }
  return false;
}
