import { BUILDING_TYPES, STREET_TYPES, UNIT_WORDS, WEAK_STREET_TYPES } from './words.ts';

/** 1Oak Road: no space after the number. In 5outh Street the digit is a misread letter, and a small letter follows. */
const NUMBER_AND_NAME = /(^|[\s,])([0-9]{1,4}(?:[-/][0-9]{1,4})?)(?=[A-Z][a-z]{2})/g;
/** 12-14OAK ROAD. */
const RANGE_AND_NAME = /(^|[\s,])([0-9]{1,4}[-/][0-9]{1,4})(?=[A-Z]{3}|[a-z]{4})/g;
/** l2 Oak Road: OCR read the 1 as a small L. */
const SMALL_L = /(?:^|,)\s*l[0-9l]{1,3}(?=[a-z]?[ ,]+[A-Z][a-z])/;

/** 12 L ea Road: a space after the first letter. Only the words excluded here begin with a small letter. */
const SPLIT_NAME =
  /^(\s*[0-9]{1,4} [A-Z]) (?!(?:the|of|at|and|in|on|le|la|de|y|yr) )([a-z]{2,})(?= [A-Z][a-z])/;

/** Whether a name in the text is split after its first letter, which only the case of its letters shows. */
export const splitsName = (address: string): boolean => SPLIT_NAME.test(address);

const SIGN = /[0-9][A-Z][a-z]{2}|^\s*[0-9]+ [A-Z] [a-z]{2}|[-/][0-9]+(?:[A-Z]{3}|[a-z]{4})|(?:^|,)\s*l[0-9l]/;

/** Corrects errors that only the case of the letters shows: a missing space after a number, a small L for a 1. */
export function withPlainNumbers(given: string): string {
  const address = TWO_FOR_ONE.some((letters) => given.includes(letters))
    ? given.replace(READ_AS_TWO, joinedLetter)
    : given;
  if (!SIGN.test(address)) return address;
  return address
    .replace(SPLIT_NAME, '$1$2')
    .replace(NUMBER_AND_NAME, '$1$2 ')
    .replace(RANGE_AND_NAME, '$1$2 ')
    .replace(SMALL_L, (number) => (/[0-9]/.test(number) ? number.replaceAll('l', '1') : number));
}

/** A letter that OCR read as two: VVESTERN, IIOUSE, RNAIN. No word begins with these pairs. */
const READ_AS_TWO = /(^|[\s,])(?:(VV)|(II)|(RN))(?=[A-Z]{3})/gi;

const TWO_FOR_ONE = ['VV', 'II', 'RN', 'vv'];
const joinedLetter = (_: string, before: string, w?: string, h?: string): string =>
  before + (w ? 'W' : h ? 'H' : 'M');

/** Words that take no possessive S, as does AND: OAK ROAD S HARROW, FLAT S OAK HOUSE, M AND S FOODS. */
const WITHOUT_POSSESSIVE = [STREET_TYPES, WEAK_STREET_TYPES, BUILDING_TYPES, UNIT_WORDS];

/**
 * Joins words with a space for an apostrophe, in place: ST MARY S ROAD, O CONNOR CLOSE to ST MARYS ROAD, OCONNOR CLOSE.
 */
export function joinApostrophes(words: string[], parts: number[]): void {
  for (let i = words.length - 2; i >= 0; i -= 1) {
    const word = words[i]!;
    if ((word !== 'S' && word !== 'O') || parts[i] !== parts[i + 1]) continue;
    const before = parts[i - 1] === parts[i] ? words[i - 1]! : '';
    if (before === 'AND' || WITHOUT_POSSESSIVE.some((types) => types.has(before))) continue;
    if (word === 'S' && /^[A-Z]{3,}$/.test(before) && /^[A-Z]{3,}$/.test(words[i + 1]!))
      words.splice(i - 1, 2, `${before}S`);
    else if (word === 'O' && !/^[A-Z]$/.test(before) && /^[A-Z]{4,}$/.test(words[i + 1]!))
      words.splice(i, 2, `O${words[i + 1]}`);
    else continue;
    parts.splice(i, 1);
  }
}
