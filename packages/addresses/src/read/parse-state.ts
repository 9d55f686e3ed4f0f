import { NUMBER_WORDS, TENS } from '../text/words.ts';

/** The words of an address while it is parsed. `used` marks the words that a rule has consumed. */
export interface ParseState {
  words: string[];
  parts: number[];
  used: boolean[];
  /**
   * The use that the word before a unit's number gives: FLAT 2 is a home, SHOP 2 a business, ROOM 2 a part of a home.
   * UNIT 2 and SUITE 2 may be any of these, and are not FLAT 2 of the same house.
   */
  use: UnitUse | null;
}

export type UnitUse = 'home' | 'business' | 'room' | 'unit' | 'suite';

/** Separates the units of an address with several: 1+2 for FLAT 1, FLAT 2. */
export const SEVERAL = '+';

/** Marks the words from `from` to before `to` as consumed. */
export function take(state: ParseState, from: number, to: number): void {
  for (let i = from; i < to; i += 1) state.used[i] = true;
}

/** A house number or a range. `to` is null, and `to_suffix` empty, unless it is a range. */
export interface HouseNumber {
  from: number;
  suffix: string;
  to: number | null;
  to_suffix: string;
}

/** A house number with its suffix, or a range of two. */
export const NUMERIC = /^([0-9]{1,5})([A-Z]?)(?:-([0-9]{1,5})([A-Z]?))?$/;
/** Two numbers that differ by more are no range. */
export const MOST_IN_RANGE = 20;

/** Forms of a unit's id after a word such as FLAT. */
export const UNIT_ID =
  /^(?:[0-9]{1,5}[A-Z]{0,2}|[A-Z]|(?:[A-Z]|LG|UG)[0-9]{1,4}[A-Z]?|[0-9]{1,4}[A-Z]?-[0-9]{1,4}[A-Z]?)$/;

export function numberOf(word: string): HouseNumber | null {
  const found = NUMERIC.exec(word);
  if (!found) return null;
  const from = Number(found[1]);
  const suffix = found[2]!;
  if (found[3] === undefined) return { from, suffix, to: null, to_suffix: '' };
  let to = Number(found[3]);
  // The short form 102-4 stands for 102-104.
  if (to < from && found[3].length < found[1]!.length) {
    const long = Number(found[1]!.slice(0, found[1]!.length - found[3].length) + found[3]);
    if (long > from) to = long;
  }
  return { from, suffix, to, to_suffix: found[4]! };
}

type InWords = { text: string; words: number };

/**
 * Reads a number from 1 to 999 in words at index `at`: TWENTY THREE is 23, ONE HUNDRED AND TWO is 102. Null without
 * one.
 */
export function numberInWords(words: readonly string[], at: number): InWords | null {
  const digits = at === 0 ? digitsInWords(words) : null;
  if (digits !== null) return digits;
  const hundreds = words[at] === 'A' ? '1' : NUMBER_WORDS.get(words[at] ?? '');
  if (words[at + 1] !== 'HUNDRED' || hundreds === undefined || hundreds.length > 1)
    return belowHundred(words, at);
  const link = words[at + 2] === 'AND' ? 3 : 2;
  const rest = belowHundred(words, at + link);
  if (rest === null) return { text: `${hundreds}00`, words: 2 };
  return { text: `${hundreds}${rest.text.padStart(2, '0')}`, words: link + rest.words };
}

function belowHundred(words: readonly string[], at: number): InWords | null {
  const tens = TENS.get(words[at] ?? '');
  if (tens === undefined) {
    const text = NUMBER_WORDS.get(words[at] ?? '');
    return text === undefined ? null : { text, words: 1 };
  }
  const ones = NUMBER_WORDS.get(words[at + 1] ?? '');
  if (ones === undefined || ones.length > 1) return { text: tens, words: 1 };
  return { text: `${tens[0]}${ones}`, words: 2 };
}

/** ONE TWO ONE as 121, digit by digit. Needs three digits: two may be a flat and a house. */
function digitsInWords(words: readonly string[]): InWords | null {
  let text = '';
  while (text.length < 3) {
    const word = words[text.length] ?? '';
    const digit = text !== '' && word === 'NOUGHT' ? '0' : NUMBER_WORDS.get(word);
    if (digit === undefined || digit.length > 1) return null;
    text += digit;
  }
  return { text, words: 3 };
}

export function stripZeros(id: string): string {
  return id.replace(/^([A-Z]{0,2})0+(?=[0-9])/, '$1');
}
