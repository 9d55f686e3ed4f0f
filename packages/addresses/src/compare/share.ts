import type { Ranked } from '../decide/same-text.ts';
import { ACCEPTABLE_FROM } from '../decide/status.ts';
import type { Scored } from '../match-result.ts';
import type { Candidate } from './candidates.ts';
import type { Evidence } from './compare.ts';

/** The confidence of each of two homes that are equally likely. */
export const HALF = 0.5;
/** Largest confidence of a home whose unit is written differently from the query's (`unlike`). */
const MOST_OF_UNLIKE = 0.25;

/**
 * Shares the confidence among the homes of a house if the query's unit may mean any of them, or an unlisted one: FLAT,
 * 10 OAK ROAD and FLATS 1-4, 10 OAK ROAD. Changes `scored` in place.
 */
export function shareAmongHomes<C extends Candidate>(
  ranked: readonly Ranked<C>[],
  scored: Scored<C>[],
): void {
  const { unit, number, street_agreement } = ranked[0]!.evidence;
  if (unit !== 'unlike' || scored[0]!.confidence >= ACCEPTABLE_FROM) return;
  const alike = ranked.filter(
    ({ evidence }) =>
      evidence.unit === unit && evidence.number === number && evidence.street_agreement === street_agreement,
  );
  const uprns = new Set(alike.map(({ candidate }) => candidate.uprn));
  const confidence = Math.min(MOST_OF_UNLIKE, Math.round(10_000 / (alike.length + 1)) / 10_000);
  for (const one of scored) if (uprns.has(one.candidate.uprn)) one.confidence = confidence;
}

/**
 * Shares a confidence of one half among the candidates for which `isLike` holds; the other half is for a home that the
 * list lacks. VEX CLINIC, 12 OAK ROAD may mean any occupier of number 12, and OAK HOUSE, XANBURY any house of that
 * name. Changes `scored` in place.
 */
export function shareAmong<C extends Candidate>(
  ranked: readonly Ranked<C>[],
  scored: Scored<C>[],
  isLike: (evidence: Evidence) => boolean,
): void {
  const alike = ranked.filter(({ evidence }) => isLike(evidence));
  const uprns = new Set(alike.map(({ candidate }) => candidate.uprn));
  const confidence = Math.round((10_000 * HALF) / alike.length) / 10_000;
  for (const one of scored) if (uprns.has(one.candidate.uprn)) one.confidence = confidence;
}
