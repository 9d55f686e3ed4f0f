import { isScottishPostcode, normalisePostcode } from '../postcode.ts';
import { joinBrokenWords, LAST_LETTER } from './broken-words.ts';
import { withoutCodes, withoutEntities } from './entities.ts';
import { withDistrictsOfToday } from './old-districts.ts';
import { joinApostrophes } from './slips.ts';
import { type Signs, spaceNumbers } from './space-numbers.ts';
import { withStoreysApart, withStoreysInFull } from './storeys.ts';
import { ABBREVIATIONS, AT_END_OF_PART, MISSPELT_TYPES, ORDINALS } from './words.ts';

/** The words of an address in normalised spelling, each with the index of its comma-separated part. */
export interface Tokens {
  words: string[];
  parts: number[];
  postcode: string | null;
  /** Whether doors and storeys are read as in the tenements of Scotland: 2/1, 2F1, TFL. */
  scottish: boolean;
}

const COUNTRY =
  /[\s,](UNITED KINGDOM|GREAT BRITAIN|ENGLAND|WALES|CYMRU|SCOTLAND|(?:NORTHERN|N\.?) ?IRELAND|N\.?I\.?|U\.?K\.?|G\.?B\.?)[\s,.]*$/;
const LAST_POSTCODE =
  /(?:^|[\s,;:|("'[{])([A-Z]{1,2}[0-9OI][A-Z0-9]?)[\s.-]*([0-9OI][A-Z]{2})[\s.,;|)"'\]}]*$/;
/** LE 16 7RT, LE16 7 RT and LE 167RT: a postcode with its spaces elsewhere, at the end. */
const SPACED_POSTCODE =
  /(^|[\s,;:|("'[{])((?:[BEGLMNSW]|[A-Z]{2}) ?[0-9]{1,2}[A-Z]? ?[0-9] ?[ABD-HJLNP-UW-Z]{2})(?=[\s.,;|)"'\]}]*$)/;
/** A postcode without its last letters, at the end: LE16 7 and LE16 7R. After FLAT or UNIT the text is no postcode. */
const SECTOR_AT_END =
  /(?<!\b(?:FLAT|APARTMENT|APT|UNIT|ROOM|SUITE|BLOCK|BUILDING|OFFICE|PLOT|LEVEL|FLOOR|GATE))([\s,](?:[BEGLMNSW]|[A-Z]{2})[0-9]{1,2}[A-Z]?) [0-9][ABD-HJLNP-UW-Z]?[\s.,]*$/;
const ANY_POSTCODE = /(?:^|[\s,])([A-Z]{1,2}[0-9][A-Z0-9]?) ?([0-9][A-Z]{2})(?=[\s,])/;
const ORDINAL_END = /^(?:1ST|2ND|3RD|[4-9]TH)$/;
const LONGEST_MISREAD = 30;
const DIGIT_IN_WORD = /^[A-Z015]*[A-Z][A-Z015]*[A-Z][A-Z015]*$/;

/** Corrects an O or I that OCR read for a digit in a number, and a digit read for a letter in a word. */
function repairOcr(word: string): string {
  if (!hasDigit(word)) return word;
  // 0AK and IF1: no number begins with a 0 before letters, and no tenement door with an I.
  if (/^0[A-Z]{2,}$/.test(word)) return `O${word.slice(1)}`;
  if (/^IF[0-9]$/.test(word)) return `1${word.slice(1)}`;
  if (word === 'F1AT') return 'FLAT';
  // 1EA and 1ANE: an L before a vowel. 1AF is FIRST in Welsh.
  if (/^1[AEIOUY][A-Z]+$/.test(word) && word !== '1AF') return `L${word.slice(1)}`;
  if (/[OI]/.test(word) && /^[0-9OI]+[A-HJ-NP-Z]?$/.test(word)) {
    return word.replace(/O/g, '0').replace(/I/g, '1');
  }
  if (
    word.length >= 4 &&
    word.length <= LONGEST_MISREAD &&
    DIGIT_IN_WORD.test(word) &&
    (word.match(/[A-Z]/g)?.length ?? 0) >= 3
  ) {
    return word.replace(/0/g, 'O').replace(/1/g, 'I').replace(/5/g, 'S');
  }
  return word;
}

/** Removes the postcode from the text. `own` is the postcode that the caller gives apart from the text. */
function splitPostcode(text: string, own: string | null): { text: string; postcode: string | null } {
  const last = LAST_POSTCODE.exec(text);
  if (last) {
    const postcode = normalisePostcode(`${last[1]}${last[2]}`);
    // An inward code such as 1ST may be an ordinal. It is read as one if the caller gives a different postcode.
    if (postcode && (own === null || postcode === own || !ORDINAL_END.test(last[2]!)))
      return { text: text.slice(0, last.index), postcode };
  }
  const spaced = SPACED_POSTCODE.exec(text);
  const joined = spaced ? normalisePostcode(spaced[2]) : null;
  if (spaced && joined && !ORDINAL_END.test(joined.slice(-3)))
    return { text: text.slice(0, spaced.index), postcode: joined };
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
  return { text: text.replace(SECTOR_AT_END, '$1'), postcode: null };
}

const [SPACE, COMMA, DASH, SLASH, APOSTROPHE, BACKTICK] = [32, 44, 45, 47, 39, 96];
const PUNCTUATION = new Set([...'&/(;:|)"#.+_@~^'].map((mark) => mark.charCodeAt(0)));
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => code >= 65 && code <= 90;
const ends = (code: number): boolean => code === SPACE || code === COMMA;

function hasDigit(word: string): boolean {
  for (let i = 0; i < word.length; i += 1) if (isDigit(word.charCodeAt(i))) return true;
  return false;
}

/** Reads each character once, which is faster than a regular expression for each sign. */
function signsOf(text: string): Signs {
  const signs: Signs = {
    foreign: false,
    punctuation: false,
    apostrophe: false,
    digit: false,
    dash: false,
    slash: false,
    letter_after_digit: false,
    digit_after_letter: false,
    letter_apart: false,
    two_spaces: false,
    odd: false,
  };
  let before = COMMA;
  let beforeThat = COMMA;
  const end = text.length;
  // No index beyond the ends is read: an out-of-range read makes the scan several times slower.
  for (let i = 0; i < end; i += 1) {
    const code = text.charCodeAt(i);
    if (isLetter(code)) {
      if (isDigit(before)) signs.letter_after_digit = true;
      else if (before === SPACE && isDigit(beforeThat) && (i + 1 === end || ends(text.charCodeAt(i + 1))))
        signs.letter_apart = true;
    } else if (isDigit(code)) {
      signs.digit = true;
      if (isLetter(before)) signs.digit_after_letter = true;
    } else if (code === SPACE) {
      if (before === SPACE) signs.two_spaces = true;
    } else if (code === DASH) signs.dash = true;
    else if (code === APOSTROPHE || code === BACKTICK) signs.apostrophe = true;
    else if (code !== COMMA) {
      if (code === SLASH) signs.slash = true;
      else signs.odd = true;
      if (PUNCTUATION.has(code)) signs.punctuation = true;
      if (code < 32 || code > 126) signs.foreign = true;
    }
    beforeThat = before;
    before = code;
  }
  return signs;
}

/** The length of the text without trailing spaces, commas and full stops. */
function endOf(text: string): number {
  let end = text.length;
  while (end > 0 && ' ,.'.includes(text[end - 1]!)) end -= 1;
  return end;
}

/** Last letters of the names in `COUNTRY`. */
const COUNTRY_END = 'MNDSUKBI';

const withoutCountry = (text: string): string =>
  COUNTRY_END.includes(text[endOf(text) - 1] ?? ' ') ? text.replace(COUNTRY, '') : text;

/** Full-width forms of ASCII characters, as East Asian keyboards write them: １２ Ｏａｋ. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const halfWidth = (sign: string): string => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);

/** Digits of other scripts, and numbers in a circle. */
const OTHER_DIGIT = /[^\P{Nd}0-9]|[\u2460-\u2473]/gu;
const IS_DIGIT = /\p{Nd}/u;

/** The value of a decimal digit of any script. Unicode encodes the digits of a script as a run from 0 to 9. */
function asciiDigit(sign: string): string {
  const plain = sign.normalize('NFKC');
  if (/^[0-9]+$/.test(plain)) return plain;
  const code = sign.codePointAt(0)!;
  let value = 0;
  while (value < 9 && IS_DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return `${value}`;
}

/** Zero-width characters, which also occur inside words and numbers: direction marks, joiners, variation selectors. */
const WITHOUT_WIDTH = /\p{Cf}|\ufe0f|\u20e3/gu;

/** Greek and Cyrillic capitals that look like Latin ones. */
const LOOKALIKES = new Map(
  [...'ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXЅSІIЈJАAВBЕEКKМMНHОOРPСCТTУYХX'.matchAll(/(.)(.)/g)].map(
    ([, letter, latin]) => [letter!, latin!] as const,
  ),
);

/** Characters outside ASCII that are no letters: no-break spaces, emoji, quotation marks and other symbols. */
const SIGNS = /[^\p{ASCII}\p{L}]+/gu;

/** Spellings that are replaced at any position: misspellings, ordinals, abbreviations. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([...MISSPELT_TYPES, ...ORDINALS, ...ABBREVIATIONS]);

/** Words in brackets after a name are part of the name: QUAX CLINIC (SUTTON). */
const NAME_IN_BRACKETS = /((?:^|,)[^,0-9()]*[A-Z]{3} *)\(([A-Z][A-Z .]*)\)/g;
/** ST QUAX CE (AIDED) INFANT SCHOOL, OAK LANE: the name goes on after the brackets. */
const NAME_AROUND_BRACKETS =
  /((?:^|,)[^,0-9()]*[A-Z]{2}[ .]*)\(([A-Z][A-Z .]*)\)(?=(?: [A-Z][A-Z.]*){0,4} (?:SCH(?:OO)?L?|ACADEMY|COLLEGE|NURSERY|SURGERY|PRACTICE|CLINIC|HOSPITAL|PHARMACY|CENTRE|CHURCH|HALL|HOUSE|FARM|COTTAGES?|BARN|LODGE|HOTEL)(?! (?:ROAD|RD|STREET|ST|LANE|AVENUE|CLOSE|DRIVE|WAY|TERRACE|HILL|GREEN|PLACE|SQUARE|GARDENS)\b)\b)/g;

/**
 * APARTMENT 4.02, QUAX MILL is door 2 of the fourth storey, like 4F2. FLAT 3.22 OAK ROAD may be flat 3 of number 22.
 */
const UNIT_WITH_POINT =
  /\b((?:FLAT|FLT|APARTMENT|APT|UNIT|ROOM|STUDIO|SUITE|OFFICE)\.? ?(?:NO\.? ?)?)([0-9]{1,2})\.([0-9]{1,2})(?![0-9.])(?! [A-Z' ]{2,24} (?:ROAD|RD|STREET|ST|AVENUE|AVE|LANE|LN|DRIVE|CLOSE|TERRACE|PLACE|CRESCENT|SQUARE|GARDENS|GROVE|WAY|HILL)\b)/g;
/** SUITE 2-04 and UNIT 4/02 are doors of a storey too. FLAT 3/06 OAK STREET may be flat 3 of number 6. */
const UNIT_WITH_DASH =
  /\b((?:FLAT|FLT|APARTMENT|APT|UNIT|ROOM|STUDIO|SUITE|OFFICE)\.? ?)([0-9]{1,2})[-/](0[1-9])(?![0-9])(?! [A-Z' ]{2,24} (?:ROAD|RD|STREET|ST|AVENUE|AVE|LANE|LN|DRIVE|CLOSE|TERRACE|PLACE|CRESCENT|SQUARE|GARDENS|GROVE|WAY|HILL)\b)/g;
/** FLAT G.01, APARTMENT LG.2: on the ground floor or below it. */
const UNIT_OF_GROUND =
  /\b((?:FLAT|FLT|APARTMENT|APT|UNIT|ROOM|STUDIO|SUITE|OFFICE)\.? ?)(LG|UG|[GB])\.([0-9]{1,2})(?![0-9])/g;
const BEGINS_WITH_0 = /[0-9][-/]0[1-9]/;
/** 4.02 QUAX MILL, NO. 4.02 QUAX MILL, QUAX MILL 4.02: no house has a number that begins with 0. */
const DOOR_WITH_POINT = /(^\s*#?|[A-Z],? |NO\. ?)([0-9]{1,2})\.(0[1-9])(?=,? [A-Z]{2}|,|\s*$)/;
const unitOfStorey = (_: string, word: string, storey: string, door: string): string =>
  `${word}${Number(storey)}F${Number(door)}`;

function withoutPunctuation(given: string): string {
  const text = given.replace(/['`]/g, '');
  if (!/[&/(;:|)"#.+_@~^]/.test(text)) return text;
  return text
    .replace(/\bR\/O\b/g, ' REAR OF ')
    .replace(/\bC\/O\b/g, ' CARE OF ')
    .replace(/\bO\/S\b/g, ' OUTSIDE ')
    .replace(/\bG\/F\b/g, ' GF ')
    .replace(/\bB\/MT\b/g, ' BASEMENT ')
    .replace(/^F\.(?=[0-9])/, 'F')
    .replace(/\b([LR])\/H\b/g, (_, side: string) => (side === 'L' ? ' LEFT ' : ' RIGHT '))
    .replace(/\b([GFST]|L\.?G)\.F\.(F?)(?![A-Z])\.?/g, (letters) => letters.replaceAll('.', ''))
    .replace(/[&+]/g, ' AND ')
    .replace(/\b(?:H|D|HOUSE|DOOR)[ ./]*NO\b/g, ' NUMBER ')
    .replace(/\b([0-9]+) ?\(([A-Z])\)/g, '$1$2')
    .replace(/\b([0-9]+) ?\(([0-9]{1,3})\)(?= [A-Z]{2})/g, '$1/$2')
    .replace(NAME_AROUND_BRACKETS, '$1 $2')
    .replace(NAME_IN_BRACKETS, '$1 $2,')
    .replace(/[();:|~^]/g, ',')
    .replace(/\b([0-9]+)\.00?\b/g, '$1')
    .replace(UNIT_WITH_POINT, unitOfStorey)
    .replace(UNIT_OF_GROUND, '$1$2$3')
    .replace(DOOR_WITH_POINT, unitOfStorey)
    .replace(/\b([0-9]+)\.([0-9]{1,2})(?=,? [A-Z]{2})/g, '$1/$2')
    .replace(/\b((?:FLAT|APARTMENT|APT|UNIT|ROOM|STUDIO) ?[0-9]{1,3})\.([0-9]{1,3})\b/g, '$1/$2')
    .replace(/[."#_@]/g, ' ');
}

/** UTF-8 that was decoded as Windows-1252: Ã©, Å·, â€™, and Â before a no-break space. */
const READ_AS_1252 =
  /[\u00c3-\u00c5][\u0080-\u00bf]|[\u00c2\u00e2]\u20ac[\u0080-\u2122]|\u00c2(?=[\s\u00a0,]|$)/g;

function repairEncoding(text: string): string {
  if (!/[\u00c2-\u00c5\u00e2]/.test(text)) return text;
  return text.replace(READ_AS_1252, (marks) => {
    if (marks.length > 2) return /[\u2122\u02dc]/.test(marks) ? '' : '-';
    if (marks.length === 1) return ' ';
    return String.fromCharCode(((marks.charCodeAt(0) & 0x1f) << 6) | (marks.charCodeAt(1) & 0x3f));
  });
}

/**
 * Splits an address into normalised words: upper case without accents, apostrophes and punctuation; ranges as `12-14`;
 * `12 A` as `12A`; abbreviations expanded; postcode and country removed. The argument `postcode` takes precedence over
 * a postcode in the text. With `inScotland`, an address without a postcode is read as one in Scotland.
 */
export function tokenise(address: string, postcode?: string | null, inScotland = false): Tokens {
  if (address.includes('&')) {
    const plain = withoutEntities(address);
    if (plain !== address) return tokenise(plain, postcode, inScotland);
  }
  const upper = address.toUpperCase();
  let text = upper;
  let signs = signsOf(text);
  const { foreign } = signs;
  if (foreign) {
    const decoded = repairEncoding(address)
      .replace(WITHOUT_WIDTH, '')
      .replace(FULL_WIDTH, halfWidth)
      .replace(OTHER_DIGIT, asciiDigit);
    if (decoded !== address) return tokenise(decoded, postcode, inScotland);
    text = text
      .replace(/[\u2010-\u2015]/g, '-')
      .replace(/[\u2044\u2215\u29f8]/g, '/')
      .replace(/(?<=[0-9] ?)[½¼¾]/g, (part) => (part === '½' ? ' HALF ' : ' QUARTER '))
      .replace(/½/g, ' 1/2 ')
      .replace(/¼/g, ' 1/4 ')
      .replace(/(?<=[0-9])[\p{Lm}ª]/gu, (letter) => letter.normalize('NFKC').toUpperCase())
      .replace(/\bN[º°]/g, ' NUMBER ')
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(
        /[\u0391-\u03a7\u0405\u0406\u0408\u0410-\u0425]/g,
        (letter) => LOOKALIKES.get(letter) ?? letter,
      )
      .replace(/[\u2018-\u201b\u2032\u00b4\u02b9-\u02bd]/g, '')
      .replace(/[\n\r\t]/g, ',')
      .replace(SIGNS, ' ');
  }
  if (signs.odd) text = withoutCodes(text);
  text = withoutCountry(text);
  const given = normalisePostcode(postcode);
  const split =
    foreign || signs.digit_after_letter || signs.letter_after_digit
      ? splitPostcode(text, given)
      : { text, postcode: null };
  const own = given ?? split.postcode;
  // The country may stand after the postcode or before it.
  text = split.text === text ? text : withoutCountry(split.text);
  if (signs.digit) text = withDistrictsOfToday(text);
  if (foreign || signs.apostrophe || signs.punctuation) text = withoutPunctuation(text);
  // Removing the postcode clears signs: in most texts no other word has letters and digits side by side.
  if (text !== upper) signs = signsOf(text);
  const scottish = inScotland || (own !== null && isScottishPostcode(own));
  if (!scottish && BEGINS_WITH_0.test(text)) text = text.replace(UNIT_WITH_DASH, unitOfStorey);
  text = withStoreysApart(text, scottish);
  if (/[0-9]/.test(text)) text = spaceNumbers(text, scottish, signs);
  if (signs.slash && text.includes('/'))
    text = text.replace(
      /\b([1-9](?:ST|ND|RD|TH)|GROUND|FIRST|SECOND|THIRD)\/(?=(?:[1-9](?:ST|ND|RD|TH)|FIRST|SECOND|THIRD|FOURTH|TOP)\b)/g,
      '$1 AND ',
    );
  text = withStoreysInFull(text, signs.digit);
  const { words, parts } = splitWords(text, signs);
  joinBrokenWords(words, parts);
  if (text.includes(' S ') || text.includes(' O ') || text.startsWith('O ')) joinApostrophes(words, parts);
  expandByPosition(words, parts);
  return { words, parts, postcode: own, scottish };
}

/** Splits at spaces, commas and dashes. `parts` has the index of each word's comma-separated part. */
function splitWords(text: string, signs: Signs): Pick<Tokens, 'words' | 'parts'> {
  const words: string[] = [];
  const parts: number[] = [];
  const dash = text.includes('-');
  let part = 0;
  let from = 0;
  for (let i = 0; i <= text.length; i += 1) {
    let code = i < text.length ? text.charCodeAt(i) : COMMA;
    if (code !== SPACE && code !== COMMA) continue;
    if (i > from) {
      let between = text.slice(from, i);
      // OAK STREE T: the single letter completes the word.
      const last = code === SPACE && endsAt(text, i + 2) ? LAST_LETTER.get(between) : undefined;
      if (last !== undefined && last === text[i + 1]) {
        between += last;
        i += 2;
        code = i < text.length ? text.charCodeAt(i) : COMMA;
      }
      if (dash && between.includes('-'))
        for (const raw of between.split(OTHER_DASHES)) addWord(words, raw, signs);
      else addWord(words, between, signs);
      while (parts.length < words.length) parts.push(part);
    }
    from = i + 1;
    if (code === COMMA && parts.at(-1) === part) part += 1;
  }
  return { words, parts };
}

const endsAt = (text: string, i: number): boolean => i >= text.length || ends(text.charCodeAt(i));

/** Dashes other than that of a range. */
const OTHER_DASHES = /(?<![0-9][A-Z]?)-|-(?![0-9])/;

function addWord(words: string[], raw: string, signs: Signs): void {
  if (raw === '') return;
  let word =
    signs.slash &&
    raw.includes('/') &&
    (!/^[0-9A-Z]{1,4}\/[0-9A-Z]{1,3}$/.test(raw) || /\/[A-Z]{3}$/.test(raw))
      ? raw.replace(/\//g, ' ')
      : raw;
  if (signs.odd) word = word.replace(/[^A-Z0-9/ -]/g, '');
  word = repairOcr(word);
  if (word === '' || word === '-') return;
  if (!word.includes(' ')) words.push(SPELLINGS.get(word) ?? word);
  else for (const single of word.split(' ')) if (single !== '') words.push(SPELLINGS.get(single) ?? single);
}

/** Whether a word may precede a street type. FLAT may not: in FLAT GR, GR is the ground floor right. */
const mayPrecedeStreetType = (word: string): boolean => !hasDigit(word) && word !== 'FLAT';

/**
 * Expands, in place, words whose meaning depends on their position: ST is a street at the end of a part and a saint at
 * its beginning, and likewise DR and CT. ST between two words is ambiguous and stays.
 */
function expandByPosition(words: string[], parts: number[]): void {
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i]!;
    const type = AT_END_OF_PART.get(word);
    if (
      type &&
      i > 0 &&
      parts[i - 1] === parts[i] &&
      parts[i + 1] !== parts[i] &&
      mayPrecedeStreetType(words[i - 1]!)
    ) {
      words[i] = type;
      continue;
    }
    if (word !== 'ST' && word !== 'DR' && word !== 'CT' && word !== 'CRT') continue;
    const first = i === 0 || parts[i - 1] !== parts[i] || hasDigit(words[i - 1]!);
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
