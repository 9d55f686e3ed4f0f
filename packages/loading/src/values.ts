import { normalisePostcode } from '@domesday/addresses';
import type { Nation } from '@domesday/db';
import { count } from '@domesday/files/counted';
import { anyDate, beginningOf, cleanText, numberOf } from '@domesday/files/values';

const SPACED_POSTCODE = /^[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2}$/;
const DIGITS = /^\d+$/;

/** A full postcode with one space before its last three characters, or null if it is invalid. */
export function postcodeOf(text: string | undefined): string | null {
  if (!text) return null;
  return SPACED_POSTCODE.test(text) ? text : normalisePostcode(text);
}

const AT_END =
  /([A-Z]{1,2}\d[A-Z\d]?)\s*(\d[A-Z]{2})(?:[\s,.]+(?:England|Scotland|Wales|Great Britain|United Kingdom|GB|U\.?K))?[\s,.]*$/i;

/**
 * The postcode at the end of an address, where only a country may follow it, and the text before it; null if there is
 * none.
 */
export function postcodeAtEnd(address: string | null): { postcode: string; before: string } | null {
  const found = AT_END.exec(address ?? '');
  const postcode = found && postcodeOf(`${found[1]} ${found[2]}`);
  return found && postcode
    ? { postcode, before: address!.slice(0, found.index).replace(/(?<![\s,])[\s,]+$/, '') }
    : null;
}

const LONGEST_QUOTED = 60;

/** A text of a file in quotation marks, for use in a sentence; `""` if the row has none. */
export function quoted(text: string | null | undefined): string {
  return `"${beginningOf(text ?? '', LONGEST_QUOTED)}"`;
}

/** The end of a sentence about a text that is no valid amount of money, for the report of refused rows. */
export const notAmount = (most: number): string => `is not an amount above £0 and up to £${count(most)}`;

/** 100,012,345,678 and 100 012 345 678. */
const IN_GROUPS = /^\d{1,3}([,\s]\d{3})+$/;

/**
 * A UPRN of 1 to 12 digits, zero-padded or after `UPRN-` as in some files, or as spreadsheets save it: after an
 * apostrophe that marks text, in groups of three digits, with `.0`; null if it is invalid.
 */
export function uprnOf(text: string | undefined): number | null {
  if (!text) return null;
  const trimmed = DIGITS.test(text) ? text : plainUprn(text.trim());
  if (trimmed.length > 14 || !DIGITS.test(trimmed)) return null;
  const value = Number(trimmed);
  return value >= 1 && value <= 999_999_999_999 ? value : null;
}

function plainUprn(text: string): string {
  const bare = text.replace(/^'|^UPRN-/i, '').replace(/\.0+$/, '');
  return IN_GROUPS.test(bare) ? bare.replace(/\D/g, '') : bare;
}

/** 9.99E+11, as a spreadsheet shows a long number. */
const ROUNDED = /^\s*[0-9](?:[.,][0-9]+)?E\+?[0-9]{1,2}\s*$/i;

const SAVE_AGAIN = 'set the column to text or to a number without decimals, and save the table again.';

/** Why a text is no UPRN, for the report of refused rows. */
export const notUprn = (text: string | undefined): string =>
  ROUNDED.test(text ?? '')
    ? `"${text}" is a UPRN that a spreadsheet has rounded: ${SAVE_AGAIN}`
    : `"${text}" is not a UPRN.`;

/** Whether a text is a number that a spreadsheet has rounded: 9.99E+11. A reference such as 9E2 is not. */
export const isRounded = (text: string): boolean => /^[0-9](?:[.,][0-9]+)?E\+[0-9]{2}$/.test(text);

/** Why a row with a rounded key is refused: many rows would share the key. */
export const roundedKey = (text: string): string =>
  `"${text}" is a number that a spreadsheet has rounded: ${SAVE_AGAIN}`;

/** The country by the first letter of an ONS area code; null outside Great Britain. */
export function countryOfCode(code: string | null | undefined): Nation | null {
  switch (code?.trimStart()[0]?.toUpperCase()) {
    case 'E':
      return 'England';
    case 'W':
      return 'Wales';
    case 'S':
      return 'Scotland';
    default:
      return null;
  }
}

/** An area code, or null for the ONS pseudo codes for "none" (`S99999999`). */
export function areaCode(text: string | undefined): string | null {
  const code = cleanText(text)?.toUpperCase();
  if (!code || /^[A-Z]9{8}$/.test(code)) return null;
  return code;
}

/** A figure that cannot be negative; null if there is none. Refuses the row if it is negative. */
export function figureOf(text: string | undefined, row: { refuse(reason: string): null }): number | null {
  const figure = numberOf(text);
  return figure !== null && figure < 0 ? row.refuse(`The figure ${quoted(text)} is negative.`) : figure;
}

/** True or false for a word that means yes or no; null for any other word. */
export function yesOrNo(text: string | null | undefined): boolean | null {
  const word = text?.trim() ?? '';
  if (/^(y|yes|true|1|inc(l|luded)?)$/i.test(word)) return true;
  return /^(n|no|false|0|excl?(uded)?)$/i.test(word) ? false : null;
}

/** A day in any of the forms that `anyDate` reads, ignoring blanks around it. */
export function dateOf(text: string | undefined): string | null {
  return anyDate(cleanText(text) ?? undefined);
}
