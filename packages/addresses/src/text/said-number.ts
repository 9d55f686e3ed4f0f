import { numberInWords } from '../read/parse-state.ts';
import { signOfWords, signsIn } from './given-signs.ts';
import { ABBREVIATIONS, NUMBER_WORDS, STREET_TYPES, TENS, WEAK_STREET_TYPES } from './words.ts';

const SIGN = signOfWords(`
  ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN
  NINETEEN TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY HUNDRED`);
const POSTCODE_AT_END = /[a-z]{1,2}[0-9][a-z0-9]? ?[0-9][a-z]{2}\W*$/i;
/** With its space and a full stop. */
const LONGEST_POSTCODE = 9;
/** After so many words the street of a number has its type: 45 GREAT OAK ROAD. */
const MOST_IN_STREET = 4;

interface Word {
  text: string;
  from: number;
  to: number;
  /** Whether it begins the text or a part of it. */
  first: boolean;
}

export interface InDigits {
  text: string;
  /** The word of the number if it may be part of a name instead, SEVEN SISTERS ROAD; null if several words give it. */
  may_be_name: string | null;
  /**
   * What two digits one by one may mean besides one number: flat 4 of number 5 in FOUR FIVE OAK ROAD, and number 4 in
   * FOUR FIVE OAKS ROAD. Empty if the number is said as one.
   */
  apart: string[];
}

/**
 * The text with its number in digits where it is written in words before a street: QUAX SCHOOL FORTY FIVE OAK ROAD, as
 * it is dictated. Null if it has another number or none in words.
 */
export function withNumberInDigits(address: string, signs = signsIn(address)): InDigits | null {
  if ((signs & SIGN) === 0) return null;
  const digit = address.search(/[0-9]/);
  if (digit !== -1 && digit < address.length - LONGEST_POSTCODE) return null;
  if (/[0-9]/.test(address.replace(POSTCODE_AT_END, ''))) return null;
  if (REPEATED_DIGIT.test(address))
    return { text: withDigitsRepeated(address), may_be_name: null, apart: [] };
  const words = wordsOf(address);
  const upper = words.map(({ text }) => text);
  for (let i = 0; i < words.length - 1; i += 1) {
    const found = numberAt(upper, i);
    if (!found) continue;
    const several = severalAt(words, i, found);
    if (several) {
      const [before, after] = [address.slice(0, words[i]!.from), address.slice(words[several.end]!.from)];
      const written = (text: string) => `${before}${text} ${after}`;
      return { text: written(several.text), may_be_name: null, apart: several.apart.map(written) };
    }
    const next = words[i + found.words];
    if (!next) continue;
    const begins = found.words > 1 ? words[i]!.first : i === 0 && mayCount(words[i]!);
    const named = found.words === 1 && PLURAL.test(next.text);
    if ((named || !begins) && !isBeforeStreet(words, i + found.words, named)) continue;
    const from = words[i]!.from;
    // MANOR FARM TWO, MILL LANE is home 2 of the farm: the comma stays.
    const text = `${address.slice(0, from)}${found.text}${address.slice(words[i + found.words - 1]!.to)}`;
    return { text, may_be_name: found.words === 1 ? upper[i]! : null, apart: [] };
  }
  return null;
}

/** TEN HEOL Y DDERWEN: these begin the name of a street. */
const WELSH_STREETS = new Set(['HEOL', 'STRYD', 'FFORDD', 'RHODFA', 'LON']);

const DIGIT = 'one|two|three|four|five|six|seven|eight|nine|oh|zero|nought';
/** DOUBLE TWO OAK ROAD, FOUR DOUBLE TWO, TREBLE ONE: a digit that is said once for two or three. */
const REPEATED_DIGIT = new RegExp(
  `\\b((?:(?:${DIGIT}) )*)(double|treble|triple) (${DIGIT})((?: (?:${DIGIT}))*)(?=,? +[a-z])`,
  'i',
);

function withDigitsRepeated(address: string): string {
  return address.replace(
    REPEATED_DIGIT,
    (_, first: string, times: string, digit: string, last: string) =>
      `${digitsOf(first)}${digitsOf(digit).repeat(/^d/i.test(times) ? 2 : 3)}${digitsOf(last)}`,
  );
}

const digitsOf = (said: string): string =>
  said
    .toUpperCase()
    .split(' ')
    .map((word) => NUMBER_WORDS.get(word) ?? (word === '' ? '' : '0'))
    .join('');

/** What stands between the two numbers of a range. */
const LINKS = new Map([
  ['TO', ' to '],
  ['AND', ' and '],
  ['DASH', '-'],
  ['HYPHEN', '-'],
]);

/**
 * Two numbers before a street: TWELVE TO FOURTEEN OAK ROAD is a range, FOUR FIVE and ONE TWENTY THREE are one number
 * said in two, or a flat and its house. `end` is the place of the first word of the street; null if there are no two.
 */
function severalAt(
  words: readonly Word[],
  i: number,
  first: { text: string; words: number },
): { text: string; apart: string[]; end: number } | null {
  const upper = words.map(({ text }) => text);
  const link = LINKS.get(upper[i + first.words] ?? '');
  const at = i + first.words + (link === undefined ? 0 : 1);
  if (words.slice(i + 1, at + 1).some((word) => word.first)) return null;
  const nought = NOUGHT.test(upper[at] ?? '') && link === undefined;
  const second = nought ? { text: '0', words: 1 } : numberAt(upper, at);
  if (!second) return null;
  const end = at + second.words;
  if (words[end]?.first !== false || !isBeforeStreet(words, end, false)) return null;
  if (link !== undefined) return { text: `${first.text}${link}${second.text}`, apart: [], end };
  if (first.text.length > 1 || second.text.length > 2) return null;
  const said = upper.slice(at, end).join(' ');
  const apart = nought ? [] : [`${first.text} ${second.text}`, `${first.text} ${said}`];
  return { text: `${first.text}${second.text}`, apart, end };
}

/** Whether the digits of a number are said one by one, so that they may be two numbers. */
export const saysTwoNumbers = (address: string, signs: number): boolean =>
  (signs & SIGN) !== 0 && (withNumberInDigits(address, signs)?.apart ?? []).length > 0;

function numberAt(words: readonly string[], i: number): { text: string; words: number } | null {
  if (!NUMBER_WORDS.has(words[i]!) && !TENS.has(words[i]!) && words[i + 1] !== 'HUNDRED') return null;
  // Nought is said as a letter.
  const said = words.slice(i).map((word, k) => (k > 0 && NOUGHT.test(word) ? 'NOUGHT' : word));
  return numberInWords(said, 0);
}

/** ONE begins the names of large buildings. */
const mayCount = ({ text }: Word): boolean => text !== 'ONE';
/** THREE OAKS COURT; but FORTY PRINCES STREET. */
const PLURAL = /[^S]S$/;

const NOUGHT = /^(?:OH|O|ZERO|NOUGHT)$/;

function wordsOf(address: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const found of address.matchAll(/[a-z']+/gi)) {
    const between = address.slice(end, found.index);
    end = found.index + found[0].length;
    const text = found[0].toUpperCase();
    words.push({ text, from: found.index, to: end, first: words.length === 0 || /[,;\n|]/.test(between) });
  }
  return words;
}

/** Whether the words from `at` on name a street with its type, in one part; `surely` if it is that of streets only. */
function isBeforeStreet(words: readonly Word[], at: number, surely: boolean): boolean {
  if (WELSH_STREETS.has(words[at]?.text ?? '') && words[at + 1]?.first === false) return true;
  for (let i = at; i < words.length && i <= at + MOST_IN_STREET; i += 1) {
    if (i > at && words[i]!.first) return false;
    const word = ABBREVIATIONS.get(words[i]!.text) ?? words[i]!.text;
    if (i > at && (STREET_TYPES.has(word) || word === 'ST' || (!surely && WEAK_STREET_TYPES.has(word))))
      return true;
  }
  return false;
}

const NR = signOfWords('NR');
const NUMBER_BEHIND =
  /^([^0-9]*\b(?:road|rd|street|st|avenue|ave|lane|ln|drive|close|crescent|terrace|place|square|grove|gardens)\.?,? )nr\b[. ]*(?=[0-9]{1,4}[a-z]? *(?:,|$))/i;

/**
 * OAK ROAD NR. 12, as numbers are written on the continent; in English it is near number 12. Null if it says no such.
 */
export const withNumberBehind = (address: string, signs: number): string | null =>
  signs & NR && NUMBER_BEHIND.test(address) ? address.replace(NUMBER_BEHIND, '$1No. ') : null;
