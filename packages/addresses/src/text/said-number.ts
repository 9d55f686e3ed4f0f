import { numberInWords } from '../read/parse-state.ts';
import { signOfWords, signsIn } from './given-signs.ts';
import { ABBREVIATIONS, NUMBER_WORDS, STREET_TYPES, TENS, WEAK_STREET_TYPES } from './words.ts';

const SIGN = signOfWords(`
  ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN
  NINETEEN TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY HUNDRED`);
const POSTCODE_AT_END = /[a-z]{1,2}[0-9][a-z0-9]? ?[0-9][a-z]{2}\W*$/i;
/** In characters, with its space and a full stop. */
const LONGEST_POSTCODE = 9;
/** The street type follows the number within this many words: 45 GREAT OAK ROAD. */
const MOST_IN_STREET = 4;

interface Word {
  text: string;
  from: number;
  to: number;
  /** Whether the word begins the text or a comma-separated part. */
  first: boolean;
}

export interface InDigits {
  text: string;
  /**
   * The number's word if it may belong to a name instead (SEVEN SISTERS ROAD); null if the number has several words.
   */
  may_be_name: string | null;
  /**
   * Other readings of two digits spoken one by one. FOUR FIVE OAK ROAD may be flat 4 of number 5 (`4 5 OAK ROAD`) or
   * number 4 of a street (`4 FIVE OAK ROAD`). Empty if the number is spoken as one.
   */
  separate: string[];
}

/**
 * Writes a house number that was dictated in words before a street in digits: QUAX SCHOOL FORTY FIVE OAK ROAD. Null if
 * the text has digits outside its postcode, or no number in words.
 */
export function withNumberInDigits(address: string, signs = signsIn(address)): InDigits | null {
  if ((signs & SIGN) === 0) return null;
  const digit = address.search(/[0-9]/);
  if (digit !== -1 && digit < address.length - LONGEST_POSTCODE) return null;
  if (/[0-9]/.test(address.replace(POSTCODE_AT_END, ''))) return null;
  if (REPEATED_DIGIT.test(address))
    return { text: withDigitsRepeated(address), may_be_name: null, separate: [] };
  const words = wordsOf(address);
  const upper = words.map(({ text }) => text);
  for (let i = 0; i < words.length - 1; i += 1) {
    const found = numberAt(upper, i);
    if (!found) continue;
    const several = severalAt(words, i, found);
    if (several) {
      const [before, after] = [address.slice(0, words[i]!.from), address.slice(words[several.end]!.from)];
      const written = (text: string) => `${before}${text} ${after}`;
      return { text: written(several.text), may_be_name: null, separate: several.apart.map(written) };
    }
    const next = words[i + found.words];
    if (!next) continue;
    const begins = found.words > 1 ? words[i]!.first : i === 0 && mayCount(words[i]!);
    const named = found.words === 1 && PLURAL.test(next.text);
    if ((named || !begins) && !isBeforeStreet(words, i + found.words, named)) continue;
    const from = words[i]!.from;
    // The comma of MANOR FARM TWO, MILL LANE stays, so that the number is read as home 2 of the farm.
    const text = `${address.slice(0, from)}${found.text}${address.slice(words[i + found.words - 1]!.to)}`;
    return { text, may_be_name: found.words === 1 ? upper[i]! : null, separate: [] };
  }
  return null;
}

/** Welsh street types, which begin the name of a street: TEN HEOL Y DDERWEN. */
const WELSH_STREETS = new Set(['HEOL', 'STRYD', 'FFORDD', 'RHODFA', 'LON']);

const DIGIT = 'one|two|three|four|five|six|seven|eight|nine|oh|zero|nought';
/** DOUBLE TWO OAK ROAD, FOUR DOUBLE TWO, TREBLE ONE: a digit repeated two or three times. */
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

const digitsOf = (spoken: string): string =>
  spoken
    .toUpperCase()
    .split(' ')
    .map((word) => NUMBER_WORDS.get(word) ?? (word === '' ? '' : '0'))
    .join('');

/** Words between the two numbers of a range, and how the range is written. */
const LINKS = new Map([
  ['TO', ' to '],
  ['AND', ' and '],
  ['DASH', '-'],
  ['HYPHEN', '-'],
]);

/**
 * Reads two numbers before a street from index `i` on: TWELVE TO FOURTEEN OAK ROAD is a range; FOUR FIVE and ONE TWENTY
 * THREE are one number spoken in two pieces, or a flat and its house (`separate`). `end` is the index of the first word
 * of the street. Null if two numbers do not stand there.
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
  const secondInWords = upper.slice(at, end).join(' ');
  const separate_readings = nought ? [] : [`${first.text} ${second.text}`, `${first.text} ${secondInWords}`];
  return { text: `${first.text}${second.text}`, apart: separate_readings, end };
}

/** Whether the digits of a number are spoken one by one, so that they may be two numbers. */
export const saysTwoNumbers = (address: string, signs: number): boolean =>
  (signs & SIGN) !== 0 && (withNumberInDigits(address, signs)?.separate ?? []).length > 0;

function numberAt(words: readonly string[], i: number): { text: string; words: number } | null {
  if (!NUMBER_WORDS.has(words[i]!) && !TENS.has(words[i]!) && words[i + 1] !== 'HUNDRED') return null;
  // Speakers say O for nought.
  const spoken = words.slice(i).map((word, k) => (k > 0 && NOUGHT.test(word) ? 'NOUGHT' : word));
  return numberInWords(spoken, 0);
}

/** ONE alone is not read as a number, since it begins the names of large buildings. */
const mayCount = ({ text }: Word): boolean => text !== 'ONE';
/** A plural that the number may count in a name: THREE OAKS COURT. */
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

/**
 * Whether the words from `at` on, within one part, name a street with its type. With `surely`, types that also occur in
 * other names (`WEAK_STREET_TYPES`) do not count.
 */
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
 * Reads OAK ROAD NR. 12 as number 12, as numbers are written on the continent; in English it means near number 12. Null
 * if the text has no NR after a street.
 */
export const withNumberBehind = (address: string, signs: number): string | null =>
  signs & NR && NUMBER_BEHIND.test(address) ? address.replace(NUMBER_BEHIND, '$1No. ') : null;
