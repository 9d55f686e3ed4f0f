import { type HomeCandidate, match as matchAddress } from '@domesday/address-search';
import { type Evidence, normalisePostcode, tokenise } from '@domesday/addresses';
import type { RequestOf, ResponseOf, Schema } from '@domesday/contract';
import { notFound, unprocessable } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';

type Request = RequestOf<'addresses.match'>;
type Response = ResponseOf<'addresses.match'>;
type Outcome = Schema<'FieldReason'>['outcome'];

export async function match(request: Request, context: Context): Promise<Response> {
  const { address } = request.body;
  const postcode = normalisePostcode(request.body.postcode);
  if (postcode === null) {
    throw unprocessable(
      'invalid_parameter',
      `"${request.body.postcode.slice(0, 20)}" is not a UK postcode.`,
      [{ field: 'postcode', issue: 'must have the shape of a UK postcode' }],
    );
  }
  const found = await matchAddress(context.db, { address, postcode });
  const { best, status } = found;
  if (!best || status === 'no_match') {
    throw notFound(
      'address_not_found',
      `No address of ${postcode} or of its outcode agrees with this one. Try addresses.search with part of it.`,
      [{ field: 'address', issue: 'agrees with no known address' }],
    );
  }
  if (best.candidate.postcode !== postcode) {
    context.warn(
      'postcode_differs',
      'match.postcode',
      `The match stands in ${best.candidate.postcode}, not in ${postcode}.`,
    );
  }
  return {
    match: { ...homeOf(best.candidate), confidence: fourDecimals(best.confidence) },
    alternatives: found.alternatives.map(({ candidate, confidence }) => ({
      uprn: candidate.uprn,
      address: candidate.served ?? candidate.address,
      postcode: candidate.postcode,
      confidence: fourDecimals(confidence),
    })),
    status,
    matched_on: found.matched_on,
    ambiguous: status === 'ambiguous',
    runner_up_gap:
      found.alternatives.length === 0 || found.runner_up_gap === null
        ? null
        : Number(found.runner_up_gap.toFixed(4)),
    reasons: reasonsOf(best.evidence),
    normalised_input: { address: tokenise(address, postcode).words.join(' '), postcode },
    meta: context.meta(),
  };
}

/** The home as it is served, whichever of its spellings was matched. */
function homeOf({ served, ...home }: HomeCandidate): Omit<HomeCandidate, 'served'> {
  return { ...home, address: served ?? home.address };
}

const OUTCOMES: Record<string, Outcome> = {
  exact: 'exact',
  same: 'exact',
  equivalent: 'equivalent',
  storey: 'equivalent',
  range_end: 'equivalent',
  range_inside: 'partial',
  near: 'partial',
  sector: 'partial',
  outcode: 'partial',
  unlike: 'partial',
  missing_query: 'missing',
  missing_candidate: 'missing',
  unknown: 'missing',
  conflict: 'conflict',
  different: 'conflict',
  area: 'conflict',
};

/** The parts of which at least one side speaks, in the order a person writes them. */
function reasonsOf(evidence: Evidence): Schema<'FieldReason'>[] {
  const fields = ['relation', 'unit', 'number', 'building', 'street', 'locality', 'postcode'] as const;
  return fields.flatMap((field) => {
    const outcome = OUTCOMES[evidence[field]];
    return outcome ? [{ field, outcome }] : [];
  });
}

/** A probability is fitted to a few hundredths; digits beyond that are noise. */
function fourDecimals(probability: number): number {
  return Math.round(probability * 10_000) / 10_000;
}
