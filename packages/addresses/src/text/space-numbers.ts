import { joinPlurals } from '../read/number-pairs.ts';

/** What a text contains. A rule runs only if its sign is set. */
export interface Signs {
  /** A character that is not printable ASCII. */
  foreign: boolean;
  punctuation: boolean;
  apostrophe: boolean;
  digit: boolean;
  dash: boolean;
  slash: boolean;
  /** 12HIGH: a digit directly before a letter. */
  letter_after_digit: boolean;
  /** FLAT2: a letter directly before a digit. */
  digit_after_letter: boolean;
  /** 12 A: a letter on its own after a digit and a space. */
  letter_apart: boolean;
  two_spaces: boolean;
  /** A character that no normalised text has: none of letters, digits, spaces, commas, dashes, slashes, apostrophes. */
  odd: boolean;
}

/** 9, 10 AND 11 OAK ROAD: a list of numbers. The first and the last are captured. */
const NUMBERS_IN_A_ROW =
  /^ ?((?:NOS?|NUMBERS?) )?([0-9]+[A-Z]?)(?:, ?[0-9]+[A-Z]?)+,? AND ([0-9]+[A-Z]?)(?= [A-Z]{2})/;
/** 25/25A: a number, and the same number with a suffix. */
const WITH_ITS_SUFFIX = /\b([0-9]+)\/(\1[A-Z])(?= [A-Z]{2})/g;
/** 27A/27B: one number with two suffixes. */
const BOTH_SUFFIXED = /\b([0-9]+)([A-Z])\/(\1[A-Z])(?= [A-Z]{2})/g;
/** 27A AND B, 27A/B, 27A-C. */
const SUFFIXES = /\b([0-9]+)([A-Z]) ?(?:-|\/|AND|TO) ?([A-Z])(?= [A-Z]{2})/g;

/** F3/12 OAK ROAD. */
const FLAT_BY_SLASH = /\bF([0-9]{1,3})\/(?=[0-9]+[A-Z]?,? [A-Z]{2})/g;
/** 144 8RUNTSFIELD PLACE: after a house number the 8 is a misread B; after a flat it may be the house number. */
const B_AS_8 = /(?<!(?:FL(?:A?T)?|APARTMENT|APT|UNIT|ROOM|NO)\.? ?)(\b[0-9]+[A-Z]? )8(?=[A-Z]{4})/g;
/** 25/A and A/25 before a street. */
const LETTER_BY_SLASH = /\b(?:([0-9]+) ?\/ ?([A-Z])|([A-Z]) ?\/ ?([0-9]+))(?=,? [A-Z]{2})/g;
const joined = (_: string, number?: string, suffix?: string, letter?: string, after?: string): string =>
  number ? `${number}${suffix}` : `${letter} ${after}`;

/** 14/3F2 and 3F2/14: a tenement's number and a door's storey and number, in either order. */
const HOUSE_AND_DOOR =
  /\b(?:([0-9]{1,4})\/((?:[0-9]|[BGPT])F[0-9LR])|((?:[0-9]|[BGPT])F[0-9LR])\/([0-9]{1,4}))(?=[ ,])/g;
/** 2-1, 14 OAK ROAD; 14 OAK ROAD, FLAT 2-1 in Scotland: door 1 of the second storey. */
const DOOR_BY_DASH =
  /^( ?(?:FLAT )?)([0-9])-([0-9])(?=,? ?[0-9]+[A-Z]?,? [A-Z]{2})|\b(FLAT )([0-9])-([0-9])(?= ?(?:,|$))/;
/** 45/2/1, 45 - 2/1 and 45-2F1 in Scotland: door 1 of the second storey of number 45. */
const HOUSE_BEFORE_DOOR =
  /\b([0-9]{1,4})(?:\/| ?- ?)(?=(?:[0-9]{1,2}\/[0-9LR]|(?:[0-9]|[BGPT])F[0-9LR])(?:[ ,]|$))/g;
/** 2/1 - 45 and 2F1 - 45: the same door, before the number. */
const DOOR_AND_HOUSE = /\b([0-9]\/[0-9LR]|(?:[0-9]|[BGPT])F[0-9LR]) - (?=[0-9]{1,4}[A-Z]? [A-Z]{2})/g;
/** 1/F2 for 1F2. */
const DOOR_BY_SLASH = /\b([0-9])\/F([0-9])(?=,? [0-9]|,|$)/g;
/** 2/1/45: the same door, before the number. */
const DOOR_BEFORE_HOUSE = /\b([0-9]\/[0-9LR])\/(?=[0-9]{2,4}[ ,])/g;

/** Separates a tenement door from the house number: 45/2/1 to 45 2/1. */
function doorsApart(text: string): string {
  return text
    .replace(/\bO\/(?=[0-9])/g, '0/')
    .replace(DOOR_BY_SLASH, '$1F$2')
    .replace(DOOR_BEFORE_HOUSE, '$1 ')
    .replace(DOOR_AND_HOUSE, '$1 ')
    .replace(HOUSE_BEFORE_DOOR, '$1 ')
    .replace(DOOR_BY_DASH, (_, before = '', storey = '', door = '', flat = '', ofFlat = '', last = '') =>
      flat === '' ? `${before}${storey}/${door}` : `${flat}${ofFlat}/${last}`,
    );
}

const NUMBERS_WITH_LINK =
  /\b((?:FLAT|APARTMENT|ROOM|UNIT|SUITE|OFFICE|STUDIO|SHOP|BAY)S )?([0-9]+)([A-Z]?) (TO|AND|OR) ([0-9]+)/g;

/** 9 AND 11 to 9-11. UNITS 6 AND 9 stays, since units 7 and 8 are not meant. */
function joinedNumbers(
  whole: string,
  word: string | undefined,
  from: string,
  suffix: string,
  link: string,
  to: string,
): string {
  const two_numbers = word !== undefined && link !== 'TO' && Number(to) - Number(from) > 1;
  return two_numbers ? whole : `${word ?? ''}${from}${suffix}-${to}`;
}

/** 27A AND C to 27A-27C, and 25/25A to 25-25A. */
function suffixesJoined(text: string): string {
  return text
    .replace(WITH_ITS_SUFFIX, '$1-$2')
    .replace(BOTH_SUFFIXED, '$1$2-$3')
    .replace(SUFFIXES, (whole, number: string, from: string, to: string) =>
      from < to ? `${number}${from}-${number}${to}` : whole,
    );
}

/**
 * Normalises numbers: ranges as `12-14`, letters and halves joined to their number, units and streets separated from
 * theirs. A rule runs only if its sign is set, since testing the sign is faster.
 */
export function spaceNumbers(given: string, scottish: boolean, signs: Signs): string {
  let text = signs.two_spaces ? given.replace(/ {2,}/g, ' ') : given;
  if (signs.slash) text = text.replace(/([0-9][A-Z]?) ?\/ ?(?=[0-9])/g, '$1/');
  if (scottish && (signs.slash || signs.dash)) text = doorsApart(text);
  else if (signs.slash) text = text.replace(DOOR_BEFORE_HOUSE, '$1 ');
  if (signs.letter_after_digit && text.includes(' 8')) text = text.replace(B_AS_8, '$1B');
  // 12HIGH STREET is split, and 15HIGH STREET at the start of a part. 0, 1 and 5 may be misread letters: 5OUTH STREET.
  if (signs.letter_after_digit)
    text = text.replace(
      /(^|[ ,])([0-9]*[2-46-9][0-9]*|(?<=^ ?|, ?)[15][015]{1,3}(?!NDON))([A-Z]{3,})\b/g,
      '$1$2 $3',
    );
  if (text.includes(' AND A HALF')) text = text.replace(/([0-9]) AND A HALF\b/g, '$1 HALF');
  if (text.includes('-1/2 ') && !scottish) text = text.replace(/\b([0-9]+)-1\/2(?= [A-Z])/g, '$1 HALF');
  if (text.includes(' 1/2 ')) {
    const half = scottish ? '$1 1/2' : '$1 HALF';
    text = text.replace(/([0-9]) 1\/2(?= [A-Z])/g, half);
  }
  if (text.includes('-')) text = text.replace(/([0-9])([A-Z]?) *- *([0-9])/g, '$1$2-$3');
  if (signs.slash || /S [0-9]/.test(text)) text = joinPlurals(text);
  if (signs.slash) text = text.replace(HOUSE_AND_DOOR, '$1$3 $2$4');
  if (signs.slash && !scottish)
    text = text
      .replace(FLAT_BY_SLASH, 'FLAT $1 ')
      .replace(/\b(FLAT|APARTMENT|APT|UNIT) ([0-9]+)\/([A-Z])\b/g, '$1 $2$3')
      .replace(LETTER_BY_SLASH, joined);
  if (text.includes(' AND ')) text = text.replace(NUMBERS_IN_A_ROW, '$1$2-$3');
  if (text.includes(' TO ') || text.includes(' AND ') || text.includes(' OR '))
    text = text.replace(NUMBERS_WITH_LINK, joinedNumbers);
  if (text.includes('-')) text = text.replace(PLURAL_BEFORE_RANGE, '$1 ');
  if (signs.letter_after_digit) text = suffixesJoined(text);
  if (signs.slash && signs.letter_after_digit) text = text.replace(LETTERED_FLAT, flatBeforeHouse);
  if (text.includes('-')) text = text.replace(/([0-9]) *- *([A-Z])\b/g, '$1$2');
  if (signs.letter_apart || signs.two_spaces)
    text = text.replace(/\b([0-9]+) ([A-DF-HJ-MPQT])(?= |,|$)/g, '$1$2');
  if (signs.digit_after_letter)
    text = text.replace(
      /\b(FLAT|FLT|FL|APARTMENT|APT|UNIT|ROOM|RM|PLOT|SUITE|STUDIO|SHOP|OFFICE|BED|BOX|NO)([0-9]+[A-Z]?)\b/g,
      '$1 $2',
    );
  return text;
}

/** 2A/47 and 47/2A OAK ROAD: flat 2A of number 47. */
const LETTERED_FLAT = /\b(?:([0-9]+)([A-Z])\/([0-9]+)|([0-9]+)\/([0-9]+)([A-Z]))(?=,? [A-Z]{2})/g;

function flatBeforeHouse(whole: string, ...found: Array<string | undefined>): string {
  const [before, letterBefore, houseAfter, houseBefore, after, letterAfter] = found;
  const flat = before ?? after!;
  const house = houseAfter ?? houseBefore!;
  return Number(flat) < Number(house) ? `${flat}${letterBefore ?? letterAfter} ${house}` : whole;
}

/** SUITES 6-7 to SUITE 6-7. FLATS and UNITS need no change. */
const PLURAL_BEFORE_RANGE =
  /((?:^|,) ?(?:SUITE|OFFICE|STUDIO|SHOP|WORKSHOP|KIOSK|BAY))S (?=[0-9]+[A-Z]?-[0-9])/g;
