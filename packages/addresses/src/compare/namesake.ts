import type { PreparedQuery } from '../read/prepare-query.ts';
import type { Candidate, PreparedCandidate } from './candidates.ts';
import { compareNames, type Evidence, type Names } from './compare.ts';

/** The comparison of the names, cached in the query for all candidates with the same words. */
export function namesOf(query: PreparedQuery, { words, prepared }: PreparedCandidate<Candidate>): Names {
  let names = query.compared.get(words);
  if (!names) {
    names = compareNames(query, prepared);
    query.compared.set(words, names);
  }
  return names;
}

/** Least lead in street agreement by which another listed street is nearer to the query's. */
const OTHER_NAMESAKE = 0.05;

/** 12 OAK ROAD if the best candidate is 12 OAK ROAD WEST and the list has other homes of OAK ROAD. */
export function mayBeInNamesake(
  query: PreparedQuery,
  { street, street_agreement, number }: Evidence,
  candidates: readonly PreparedCandidate<Candidate>[],
): boolean {
  if (street !== 'near' || number !== 'exact') return false;
  return candidates.some(
    (other) => (namesOf(query, other).street_agreement ?? 0) > street_agreement! + OTHER_NAMESAKE,
  );
}
