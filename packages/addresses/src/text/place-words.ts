import { type ParsedAddress, parseAddress } from '../read/parse.ts';
import { COUNTIES, STOP_WORDS } from './words.ts';

/** The words after the street that tell one village or town from another, without counties. */
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

/** The place words of a query that an address has nowhere, neither alone nor joined with others. */
export function placesLackedBy(address: string, postcode: string, query: ParsedAddress): string[] {
  const text = address.toUpperCase();
  const open = placeWords(query).filter((word) => !text.includes(word));
  // Reading the address costs more than looking for the words, nearly all of which it has.
  if (open.length === 0) return open;
  const { building, street, tail } = parseAddress(address, postcode);
  const joined = [...building, ...street, ...tail].join('');
  return open.filter((word) => !joined.includes(word));
}
