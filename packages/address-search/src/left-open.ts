import type { MatchResult, Scored } from '@domesday/addresses';
import type { HomeCandidate } from './match.query.ts';
import { MATCHING } from './ranking.ts';

type Result = MatchResult<HomeCandidate>;

/**
 * A match that may be of a home in another place, with the home there if the list has it. The
 * confidence is more if the text says no place, and so none that the home is not in.
 */
export function leftOpen(
  result: Result,
  rival: Scored<HomeCandidate> | null,
  confidence_if_open: number | null = null,
): Result {
  const confidence = Math.min(result.best!.confidence, MATCHING.most_of_other_place);
  const others = result.alternatives
    .filter(({ candidate }) => candidate.uprn !== rival?.candidate.uprn)
    .map((other) => ({ ...other, confidence: Math.min(other.confidence, confidence) }));
  const alternatives = rival ? [{ ...rival, confidence }, ...others].slice(0, 4) : others;
  const runner_up_gap = confidence - (alternatives[0]?.confidence ?? 0);
  return {
    ...result,
    status: 'ambiguous',
    best: { ...result.best!, confidence },
    alternatives,
    runner_up_gap,
    confidence_if_open,
  };
}

/** A match of which the text does not say the place, where the list has the street in another. */
export const leftWithoutPlace = (result: Result): Result =>
  leftOpen(result, null, result.confidence_if_open === null ? null : MATCHING.without_place);
