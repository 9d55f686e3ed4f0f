import {
  BUILDING_TYPES,
  DEPENDENTS,
  MAY_BE_APART,
  NUMBERED_NAMES,
  STREET_TYPES,
  UNIT_WORDS,
} from '../text/words.ts';

/** Words of names that many places share: THE BYRE, STABLE COTTAGE, PORTERS LODGE, HUT 3. */
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

/** Whether a name consists only of words that many places share, so that it does not say which place is meant. */
export const isOfManyPlaces = (name: readonly string[]): boolean =>
  name.every((word) => COMMON_PLACE_WORDS.has(word) || NUMBER_OR_LETTER.test(word));

const endOfPart = (parts: readonly number[], from: number): number => {
  let end = from;
  while (end < parts.length && parts[end] === parts[from]) end += 1;
  return end;
};

/**
 * The span of the street in a text that begins with a part of a place, then the place, then the street: THE BYRE, OAK
 * MANOR, CHURCH LANE, XANBURY; HUT 3, OAK BARRACKS, CHURCH ROAD, XANBURY. The words [from, to) are the first name, and
 * the last part of the text is the town. Null without such a street, or if the first name alone says which home is
 * meant.
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
