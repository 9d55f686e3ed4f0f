import { isForcesPostcode, normalisePostcode } from '../postcode.ts';
import { plainAddress } from './prepare-query.ts';

const ANY = /(?<![A-Z0-9])[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}(?![A-Z0-9])/gi;

const ANY_AT_ALL = /[0-9][A-Z]{2}(?![A-Z0-9])/i;

/** The text without its postcodes, with the last of these that is not `postcode`; null if it has no other. */
export function withOtherPostcode(
  given: string,
  postcode: string,
): { address: string; postcode: string } | null {
  const address = plainAddress(given);
  const others = (address.match(ANY) ?? []).map((text) => normalisePostcode(text)!);
  const other = others.findLast((one) => one !== postcode && !isForcesPostcode(one));
  return other ? { address: address.replace(ANY, ' ').replace(/[\s,]+$/, ''), postcode: other } : null;
}

/** Whether the text as it is given has a postcode that is not `postcode`. */
export function holdsOtherPostcode(given: string, postcode: string): boolean {
  if (!ANY_AT_ALL.test(given)) return false;
  const found = given.match(ANY) ?? [];
  return found.some((text) => normalisePostcode(text) !== postcode);
}
