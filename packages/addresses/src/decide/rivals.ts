import type { Candidate, PreparedCandidate } from '../compare/candidates.ts';
import { HALF } from '../compare/share.ts';
import type { MatchResult, Scored } from '../match-result.ts';
import { isScottishPostcode } from '../postcode.ts';
import type { PreparedQuery } from '../read/prepare-query.ts';

/** Largest number of alternatives to the best. */
export const ALTERNATIVES = 4;

/** Makes a match `ambiguous`, since another home may be meant, with a confidence of one half at most. */
export function halved<C extends Candidate>(result: MatchResult<C>): MatchResult<C> {
  const confidence = Math.min(result.best!.confidence, HALF);
  const runner_up_gap = confidence - (result.alternatives[0]?.confidence ?? 0);
  const best = { ...result.best!, confidence };
  return { ...result, status: 'ambiguous', best, runner_up_gap, confidence_if_open: null };
}

/** Makes a match `ambiguous` if another reading gives `rival`, which becomes the first alternative. */
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

/** The home that another name of the text matches, if it differs from the best; null if none does. */
export function homeOfOtherName<C extends Candidate>(
  { best }: MatchResult<C>,
  results: readonly MatchResult<C>[],
  queries: readonly PreparedQuery[],
): Scored<C> | null {
  const other = results.find(
    ({ status, best: rival }, i) =>
      (status === 'matched' || (status === 'ambiguous' && queries[i]!.former)) &&
      rival!.candidate.uprn !== best?.candidate.uprn,
  );
  return other?.best ?? null;
}

/**
 * Whether the match came from the less likely reading of two digits: flat 4 of number 5 for FOUR FIVE OAK ROAD, number
 * 12 for 1 2 OAK ROAD. Not for NINE FOUR ACRE ROAD, number 9 of Four Acre Road: its street differs from that of the
 * first reading.
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
/** Least agreement of two spellings of one street. */
const SAME_STREET = 0.9;

/**
 * The home with the numbers of 15/6 OAK STREET in the other order: flat 6 of number 15 if flat 15 of number 6 is
 * matched. If the first number is the greater, which is rarely a flat's, number 15 itself counts too, since the list
 * may lack its flats. Null if there is no such home.
 */
export function homeOfOtherOrder<C extends Candidate>(
  text: string | null,
  { status, best }: MatchResult<C>,
  results: readonly MatchResult<C>[],
): Scored<C> | null {
  const pair = status === 'matched' && text?.includes('/') ? PAIR.exec(text) : null;
  if (!pair) return null;
  const [first, second] = [Number(pair[1]), Number(pair[2])];
  const other = results.find(({ status, best: rival, query }) => {
    if (!rival || rival.candidate.uprn === best!.candidate.uprn || status === 'no_match') return false;
    const { number, unit, street_agreement } = rival.evidence;
    if (number !== 'exact' || (street_agreement ?? 1) < SAME_STREET) return false;
    if (unit === 'exact') return true;
    return status === 'parent_only' && first > second && query.number?.from === first;
  });
  return other?.best ?? null;
}

/**
 * 4/2 OAK ROAD or OAK ROAD 4/2 for flat 2 of number 4, if the list has numbered flats of number 2: it may lack flat 4
 * there.
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
  // The list may also lack the flat after the last.
  return flats.length > 0 && home.number.from <= Math.max(...flats) + 1;
}
const PAIR_AT_END = /(?:^| )([0-9]{1,3})\/([0-9]{1,3})(?= |$)/;
const DIGITS = /^[0-9]{1,3}$/;
