import {
  BUILDING_TYPES,
  DEPENDENTS,
  MAY_BE_APART,
  NUMBERED_NAMES,
  STREET_TYPES,
  UNIT_WORDS,
} from '../text/words.ts';

/** Words that many places have one of, so that none tells which: THE BYRE, STABLE COTTAGE, PORTERS LODGE, HUT 3. */
const COMMON_PLACE_WORDS: ReadonlySet<string> = new Set([
  ...BUILDING_TYPES,
  ...DEPENDENTS,
  ...MAY_BE_APART,
  ...NUMBERED_NAMES,
  ...UNIT_WORDS,
  ...'THE OLD NEW UPPER LOWER BYRE DAIRY CART VESTRY PORTERS MASTERS WARDENS STAFF OFFICERS KEEPERS SEXTONS'.split(
    ' ',
  ),
]);
const NUMBER_OR_LETTER = /^(?:[0-9]+[A-Z]?|[A-Z][0-9]*)$/;

/** Whether a name is made of such words alone. */
export const isOfManyPlaces = (name: readonly string[]): boolean =>
  name.every((word) => COMMON_PLACE_WORDS.has(word) || NUMBER_OR_LETTER.test(word));

const endOfPart = (parts: readonly number[], from: number): number => {
  let end = from;
  while (end < parts.length && parts[end] === parts[from]) end += 1;
  return end;
};

/**
 * Where the street is, in a part of its own behind the place whose part a text names first: THE BYRE, OAK MANOR, CHURCH
 * LANE, XANBURY; HUT 3, OAK BARRACKS, CHURCH ROAD, XANBURY. The words [from, to) are the first name; the last part is
 * the town. Null if there is none, or the first name tells which home is meant.
 */
export function laterStreet(
  words: readonly string[],
  parts: readonly number[],
  [from, to]: readonly [number, number],
): [number, number] | null {
  const place = endOfPart(parts, to);
  const end = endOfPart(parts, place);
  if (parts[to - 1] === parts[to] || end >= words.length || end - place < 2) return null;
  if (!STREET_TYPES.has(words[end - 1]!)) return null;
  if (!isOfManyPlaces(words.slice(from, to))) return null;
  return [place, end];
}
