import { isForcesPostcode, normalisePostcode } from '../postcode.ts';
import { plainAddress } from './prepare-query.ts';

const ANY = /(?<![A-Z0-9])[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}(?![A-Z0-9])/gi;

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
