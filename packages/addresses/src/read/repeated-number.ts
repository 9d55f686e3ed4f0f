import { STREET_TYPES, WEAK_STREET_TYPES } from '../text/words.ts';
import type { ParsedAddress } from './parse.ts';
import type { PreparedAddress } from './prepare.ts';
import type { PreparedQuery } from './prepare-query.ts';

/**
 * Whether the number of the house is also that of something else at it: BERTH 12, 12 OAK ROAD; DESK NO 12, 12 OAK ROAD.
 * The number of the listed house explains it once. DESK 3 behind 30 THE POINT, XANBURY has one that the list has
 * nowhere.
 */
export function numbersElse(query: PreparedQuery, { parsed: listed, words }: PreparedAddress): boolean {
  const { number, of_business } = query.parsed;
  if (number === null || number.to !== null || of_business) return false;
  const own = `${number.from}${number.suffix}`;
  if (listed.number?.from !== number.from) return endsWithNumber(query.text, own) && !words.includes(own);
  const twice = query.words.includes(own) || query.text?.includes(` NUMBER ${own} ${own} `);
  return Boolean(twice) && !words.includes(own) && listed.unit !== own;
}

/** 12 OAK HOUSE, XANBURY, OAK ROAD 3 ends with the number of a street. */
function endsWithNumber(text: string | null, number: string): boolean {
  const [before = '', last] = text?.split(' ').slice(-2) ?? [];
  return last === number && !STREET_TYPES.has(before) && !WEAK_STREET_TYPES.has(before);
}

/** 12AOAK ROAD, read as 12 AOAK ROAD: the first letter may be that of the number. */
export function startsWithSuffix(
  { parsed, words, street: [from, to] }: PreparedQuery,
  listed: PreparedAddress,
) {
  const name = words[from] ?? '';
  if (from < to && isSplitLetter(parsed, name, listed)) return true;
  if (from === to || parsed.number === null || parsed.number.suffix !== '' || !SUFFIX.test(name))
    return false;
  return !listed.index.has(name) && listed.words.slice(...listed.street).includes(name.slice(1));
}
/** 12 A CORN ROAD, read as 12A CORN ROAD, where the list has ACORN ROAD: the letter may be that of the street. */
function isSplitLetter({ number, unit }: ParsedAddress, name: string, listed: PreparedAddress): boolean {
  const letter = number?.suffix || unit;
  if (!letter || letter.length > 1 || listed.index.has(name)) return false;
  return listed.words.includes(letter + name, listed.street[0]);
}

const SUFFIX = /^(?:A(?!A)|B(?!B)|C(?!C)|D(?!D))[A-Z]{3}/;
