import type { ParsedAddress } from '../read/parse.ts';
import { COUNTIES, STOP_WORDS } from '../text/words.ts';
import { wordAgreement } from './compare-words.ts';

/** Least agreement of two spellings of one place. */
const SAME_PLACE = 0.7;

/**
 * The places that the query names, if the home is in none of them: OXFORD of 12 READING ROAD, OXFORD for the home 12
 * READING ROAD, READING; KENT of 12 OAK STREET, KENT for the home 12 OAK STREET, XANBURY. Empty if a place agrees, or
 * the home's address names no place.
 */
export function placesElsewhere(query: ParsedAddress, home: ParsedAddress): string[] {
  const [asked, listed] = [placesOf(query), placesOf(home)];
  if (listed.length === 0) return [];
  const agree =
    asked.some((place) => isOf(place, query, listed, home)) ||
    listed.some((place) => isOf(place, home, asked, query));
  return agree ? [] : asked;
}

/**
 * Whether a place of one address is a place of the other, or part of the other's names. A place that is also in the own
 * street or building name must be a place of the other.
 */
const isOf = (place: string, own: ParsedAddress, places: readonly string[], other: ParsedAddress): boolean =>
  places.some((otherPlace) => isSamePlace(place, otherPlace)) ||
  (![...own.building, ...own.street].includes(place) &&
    [...other.building, ...other.street, ...other.tail].join('').includes(place));

const isSamePlace = (a: string, b: string): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return COUNTIES.has(short) ? long.endsWith(short) : wordAgreement(a, b) >= SAME_PLACE;
};

const PARTS_OF_COUNTIES = new Set(['NORTH', 'SOUTH', 'EAST', 'WEST', 'MID']);

/** The words of the places. A county and its point of the compass are one word: EASTSUSSEX. */
const placesOf = ({ tail }: ParsedAddress): string[] =>
  tail.flatMap((word, at) => {
    if (!/^[A-Z]{2}/.test(word) || STOP_WORDS.has(word)) return [];
    const [before = '', next = ''] = [tail[at - 1], tail[at + 1]];
    if (PARTS_OF_COUNTIES.has(word) && COUNTIES.has(next)) return [];
    return [COUNTIES.has(word) && PARTS_OF_COUNTIES.has(before) ? before + word : word];
  });
