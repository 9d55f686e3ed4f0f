import type { MatchResult, Scored } from '@domesday/addresses';
import type { HomeCandidate } from './match.query.ts';
import { MATCHING } from './ranking.ts';

type Result = MatchResult<HomeCandidate>;

/** A match that may be of a home in another place, with the home there if the list has it. */
export function leftOpen(result: Result, rival: Scored<HomeCandidate> | null): Result {
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
  };
}
