import { misreadPostcode, normalisePostcode } from '../postcode.ts';
import { NUMBER_WORDS, TENS } from './words.ts';

/** A piece of a spoken postcode, which is read from its end: U D, EIGHT, ONE SIX, L E. */
interface Piece {
  text: string;
  /** The index of its first word. */
  from: number;
}

const NOUGHT = new Set(['OH', 'O', 'ZERO', 'NOUGHT']);

/** The digits of a spoken number; null if the word is no number. */
function digitsOf(word: string): string | null {
  if (/^[0-9]{1,2}$/.test(word)) return word;
  return NOUGHT.has(word) ? '0' : (NUMBER_WORDS.get(word) ?? TENS.get(word) ?? null);
}

/** One or two letters before index `end`, as one word or a word each. */
function lettersBefore(words: readonly string[], end: number): Piece | null {
  const [before = '', last = ''] = [words[end - 2], words[end - 1]];
  if (/^[A-Z]{2}$/.test(last)) return { text: last, from: end - 1 };
  if (!/^[A-Z]$/.test(last)) return null;
  return /^[A-Z]$/.test(before) ? { text: before + last, from: end - 2 } : { text: last, from: end - 1 };
}

/** A postcode district before index `end`: ONE SIX, SIXTEEN, TWENTY ONE or TWO Y. */
function districtBefore(words: readonly string[], end: number): Piece | null {
  const letter = /^[A-Z]$/.test(words[end - 1] ?? '') && !NOUGHT.has(words[end - 1]!) ? words[end - 1]! : '';
  const at = letter === '' ? end : end - 1;
  const last = digitsOf(words[at - 1] ?? '');
  if (last === null) return null;
  const before = last.length === 1 ? digitsOf(words[at - 2] ?? '') : null;
  if (before === null) return { text: last + letter, from: at - 1 };
  return { text: before[0] + last + letter, from: at - 2 };
}

/** XE1, 2AB at the end: a postcode from two columns. */
const IN_TWO =
  /(?<=^|[\s,])(?<!(?:flat|unit|apt|room|suite),? )([a-z]{1,2}[0-9][a-z0-9]?) *, *([0-9][a-z]{2})[\s,.]*$/i;

function withPostcodeInOne(address: string): string {
  if (address.lastIndexOf(',') < address.length - 8) return address;
  const found = IN_TWO.exec(address);
  const postcode = found && normalisePostcode(`${found[1]}${found[2]}`);
  return postcode ? address.slice(0, found.index) + postcode : address;
}

/** LE16 7R5 at the end, for LE16 7RS. */
const MISREAD_AT_END = /(?<=[\s,])([a-z0-9]{2,4}) ([a-z0-9]{3})[\s,.]*$/i;

function withPostcodeAsMeant(address: string): string {
  const found = MISREAD_AT_END.exec(address);
  if (!found || /(?:st|nd|rd|th)$/i.test(found[2]!)) return address;
  const postcode = misreadPostcode(`${found[1]}${found[2]}`);
  return postcode && normalisePostcode(found[0]) === null
    ? address.slice(0, found.index) + postcode
    : address;
}

/**
 * Rewrites a postcode at the end that is spoken (L E ONE SIX EIGHT U D), in two columns or misread, as LE16 8UD. Other
 * texts are returned unchanged.
 */
export function withPostcodeInDigits(given: string): string {
  const address = withPostcodeAsMeant(withPostcodeInOne(given));
  // A spoken postcode ends with a word of one or two letters. Most texts end with a longer word.
  const end = address.length;
  if (address[end - 2] !== ' ' && address[end - 3] !== ' ') return address;
  const spaced = [...address.matchAll(/[a-z0-9]+/gi)];
  const words = spaced.map(([word]) => word.toUpperCase());
  const unit = lettersBefore(words, words.length);
  const sector = unit && digitsOf(words[unit.from - 1] ?? '');
  if (!unit || unit.text.length < 2 || sector?.length !== 1) return address;
  const district = districtBefore(words, unit.from - 1);
  const area = district && lettersBefore(words, district.from);
  const postcode = area && normalisePostcode(`${area.text}${district.text}${sector}${unit.text}`);
  if (!postcode) return address;
  const before = address
    .slice(0, spaced[area.from]!.index)
    .replace(/[\s,]*(?:\bpost ?code(?: is)?)?[\s,:]*$/i, '');
  return `${before}, ${postcode}`;
}
