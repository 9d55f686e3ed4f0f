import type { ParsedAddress } from '../read/parse.ts';
import { COUNTIES, STOP_WORDS } from '../text/words.ts';
import { wordAgreement } from './compare-words.ts';

/** Least agreement of two spellings of one place. */
const SAME_PLACE = 0.7;

/**
 * The places that the query names if the home is in none of them: OXFORD in 12 READING ROAD, OXFORD for 12 READING
 * ROAD, READING, where the name of the town is that of the street; and KENT in 12 OAK STREET, KENT for 12 OAK STREET,
 * XANBURY. None if the home says no place.
 */
export function placesElsewhere(query: ParsedAddress, home: ParsedAddress): string[] {
  const [said, listed] = [placesOf(query), placesOf(home)];
  if (listed.length === 0) return [];
  const agree =
    said.some((place) => isOf(place, query, listed, home)) ||
    listed.some((place) => isOf(place, home, said, query));
  return agree ? [] : said;
}

/**
 * Whether a place of one address is one of the other's, or one of its other names; that of both streets says nothing.
 */
const isOf = (place: string, own: ParsedAddress, places: readonly string[], other: ParsedAddress): boolean =>
  places.some((there) => isSamePlace(place, there)) ||
  (![...own.building, ...own.street].includes(place) &&
    [...other.building, ...other.street, ...other.tail].join('').includes(place));

const isSamePlace = (a: string, b: string): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return COUNTIES.has(short) ? long.endsWith(short) : wordAgreement(a, b) >= SAME_PLACE;
};

const PARTS_OF_COUNTIES = new Set(['NORTH', 'SOUTH', 'EAST', 'WEST', 'MID']);

/** The words of the places, a county with its point of the compass as one. */
const placesOf = ({ tail }: ParsedAddress): string[] =>
  tail.flatMap((word, at) => {
    if (!/^[A-Z]{2}/.test(word) || STOP_WORDS.has(word)) return [];
    const [before = '', next = ''] = [tail[at - 1], tail[at + 1]];
    if (PARTS_OF_COUNTIES.has(word) && COUNTIES.has(next)) return [];
    return [COUNTIES.has(word) && PARTS_OF_COUNTIES.has(before) ? before + word : word];
  });
