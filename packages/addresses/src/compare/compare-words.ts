import type { PreparedAddress } from '../read/prepare.ts';
import { isShuffled, withinOneEdit, withinTwoEdits } from '../text/edits.ts';
import { COMPASS, GENERIC_NAME_WORDS, STREET_TYPES, WEAK_STREET_TYPES } from '../text/words.ts';

/** Whether `short` has the first letter of `long` and then letters of `long` in order: RD, DRV, GRN. */
export function isContraction(short: string, long: string): boolean {
  if (short.length < 2 || short[0] !== long[0]) return false;
  let at = 0;
  for (let i = 0; i < long.length && at < short.length; i += 1) if (long[i] === short[at]) at += 1;
  return at === short.length;
}

/** OAKK for OAK: one letter is doubled. */
function isDoubled(long: string, short: string): boolean {
  if (long.length !== short.length + 1) return false;
  let i = 0;
  while (i < short.length && long[i] === short[i]) i += 1;
  return long[i] === long[i - 1] && long.endsWith(short.slice(i));
}

/** OKA for OAK: the last two of three letters are swapped. */
const isSwapped = (a: string, b: string): boolean =>
  a.length === 3 && b.length === 3 && a[1] === b[2] && a[2] === b[1] && isLetter(a, 1) && isLetter(a, 2);
const isLetter = (word: string, i: number): boolean => word.charCodeAt(i) >= 65;

/** NORTHHFIIELD for NORTHFIELD: the same letters, apart from how often each is repeated. */
function differInDoubles(a: string, b: string): boolean {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const letter = a.charCodeAt(i);
    if (letter !== b.charCodeAt(j)) return false;
    while (a.charCodeAt(i) === letter) i += 1;
    while (b.charCodeAt(j) === letter) j += 1;
  }
  return i === a.length && j === b.length;
}

/** In an acronym every letter counts: WLCCG is not CLCCG. */
const isAcronym = (word: string): boolean => !/[AEIOUY]/.test(word);

/** PRACTICE2 is not PRACTICE1. */
const endsInDigit = (word: string): boolean => word.charCodeAt(word.length - 1) <= 57;

/** PRIRNARY for PRIMARY: OCR read M as RN. */
function isReadAsTwo(a: string, b: string): boolean {
  const [long, short] = a.length > b.length ? [a, b] : [b, a];
  return long.length === short.length + 1 && long.includes('RN') && long.replace('RN', 'M') === short;
}

/** Saints whose names are one letter apart. */
const SAINTS = new Set(['AGNES ANNES', 'MARK MARY', 'MARKS MARYS', 'JOHN JOAN', 'JOHNS JOANS']);

const isType = (word: string): boolean => STREET_TYPES.has(word) || WEAK_STREET_TYPES.has(word);

/** Similarity of two words, 0 to 1: 1 if equal, less for a typing error in a word that is long enough, else 0. */
export function wordAgreement(a: string, b: string): number {
  if (a === b) return 1;
  // Similar words share their first or their last letter; most pairs share neither.
  const sameFirst = a.charCodeAt(0) === b.charCodeAt(0);
  if (!sameFirst && a.charCodeAt(a.length - 1) !== b.charCodeAt(b.length - 1)) return 0;
  if ((a === 'ST' && b === 'STREET') || (a === 'STREET' && b === 'ST')) return 1;
  const length = Math.min(a.length, b.length);
  if (length < 4) {
    if (!sameFirst) return 0;
    const [short, long] = a.length < b.length ? [a, b] : [b, a];
    if (COMPASS.get(short) === long) return 1;
    if (short === 'CH' && long === 'CHURCH') return 0.9;
    if (short.length === 3 && (isDoubled(long, short) || isSwapped(a, b))) return 0.7;
    if (isType(long) && !isType(short) && isContraction(short, long)) return 0.9;
  }
  if (length >= 4 && withinOneEdit(a, b)) {
    if (endsInDigit(a) || endsInDigit(b)) return 0;
    if ((isAcronym(a) && isAcronym(b)) || SAINTS.has(`${a} ${b}`) || SAINTS.has(`${b} ${a}`)) return 0;
    return length >= 7 ? 0.95 : length >= 5 ? 0.85 : sameFirst ? 0.7 : 0.5;
  }
  if (length >= 6 && sameFirst && isReadAsTwo(a, b)) return 0.95;
  if (length >= 8 && sameFirst && withinTwoEdits(a, b)) return 0.75;
  if (length >= 7 && sameFirst && isShuffled(a, b)) return 0.75;
  if (length >= 5 && sameFirst && differInDoubles(a, b)) return 0.85;
  if (length >= 4 && length < Math.max(a.length, b.length) && (a.startsWith(b) || b.startsWith(a)))
    return GENERIC_NAME_WORDS.has(a) || GENERIC_NAME_WORDS.has(b) ? 0.9 : 0.5;
  return 0;
}

/** Whether one of the words is `first` and `second` joined. */
function hasJoined(words: readonly string[], first: string, second: string): boolean {
  for (const word of words)
    if (word.length === first.length + second.length && word.startsWith(first) && word.endsWith(second))
      return true;
  return false;
}

/** Whether a word is three words joined, from index `at` on: MAESYDRE for MAES Y DRE. */
function joinsThree(word: string, words: readonly string[], at: number): boolean {
  const first = words[at]!;
  const second = words[at + 1]!;
  const third = words[at + 2];
  if (third === undefined || first.length + second.length + third.length !== word.length) return false;
  return word.startsWith(first) && first + second + third === word;
}

/**
 * The best similarity of each word of `a` to a word of `b`, 0 to 1, including joined words (BEAU WAY, BEAUWAY). Words
 * from index `to` on get 0, unless they are joined with a word before `to`.
 */
export function agreements(a: PreparedAddress, b: PreparedAddress, to = a.words.length): number[] {
  const result = a.words.map(() => 0);
  for (let i = 0; i < to; i += 1) {
    const word = a.words[i]!;
    if (b.index.has(word)) {
      result[i] = 1;
      continue;
    }
    let best = 0;
    for (const other of b.words) {
      const value = wordAgreement(word, other);
      if (value > best) best = value;
    }
    if (best < 0.9 && i + 1 < a.words.length && hasJoined(b.words, word, a.words[i + 1]!)) {
      result[i] = 0.95;
      result[i + 1] = 0.95;
      i += 1;
      continue;
    }
    if (best < 0.9 && a.words[i + 1] !== undefined && a.words[i + 1]!.length <= 2) {
      if (b.words.some((other) => joinsThree(other, a.words, i))) {
        result.fill(0.95, i, i + 3);
        i += 2;
        continue;
      }
    }
    if (best < 0.9 && word.length >= 5) {
      for (let j = 0; j + 1 < b.words.length; j += 1) {
        if (
          b.words[j]!.length + b.words[j + 1]!.length === word.length &&
          b.words[j]! + b.words[j + 1]! === word
        )
          best = 0.95;
        else if (b.words[j + 1]!.length <= 2 && joinsThree(word, b.words, j)) best = 0.95;
      }
    }
    result[i] = best;
  }
  return result;
}

/** The share of the weight of the words in `span` that agrees, 0 to 1; 0 for words without weight. */
export function share(address: PreparedAddress, found: readonly number[], span: [number, number]): number {
  let total = 0;
  let agreed = 0;
  for (let i = span[0]; i < span[1]; i += 1) {
    total += address.weights[i]!;
    agreed += address.weights[i]! * found[i]!;
  }
  return total === 0 ? 0 : agreed / total;
}
