import { type AddressMatch, type AddressQuery, matchMany } from '@domesday/address-search';
import { normalisePostcode } from '@domesday/addresses';
import type { Queryable } from '@domesday/db';

/** What is written beside each row of the operator's table. */
export interface MatchColumns {
  match_status: 'matched' | 'ambiguous' | 'parent_only' | 'no_match' | 'unreadable';
  matched_uprn: number | null;
  match_confidence: number | null;
  matched_address: string | null;
  matched_postcode: string | null;
  matched_on: string | null;
  postcode_corrected: string | null;
  /** Each part of the address with how it agrees, or why the row could not be read. */
  match_reasons: string;
}

export const MATCH_COLUMNS = [
  'match_status',
  'matched_uprn',
  'match_confidence',
  'matched_address',
  'matched_postcode',
  'matched_on',
  'postcode_corrected',
  'match_reasons',
] as const satisfies readonly (keyof MatchColumns)[];

/** Longer texts are no addresses; the limit is that of addresses.match. */
export const LONGEST_ADDRESS_CHARS = 300;

/** Matches addresses as `addresses.match` does. A postcode that has not the shape of one is passed over. */
export async function answerAll(db: Queryable, queries: readonly AddressQuery[]): Promise<MatchColumns[]> {
  const asked = queries.map(({ address, postcode }) => ({ address, postcode: normalisePostcode(postcode) }));
  const found = await matchMany(db, asked);
  return found.map((match, i) => columnsOf(match, queries[i]!.postcode));
}

function columnsOf(match: AddressMatch, given: string | null): MatchColumns {
  const { best, status, matched_on, postcode, reasons } = match;
  if (!best || status === 'no_match') return { ...nothing('no_match'), match_reasons: reasons.join(' ') };
  const { uprn, address, served, postcode: own } = best.candidate;
  const asked = postcode ?? given;
  return {
    match_status: status,
    matched_uprn: uprn,
    match_confidence: Math.round(best.confidence * 10_000) / 10_000,
    matched_address: served ?? address,
    matched_postcode: own,
    matched_on,
    postcode_corrected: asked !== null && asked !== own ? own : null,
    match_reasons: reasons.join(' '),
  };
}

export function unreadable(why: string): MatchColumns {
  return { ...nothing('unreadable'), match_reasons: why };
}

function nothing(match_status: MatchColumns['match_status']): MatchColumns {
  return {
    match_status,
    matched_uprn: null,
    match_confidence: null,
    matched_address: null,
    matched_postcode: null,
    matched_on: null,
    postcode_corrected: null,
    match_reasons: '',
  };
}
