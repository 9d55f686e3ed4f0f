import type { Candidate, PreparedCandidate } from '../compare/candidates.ts';
import { HALF } from '../compare/share.ts';
import type { MatchResult, Scored } from '../match-result.ts';
import { isScottishPostcode } from '../postcode.ts';
import type { PreparedQuery } from '../read/prepare-query.ts';

/** Most homes that are named beside the best. */
export const ALTERNATIVES = 4;

/** A match of which another home may be meant as well. */
export function halved<C extends Candidate>(result: MatchResult<C>): MatchResult<C> {
  const confidence = Math.min(result.best!.confidence, HALF);
  const runner_up_gap = confidence - (result.alternatives[0]?.confidence ?? 0);
  const best = { ...result.best!, confidence };
  return { ...result, status: 'ambiguous', best, runner_up_gap, confidence_if_open: null };
}

/** A match beside a home that another reading of the text gives: neither is certain. */
export function withRival<C extends Candidate>(
  result: MatchResult<C>,
  rival: Scored<C> | null,
): MatchResult<C> {
  if (result.status !== 'matched' || rival === null) return result;
  const confidence = Math.min(result.best!.confidence, HALF);
  const others = result.alternatives.filter(({ candidate }) => candidate.uprn !== rival.candidate.uprn);
  return {
    ...result,
    status: 'ambiguous',
    best: { ...result.best!, confidence },
    alternatives: [{ ...rival, confidence }, ...others].slice(0, ALTERNATIVES),
    runner_up_gap: 0,
    confidence_if_open: null,
  };
}

/** The home that the other of two names of one text matches. */
export function homeOfOtherName<C extends Candidate>(
  { best }: MatchResult<C>,
  results: readonly MatchResult<C>[],
  queries: readonly PreparedQuery[],
): Scored<C> | null {
  const other = results.find(
    ({ status, best: there }, i) =>
      (status === 'matched' || (status === 'ambiguous' && queries[i]!.former)) &&
      there!.candidate.uprn !== best?.candidate.uprn,
  );
  return other?.best ?? null;
}

/**
 * FOUR FIVE OAK ROAD for flat 4 of number 5, and 1 2 OAK ROAD for number 12: by the less likely of two readings. NINE
 * FOUR ACRE ROAD is number 9 of a street of that name.
 */
export const isOfDigitsApart = <C extends Candidate>(
  { digits_apart, parsed }: PreparedQuery,
  { status, query }: MatchResult<C>,
): boolean =>
  digits_apart &&
  status === 'matched' &&
  query !== parsed &&
  query.street.join(' ') === parsed.street.join(' ');

const PAIR = /(?:^| )([0-9]{1,3})\/([0-9]{1,3})(?= )/;
/** Agreement of the names of one street. */
const SAME_STREET = 0.9;

/**
 * The home that is meant if the numbers of 15/6 OAK STREET stand in the other order: flat 6 of number 15 beside flat 15
 * of number 6. If the first is the greater, which is seldom that of the flat, number 15 is such a home itself: the list
 * may lack its flats.
 */
export function homeOfOtherOrder<C extends Candidate>(
  text: string | null,
  { status, best }: MatchResult<C>,
  results: readonly MatchResult<C>[],
): Scored<C> | null {
  const pair = status === 'matched' && text?.includes('/') ? PAIR.exec(text) : null;
  if (!pair) return null;
  const [first, second] = [Number(pair[1]), Number(pair[2])];
  const other = results.find(({ status, best: there, query }) => {
    if (!there || there.candidate.uprn === best!.candidate.uprn || status === 'no_match') return false;
    const { number, unit, street_agreement } = there.evidence;
    if (number !== 'exact' || (street_agreement ?? 1) < SAME_STREET) return false;
    if (unit === 'exact') return true;
    return status === 'parent_only' && first > second && query.number?.from === first;
  });
  return other?.best ?? null;
}

/**
 * 4/2 OAK ROAD or OAK ROAD 4/2 for flat 2 of number 4, where number 2 has flats by number, of which the list may lack
 * the fourth.
 */
export function mayBeOfOtherOrder<C extends Candidate>(
  text: string | null,
  { status, best }: MatchResult<C>,
  candidates: readonly PreparedCandidate<C>[],
): boolean {
  const pair = status === 'matched' && text?.includes('/') ? PAIR_AT_END.exec(text) : null;
  if (!pair || pair[1] === pair[2]) return false;
  const home = candidates.find(({ candidate }) => candidate === best!.candidate)?.prepared.parsed;
  if (!home?.number || !DIGITS.test(home.unit ?? '') || isScottishPostcode(home.postcode ?? '')) return false;
  const own = [`${home.number.from}`, home.unit!];
  if (!own.every((number) => number === pair[1] || number === pair[2])) return false;
  const street = home.street.join(' ');
  const flats = candidates
    .map(({ prepared: { parsed } }) => parsed)
    .filter(({ number, unit }) => number?.from === Number(home.unit) && DIGITS.test(unit ?? ''))
    .filter((other) => other.street.join(' ') === street)
    .map(({ unit }) => Number(unit));
  // The flat after the last may be missing too.
  return flats.length > 0 && home.number.from <= Math.max(...flats) + 1;
}
const PAIR_AT_END = /(?:^| )([0-9]{1,3})\/([0-9]{1,3})(?= |$)/;
const DIGITS = /^[0-9]{1,3}$/;
