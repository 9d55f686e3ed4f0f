import {
  type AddressMatch,
  type HomeCandidate,
  match as matchAddress,
  premisesOfHome,
} from '@domesday/address-search';
import {
  fieldReasonsOf,
  holdsDate,
  isForcesPostcode,
  misreadPostcode,
  normalisePostcode,
  plainAddress,
  type Scored,
  tokenise,
} from '@domesday/addresses';
import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { uprnIn } from '@domesday/contract/uprn-text';
import { ApiError, notFound, unprocessable } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { FORCES_POST, isForcesPost, isOutside, outsideBritain } from '../../location/outside.ts';
import { positionOf } from '../../location/placed.ts';
import { noAddresses } from '../../location/unknown-home.ts';

type Request = RequestOf<'addresses.match'>;
type Response = ResponseOf<'addresses.match'>;

export async function match(request: Request, context: Context): Promise<Response> {
  const { address } = request.body;
  const given = postcodeOf(request.body.postcode);
  const found = await matchAddress(context.db, { address, postcode: given });
  const { best, status, postcode } = found;
  if (!best || status === 'no_match') throw (await noAddresses(context.db)) ?? noMatch(found, address);
  const own = servedPostcode(best.candidate);
  const postcode_corrected = postcode !== null && own !== postcode ? own : null;
  if (postcode_corrected !== null) {
    context.warn('postcode_differs', 'match.postcode', `The match stands in ${own}, not in ${postcode}.`);
  }
  if (status !== 'matched' && holdsDate(address)) context.warn('number_is_date', 'address', DATE);
  const { uprn } = best.candidate;
  const premises = await premisesOfHome(context.db, uprn);
  const latitude = premises?.latitude ?? null;
  const parent_uprn = premises?.parent_uprn ?? null;
  return {
    match: {
      uprn,
      address: servedAddress(best.candidate),
      matched_spelling: best.candidate.address.toUpperCase(),
      postcode: own,
      postcode_from: premises?.postcode_from ?? 'source',
      latitude,
      longitude: premises?.longitude ?? null,
      position: positionOf(latitude !== null, premises?.position_source === 'postcode'),
      parent_uprn: parent_uprn === null ? null : String(parent_uprn),
      classification: premises?.classification ?? null,
      confidence: fourDecimals(best.confidence),
    },
    alternatives: found.alternatives.map(alternativeOf),
    status,
    matched_on: found.matched_on,
    postcode_corrected,
    ambiguous: status === 'ambiguous',
    runner_up_gap:
      found.alternatives.length === 0 || found.runner_up_gap === null
        ? null
        : Number(found.runner_up_gap.toFixed(4)),
    reasons: fieldReasonsOf(best.evidence),
    normalised_input: { address: tokenise(plainAddress(address), postcode).words.join(' '), postcode },
    meta: context.meta(),
  };
}

function postcodeOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const postcode = normalisePostcode(text) ?? misreadPostcode(text);
  if (postcode !== null) return postcode;
  throw unprocessable('invalid_parameter', `"${text.slice(0, 20)}" is not a UK postcode.`, [
    { field: 'postcode', issue: 'must have the shape of a UK postcode' },
  ]);
}

const DATE =
  'The address holds a date, as a spreadsheet makes of a number such as 2-1. Set the column to text before you save it.';

const UPRN = 'This is a UPRN, not an address. Ask properties.get for its home.';

/** Whether a text is a UPRN. Fewer than six digits alone may be a house number. */
function isUprn(text: string): boolean {
  const named = uprnIn(text);
  return named !== null && named.digits.length <= 12 && (named.labelled || named.digits.length >= 6);
}

/** The refusal, which is free. It lists the nearest addresses, so that a person can see why none was accepted. */
function noMatch({ alternatives, postcode }: AddressMatch, text: string): ApiError {
  if (postcode !== null && isOutside(postcode)) return outsideBritain('postcode');
  if (isUprn(text)) return notFound('address_not_found', UPRN, [{ field: 'address', issue: 'is a UPRN' }]);
  const where = postcode === null ? 'No listed address' : `No address of ${postcode} or near it`;
  return new ApiError(
    404,
    'address_not_found',
    `${where} agrees with this one. Try addresses.search with part of it.`,
    {
      details: [
        { field: 'address', issue: 'agrees with no known address' },
        ...(isForcesPost(text) || isForcesPostcode(postcode ?? '')
          ? [{ field: 'address', issue: FORCES_POST }]
          : []),
        ...(holdsDate(text) ? [{ field: 'address', issue: DATE }] : []),
      ],
      candidates: alternatives.map(alternativeOf),
    },
  );
}

function alternativeOf({ candidate, confidence, evidence }: Scored<HomeCandidate>): Schema<'Alternative'> {
  return {
    uprn: candidate.uprn,
    address: servedAddress(candidate),
    postcode: servedPostcode(candidate),
    confidence: fourDecimals(confidence),
    reasons: fieldReasonsOf(evidence),
  };
}

/** The address to serve, whichever of its spellings was matched. */
function servedAddress({ served, address }: HomeCandidate): string {
  return served ?? address;
}

/** The postcode to serve, whichever postcode the home was found under. */
function servedPostcode({ served_postcode, postcode }: HomeCandidate): string {
  return served_postcode ?? postcode;
}

/** The probability is calibrated to a few hundredths; further digits are noise. */
function fourDecimals(probability: number): number {
  return Math.round(probability * 10_000) / 10_000;
}
