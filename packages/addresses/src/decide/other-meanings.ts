import type { Candidate, PreparedCandidate } from '../compare/candidates.ts';
import { isAfterOther } from '../compare/occupied.ts';
import type { MatchResult } from '../match-result.ts';
import type { PreparedQuery } from '../read/prepare-query.ts';
import { isOtherFlat } from './borne-out.ts';
import { isOfOtherDivision } from './division.ts';
import { isOfOtherNameLast } from './other-house.ts';
import {
  halved,
  homeOfOtherName,
  homeOfOtherOrder,
  isOfDigitsApart,
  mayBeOfOtherOrder,
  withRival,
} from './rivals.ts';
import { isNamedElsewhere } from './several.ts';
import { isThingAt } from './thing-at.ts';

/**
 * The result of the best reading, made `ambiguous` if the text may mean another home. `results` has the result of each
 * reading; `ofBest` is the one that fits best.
 */
export function withOtherMeanings<C extends Candidate>(
  queries: readonly PreparedQuery[],
  ofBest: MatchResult<C>,
  results: readonly MatchResult<C>[],
  candidates: readonly PreparedCandidate<C>[],
): MatchResult<C> {
  const [first] = queries as [PreparedQuery];
  if (first.renamed) {
    const named = withRival(ofBest, homeOfOtherName(ofBest, results, queries));
    return isOfDigitsApart(first, named) ? halved(named) : named;
  }
  const result = withRival(ofBest, homeOfOtherOrder(first.text, ofBest, results));
  if (results.some((other) => isOtherFlat(other, result))) return halved(result);
  if (result.status !== 'matched') return result;
  if (mayBeOfOtherOrder(first.text, result, candidates)) return halved(result);
  // Every reading is checked, since the best may have left out a name as a recipient's.
  const elsewhere = (query: PreparedQuery) => isNamedElsewhere(query, result.best!, candidates);
  if (isAfterOther(first, result.best!, candidates)) return halved(result);
  if (isThingAt(first, result.best!, candidates)) return halved(result);
  if (isOfOtherDivision(first, result.best!, candidates)) return halved(result);
  const home = candidates.find(({ candidate }) => candidate === result.best!.candidate);
  if (home && isOfOtherNameLast(first, home.prepared)) return halved(result);
  return queries.some((query) => !query.open && elsewhere(query)) ? halved(result) : result;
}
