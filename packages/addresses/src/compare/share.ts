import type { Ranked } from '../decide/same-text.ts';
import { ACCEPTABLE_FROM } from '../decide/status.ts';
import type { Scored } from '../match-result.ts';
import type { Candidate } from './candidates.ts';
import type { Evidence } from './compare.ts';

/** Of each of two homes that are meant alike. */
export const HALF = 0.5;
/** Of each home that may be meant although its unit is written otherwise. */
const MOST_OF_UNLIKE = 0.25;

/**
 * FLAT, 10 OAK ROAD and FLATS 1-4, 10 OAK ROAD may mean any of the flats of number 10, or another home of it.
 */
export function shareAmongHomes<C extends Candidate>(
  ranked: readonly Ranked<C>[],
  scored: Scored<C>[],
): void {
  const { unit, number, street_agreement } = ranked[0]!.evidence;
  if (unit !== 'unlike' || scored[0]!.confidence >= ACCEPTABLE_FROM) return;
  const meant = ranked.filter(
    ({ evidence }) =>
      evidence.unit === unit && evidence.number === number && evidence.street_agreement === street_agreement,
  );
  const uprns = new Set(meant.map(({ candidate }) => candidate.uprn));
  const confidence = Math.min(MOST_OF_UNLIKE, Math.round(10_000 / (meant.length + 1)) / 10_000);
  for (const one of scored) if (uprns.has(one.candidate.uprn)) one.confidence = confidence;
}

/**
 * VEX CLINIC, 12 OAK ROAD may mean any of those of number 12, and OAK HOUSE, XANBURY any of that name there, or one
 * that the list does not have.
 */
export function shareAmong<C extends Candidate>(
  ranked: readonly Ranked<C>[],
  scored: Scored<C>[],
  isLike: (evidence: Evidence) => boolean,
): void {
  const there = ranked.filter(({ evidence }) => isLike(evidence));
  const uprns = new Set(there.map(({ candidate }) => candidate.uprn));
  const confidence = Math.round((10_000 * HALF) / there.length) / 10_000;
  for (const one of scored) if (uprns.has(one.candidate.uprn)) one.confidence = confidence;
}
