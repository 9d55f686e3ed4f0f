import type { PreparedAddress } from '../read/prepare.ts';
import {
  BESIDE_OR_PART,
  BUILDING_TYPES,
  BUSINESS_WORDS,
  DEPENDENTS,
  LEADING_STREET_TYPES,
  MAY_BE_APART,
  NUMBERED_NAMES,
  STOREYS,
  STREET_TYPES,
  TRADES,
  UNIT_WORDS,
  WEAK_STREET_TYPES,
} from './words.ts';

/** Words after which a single letter in the name may identify a part of a house: B WING, A OAK HOUSE, C SIDE. */
const PART_WORDS: ReadonlyArray<{ has(word: string): boolean }> = [
  BESIDE_OR_PART,
  BUILDING_TYPES,
  DEPENDENTS,
  LEADING_STREET_TYPES,
  NUMBERED_NAMES,
  STOREYS,
  STREET_TYPES,
  UNIT_WORDS,
  WEAK_STREET_TYPES,
  new Set(
    'CORE END ENTRANCE HALF QUARTER SECTION SIDE WING WINGS HOME UPPER LOWER FRONT REAR BACK LEFT RIGHT'.split(
      ' ',
    ),
  ),
];
const isOfPart = (word: string): boolean =>
  PART_WORDS.some((words) => words.has(word)) || (MAY_BE_APART.has(word) && !TRADES.has(word));
const LETTER = /^[A-Z]$/;

/**
 * Whether the letter at index `at` is an initial in the name of a business before a house number: W A QUAX BUTCHERS, 12
 * OAK ROAD; QUAX B & B, 12 OAK ROAD. In ROSEMOUNT B, 12 OAK ROAD the letter after the name may be a flat's.
 */
export function isInitial({ parsed, words, building: [from, to] }: PreparedAddress, at: number): boolean {
  if (parsed.number === null || parsed.unit !== null || at < from || at >= to || to - from < 2) return false;
  if (words.slice(from, to).join(' ').endsWith(' B AND B') && to - from > 3) return words[at] === 'B';
  const name = words.slice(from, to);
  // A QUAX, 12 OAK ROAD may be flat A of Quax, and A & B QUAX its flats A and B.
  const letters = name.filter((word) => LETTER.test(word));
  const maybeFlats =
    letters.length === 1 || (name.includes('AND') && letters.every((letter) => letter < 'H'));
  if (maybeFlats && !name.some((word) => BUSINESS_WORDS.has(word))) return false;
  if (!words.slice(at + 1, to).some((word) => word.length > 3)) return false;
  return !name.some((word) => !LETTER.test(word) && isOfPart(word));
}
