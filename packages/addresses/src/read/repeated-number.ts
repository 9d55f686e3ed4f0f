import { STREET_TYPES, WEAK_STREET_TYPES } from '../text/words.ts';
import type { ParsedAddress } from './parse.ts';
import type { PreparedAddress } from './prepare.ts';
import type { PreparedQuery } from './prepare-query.ts';

/**
 * Whether the query has its house number a second time, for something at the house: BERTH 12, 12 OAK ROAD; DESK NO 12,
 * 12 OAK ROAD. The listed house number explains only one of the two. Also whether the text ends with a number that the
 * listed address lacks, as in 30 THE POINT, XANBURY, DESK 3.
 */
export function numbersElse(query: PreparedQuery, { parsed: listed, words }: PreparedAddress): boolean {
  const { number, of_business } = query.parsed;
  if (number === null || number.to !== null || of_business) return false;
  const own = `${number.from}${number.suffix}`;
  if (listed.number?.from !== number.from) return endsWithNumber(query.text, own) && !words.includes(own);
  const twice = query.words.includes(own) || query.text?.includes(` NUMBER ${own} ${own} `);
  return Boolean(twice) && !words.includes(own) && listed.unit !== own;
}

/** Whether the text ends with the number, but not after a street, as in 12 OAK HOUSE, XANBURY, OAK ROAD 3. */
function endsWithNumber(text: string | null, number: string): boolean {
  const [before = '', last] = text?.split(' ').slice(-2) ?? [];
  return last === number && !STREET_TYPES.has(before) && !WEAK_STREET_TYPES.has(before);
}

/** 12AOAK ROAD, parsed as 12 AOAK ROAD: the first letter of the street may be the suffix of the number. */
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
/** 12 A CORN ROAD, parsed as 12A CORN ROAD, if the list has ACORN ROAD: the letter may belong to the street. */
function isSplitLetter({ number, unit }: ParsedAddress, name: string, listed: PreparedAddress): boolean {
  const letter = number?.suffix || unit;
  if (!letter || letter.length > 1 || listed.index.has(name)) return false;
  return listed.words.includes(letter + name, listed.street[0]);
}

const SUFFIX = /^(?:A(?!A)|B(?!B)|C(?!C)|D(?!D))[A-Z]{3}/;
