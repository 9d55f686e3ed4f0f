import { type MatchResult, parseAddress } from '@domesday/addresses';
import type { Queryable } from '@domesday/db';
import { dictionaryFor } from './dictionary.ts';
import type { HomeCandidate } from './match.query.ts';
import { MATCHING } from './ranking.ts';

/** Whether the match relies on a building's name that is similar, but not equal, to the query's. */
export const restsOnLikeName = ({ status, best }: MatchResult<HomeCandidate>): boolean =>
  status === 'matched' && best!.evidence.number === 'none' && best!.evidence.building === 'near';

/**
 * Makes a match of ROSEDALE for ROSEDENE `ambiguous` if it may be another house: the index knows the word ROSEDENE, and
 * each name has a word that the other lacks. Otherwise ROSEDENE is a misspelling, and `result` is returned unchanged.
 */
export async function withoutOtherName<R extends MatchResult<HomeCandidate>>(
  db: Queryable,
  result: R,
): Promise<R> {
  if (!restsOnLikeName(result)) return result;
  const { candidate, confidence } = result.best!;
  const { building, street, tail } = parseAddress(candidate.address, candidate.postcode);
  const { query, alternatives } = result;
  const own = lackedBy([...building, ...street, ...tail], query.building);
  if (own.length === 0) return result;
  if (lackedBy([...query.building, ...query.street, ...query.tail], building).length === 0) return result;
  const dictionary = await dictionaryFor(db);
  if (!own.some((word) => dictionary.count(word) >= MATCHING.known_from)) return result;
  const best = { ...result.best!, confidence: Math.min(confidence, MATCHING.most_of_other_name) };
  const runner_up_gap = best.confidence - (alternatives[0]?.confidence ?? 0);
  return { ...result, status: 'ambiguous', best, runner_up_gap, confidence_if_open: null };
}

/** The words of a name that are not among the other words, neither alone nor as a plural nor joined. */
function lackedBy(others: readonly string[], name: readonly string[]): string[] {
  const joined = others.join('');
  return name.filter(
    (word) => word.length > 3 && !INSTITUTIONS.has(word) && !joined.includes(word.replace(/S$/, '')),
  );
}
/** Excluded, since QUAX PRIMARY ACADEMY and QUAX PRIMARY SCHOOL may be one school. */
const INSTITUTIONS = new Set(['SCHOOL', 'ACADEMY']);
