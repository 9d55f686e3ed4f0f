import { isForcesPostcode, normalisePostcode } from '../postcode.ts';
import { plainAddress } from './prepare-query.ts';

const ANY = /(?<![A-Z0-9])[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}(?![A-Z0-9])/gi;

/** The end of a postcode: a fast test that most texts without one fail. */
const ANY_AT_ALL = /[0-9][A-Z]{2}(?![A-Z0-9])/i;

/** The text without its postcodes, and the last of them that differs from `postcode`; null if none differs. */
export function withOtherPostcode(
  given: string,
  postcode: string,
): { address: string; postcode: string } | null {
  const address = plainAddress(given);
  const others = (address.match(ANY) ?? []).map((text) => normalisePostcode(text)!);
  const other = others.findLast((one) => one !== postcode && !isForcesPostcode(one));
  return other ? { address: address.replace(ANY, ' ').replace(/[\s,]+$/, ''), postcode: other } : null;
}

/** Whether the text has a postcode that differs from `postcode`. */
export function holdsOtherPostcode(given: string, postcode: string): boolean {
  if (!ANY_AT_ALL.test(given)) return false;
  const found = given.match(ANY) ?? [];
  return found.some((text) => normalisePostcode(text) !== postcode);
}
