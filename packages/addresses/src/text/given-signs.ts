/**
 * Bit flags ("signs") for what an address as given contains. A rule runs only if its sign is set: few texts have any
 * sign, and one scan of the characters costs less than a regular expression for each rule.
 */
export const GIVEN = {
  /** A character other than a letter, digit, space, comma, dash or apostrophe. */
  odd: 1,
  slash: 1 << 1,
  dash: 1 << 2,
  /** 12Oak. */
  letter_after_digit: 1 << 3,
  /** 1l Oak Road: a small L. */
  l_after_digit: 1 << 4,
  /** SchoolRoad. */
  capital_after_small: 1 << 5,
  /** 14 16 OAK ROAD. */
  two_numbers: 1 << 6,
  /** 12 OAK ROAD, 14; 12 AND 14 OAK ROAD: a number after punctuation or a word that joins it to the text before. */
  joined_number: 1 << 7,
  /** Three digits or more. */
  long_number: 1 << 8,
  /** 12 OAK ROAD 14 OAK ROAD: a number directly after a word of two characters or more; the Y of EC2Y is no word. */
  number_behind_word: 1 << 9,
} as const;

const FIRST_OF_WORDS = 10;
const signs = new Map<string, number>();
let groups = 0;

/**
 * Allocates a sign that is set for texts with one of these words. The words consist of letters; a number may stand
 * directly before one (12FLATS).
 */
export function signOfWords(words: string): number {
  const sign = 1 << (FIRST_OF_WORDS + groups);
  groups += 1;
  for (const word of words.trim().split(/\s+/)) signs.set(word, (signs.get(word) ?? 0) | sign);
  return sign;
}

/** All signs: the value for a text with characters other than printable ASCII, which is not scanned. */
export const EVERY_SIGN = -1;
const SPACE = 32;
const DELETE = 127;

/** Kinds of characters. */
const [OTHER, SPACES, COMMAS, DASHES, SLASHES, DIGITS, CAPITALS, SMALL, LOW_LINE] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8,
];
const KINDS = 9;
const KIND = new Uint8Array(DELETE);
for (const [kind, characters] of [
  [SPACES, ' '],
  [COMMAS, ",'"],
  [DASHES, '-'],
  [SLASHES, '/'],
  [DIGITS, '0123456789'],
  [CAPITALS, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [SMALL, 'abcdefghijklmnopqrstuvwxyz'],
  [LOW_LINE, '_'],
] as const)
  for (const character of characters) KIND[character.charCodeAt(0)] = kind;

/** The signs for a pair of kinds: that of the previous character, then that of the character. */
const AFTER = new Int32Array(KINDS * KINDS);
for (let before = 0; before < KINDS; before += 1) {
  AFTER[before * KINDS + OTHER] = GIVEN.odd;
  AFTER[before * KINDS + LOW_LINE] = GIVEN.odd;
  AFTER[before * KINDS + SLASHES] = GIVEN.odd | GIVEN.slash;
  AFTER[before * KINDS + DASHES] = GIVEN.dash;
}
AFTER[DIGITS * KINDS + CAPITALS] = GIVEN.letter_after_digit;
AFTER[DIGITS * KINDS + SMALL] = GIVEN.letter_after_digit;
AFTER[SMALL * KINDS + CAPITALS] = GIVEN.capital_after_small;

const JOINING = new Set([...',;/&+'].map((sign) => sign.charCodeAt(0)));
const JOINING_WORDS = new Set(['OR', 'AND', 'TO']);
const SMALL_L = 'l'.charCodeAt(0);

/** The signs of a text. No index beyond its ends is read: an out-of-range read makes the scan several times slower. */
export function signsIn(address: string): number {
  const upper = address.toUpperCase();
  let found = 0;
  let before: number = SPACES;
  let last: number = SPACE;
  let word = '';
  let from = 0;
  let digits = 0;
  for (let i = 0; i < address.length; i += 1) {
    const code = address.charCodeAt(i);
    if (code < SPACE || code >= DELETE) return EVERY_SIGN;
    const kind = KIND[code]!;
    found |= AFTER[before * KINDS + kind]!;
    if (kind >= CAPITALS) {
      if (before < CAPITALS) from = i;
      if (before === DIGITS && code === SMALL_L) found |= GIVEN.l_after_digit;
    } else if (before >= CAPITALS && kind !== DIGITS) {
      word = upper.slice(from, i);
      found |= signs.get(word) ?? 0;
    }
    if (kind === DIGITS) {
      if (before < DIGITS) {
        digits = 0;
        if (KIND[last] === DIGITS) found |= GIVEN.two_numbers;
        if (KIND[last]! >= CAPITALS && before === SPACES && word.length > 1)
          found |= GIVEN.number_behind_word;
        if (JOINING.has(last) || JOINING_WORDS.has(word)) found |= GIVEN.joined_number;
      }
      digits += 1;
      if (digits === LONG) found |= GIVEN.long_number;
    }
    if (kind !== SPACES) last = code;
    before = kind;
  }
  return before < CAPITALS ? found : found | (signs.get(upper.slice(from)) ?? 0);
}
const LONG = 3;
