import type { MatchResult, Scored } from '@domesday/addresses';
import type { HomeCandidate } from './match.query.ts';
import { MATCHING } from './ranking.ts';

type Result = MatchResult<HomeCandidate>;

/**
 * Makes a match `ambiguous`, since a home in another place may be meant. `rival` is the home there, if the list has it,
 * and becomes the first alternative. `confidence_if_open` is given if the text names no place that the home is not in.
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

/** Makes a match `ambiguous` if the text names no place and the list has the street in another place too. */
export const leftWithoutPlace = (result: Result): Result =>
  leftOpen(result, null, result.confidence_if_open === null ? null : MATCHING.without_place);
