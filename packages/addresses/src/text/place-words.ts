import { type ParsedAddress, parseAddress } from '../read/parse.ts';
import { COUNTIES, STOP_WORDS } from './words.ts';

/** The words after the street that distinguish villages and towns, without counties. */
export const placeWords = ({ tail }: ParsedAddress): string[] =>
  tail.filter(
    (word, at) =>
      word.length > 1 &&
      !/[0-9]/.test(word) &&
      !COUNTIES.has(word) &&
      !(PARTS_OF_COUNTIES.has(word) && COUNTIES.has(tail[at + 1] ?? '')) &&
      !STOP_WORDS.has(word),
  );

const PARTS_OF_COUNTIES = new Set(['NORTH', 'SOUTH', 'EAST', 'WEST', 'MID']);

/** The query's place words that the address does not contain, neither as words nor inside joined words. */
export function placesLackedBy(address: string, postcode: string, query: ParsedAddress): string[] {
  const text = address.toUpperCase();
  const missing = placeWords(query).filter((word) => !text.includes(word));
  // Parsing is slower than a text search, and most addresses contain all the words.
  if (missing.length === 0) return missing;
  const { building, street, tail } = parseAddress(address, postcode);
  const joined = [...building, ...street, ...tail].join('');
  return missing.filter((word) => !joined.includes(word));
}
