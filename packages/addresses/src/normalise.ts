import { isScottishPostcode, normalisePostcode } from './postcode.ts';
import { ABBREVIATIONS, AT_END_OF_PART, MISSPELT_TYPES, ORDINALS } from './words.ts';

/** The words of an address in normalised spelling, each with the index of its comma-separated part. */
export interface Tokens {
  words: string[];
  parts: number[];
  postcode: string | null;
}

const COUNTRY = /[\s,]+(UNITED KINGDOM|GREAT BRITAIN|ENGLAND|WALES|CYMRU|SCOTLAND|U\.?K\.?|G\.?B\.?)[\s,.]*$/;
const LAST_POSTCODE = /(?:^|[\s,])([A-Z]{1,2}[0-9][A-Z0-9]?)[\s-]*([0-9OI][A-Z]{2})[\s.,]*$/;
const ANY_POSTCODE = /(?:^|[\s,])([A-Z]{1,2}[0-9][A-Z0-9]?) ?([0-9][A-Z]{2})(?=[\s,])/;
const ORDINAL_END = /^[0-9](ST|ND|RD|TH)$/;
const DIGIT_IN_WORD = /^[A-Z015]*[A-Z][A-Z015]*[A-Z][A-Z015]*$/;

/** O or I misread for a digit in a number, and a digit misread for a letter in a word. */
function repairOcr(word: string): string {
  if (!/[0-9]/.test(word)) return word;
  if (/[OI]/.test(word) && /^[0-9OI]+[A-HJ-NP-Z]?$/.test(word)) {
    return word.replace(/O/g, '0').replace(/I/g, '1');
  }
  if (word.length >= 4 && DIGIT_IN_WORD.test(word) && (word.match(/[A-Z]/g)?.length ?? 0) >= 3) {
    return word.replace(/0/g, 'O').replace(/1/g, 'I').replace(/5/g, 'S');
  }
  return word;
}

function splitPostcode(text: string, own: string | null): { text: string; postcode: string | null } {
  const last = LAST_POSTCODE.exec(text);
  if (last) {
    const postcode = normalisePostcode(`${last[1]}${last[2]}`);
    // What looks like an ordinal is one if the caller gives another postcode: `own`.
    if (postcode && (own === null || postcode === own || !ORDINAL_END.test(last[2]!)))
      return { text: text.slice(0, last.index), postcode };
  }
  const inside = ANY_POSTCODE.exec(text);
  if (inside && !ORDINAL_END.test(inside[2]!)) {
    const postcode = normalisePostcode(`${inside[1]}${inside[2]}`);
    if (postcode) {
      return {
        text: `${text.slice(0, inside.index)},${text.slice(inside.index + inside[0].length)}`,
        postcode,
      };
    }
  }
  return { text, postcode: null };
}

/**
 * Ranges as `12-14`, letters and halves beside their number, units and streets apart from theirs. A rule is tried only
 * where its sign is in the text, which is quicker to see.
 */
function spaceNumbers(given: string, postcode: string | null): string {
  let text = given
    .replace(/ {2,}/g, ' ')
    // 12HIGH STREET is split; digits that may have been misread for a letter stay with their word.
    .replace(/^([^0-9]*\b[0-9]*[2-46-9][0-9]*)([A-Z]{3,})\b/, '$1 $2');
  if (text.includes(' AND A HALF')) text = text.replace(/([0-9]) AND A HALF\b/g, '$1 HALF');
  if (text.includes(' 1/2 ')) {
    const half = postcode && isScottishPostcode(postcode) ? '$1 1/2' : '$1 HALF';
    text = text.replace(/([0-9]) 1\/2(?= [A-Z])/g, half);
  }
  if (text.includes('-')) text = text.replace(/([0-9])([A-Z]?) *- *([0-9])/g, '$1$2-$3');
  if (text.includes(' TO ') || text.includes(' AND '))
    text = text.replace(/([0-9])([A-Z]?) (?:TO|AND) ([0-9])/g, '$1$2-$3');
  if (text.includes('-')) text = text.replace(/([0-9]) *- *([A-Z])\b/g, '$1$2');
  return text
    .replace(/\b([0-9]+) ([A-DF-HJ-MPQT])(?= |,|$)/g, '$1$2')
    .replace(/\b(FLAT|APARTMENT|APT|UNIT|ROOM|PLOT|SUITE)([0-9]+[A-Z]?)\b/g, '$1 $2');
}

/**
 * Upper case without accents, apostrophes and punctuation; ranges as `12-14`; `12 A` as `12A`; abbreviations expanded;
 * a postcode or country inside the text removed. `postcode` is the caller's own, which takes precedence.
 */
export function tokenise(address: string, postcode?: string | null): Tokens {
  let text = address.toUpperCase();
  if (/[^\x20-\x7E]/.test(text)) {
    text = text
      .replace(/[\u2010-\u2015]/g, '-')
      .replace(/½/g, ' HALF ')
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[\u2018\u2019\u00b4]/g, '')
      .replace(/[\n\r\t]/g, ',');
  }
  text = text.replace(COUNTRY, '');
  const given = normalisePostcode(postcode);
  const split = splitPostcode(text, given);
  const own = given ?? split.postcode;
  text = split.text.replace(/['`]/g, '');
  if (/[&/(;:|)"#.+_@]/.test(text)) {
    text = text
      .replace(/\bR\/O\b/g, ' REAR OF ')
      .replace(/\bC\/O\b/g, ' CARE OF ')
      .replace(/\bG\/F\b/g, ' GF ')
      .replace(/&/g, ' AND ')
      .replace(/[();:|]/g, ',')
      .replace(/[."#+_@]/g, ' ');
  }
  if (/[0-9]/.test(text)) text = spaceNumbers(text, own);
  const words: string[] = [];
  const parts: number[] = [];
  let part = 0;
  const odd = /[^A-Z0-9/ ,-]/.test(text);
  for (const piece of text.split(',')) {
    const before = words.length;
    for (const raw of piece.split(piece.includes('-') ? / +|(?<![0-9][A-Z]?)-|-(?![0-9])/ : ' ')) {
      if (raw === '') continue;
      let word =
        raw.includes('/') && !/^[0-9A-Z]{1,4}\/[0-9A-Z]{1,3}$/.test(raw) ? raw.replace(/\//g, ' ') : raw;
      if (odd) word = word.replace(/[^A-Z0-9/ -]/g, '');
      word = repairOcr(word);
      if (word === '' || word === '-') continue;
      for (const single of word.split(' ')) {
        if (single === '') continue;
        words.push(ABBREVIATIONS.get(single) ?? ORDINALS.get(single) ?? MISSPELT_TYPES.get(single) ?? single);
        parts.push(part);
      }
    }
    if (words.length > before) part += 1;
  }
  placeDependent(words, parts);
  return { words, parts, postcode: own };
}

/**
 * ST, DR and CT mean different things at the end and at the beginning of a part. Between words ST stays ambiguous.
 */
function placeDependent(words: string[], parts: number[]): void {
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i]!;
    const type = AT_END_OF_PART.get(word);
    if (
      type &&
      i > 0 &&
      parts[i - 1] === parts[i] &&
      parts[i + 1] !== parts[i] &&
      !/[0-9]/.test(words[i - 1]!)
    ) {
      words[i] = type;
      continue;
    }
    if (word !== 'ST' && word !== 'DR' && word !== 'CT' && word !== 'CRT') continue;
    const first = i === 0 || parts[i - 1] !== parts[i] || /[0-9]/.test(words[i - 1]!);
    const last = i === words.length - 1 || parts[i + 1] !== parts[i];
    if (word === 'ST') {
      if (last && !first) words[i] = 'STREET';
    } else if (word === 'DR') {
      if (!first) words[i] = 'DRIVE';
    } else if (!first) {
      words[i] = 'COURT';
    }
  }
}
