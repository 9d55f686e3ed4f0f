import { type MatchResult, parseAddress } from '@domesday/addresses';
import type { Queryable } from '@domesday/db';
import { dictionaryFor } from './dictionary.ts';
import type { HomeCandidate } from './match.query.ts';
import { MATCHING } from './ranking.ts';

/** Whether the match rests on the name of a building that is not quite that of the query. */
export const restsOnLikeName = ({ status, best }: MatchResult<HomeCandidate>): boolean =>
  status === 'matched' && best!.evidence.number === 'none' && best!.evidence.building === 'near';

/**
 * ROSEDENE for ROSEDALE is a misspelling or another house. It is another if the index knows the word, and each name has
 * a word that the other lacks: the match is left open.
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

/** The words of a name that other words hold neither alone, nor in the plural, nor joined. */
function lackedBy(others: readonly string[], name: readonly string[]): string[] {
  const joined = others.join('');
  return name.filter(
    (word) => word.length > 3 && !INSTITUTIONS.has(word) && !joined.includes(word.replace(/S$/, '')),
  );
}
/** A match with another word for the school rests on more: QUAX PRIMARY ACADEMY for QUAX PRIMARY SCHOOL. */
const INSTITUTIONS = new Set(['SCHOOL', 'ACADEMY']);
