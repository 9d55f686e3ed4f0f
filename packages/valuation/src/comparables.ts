import { yearsBetween } from './dates.ts';
import { indexLevel } from './index-level.ts';
import { weightedMedian } from './math/quantile.ts';
import { plausibleFloorArea } from './sqft-estimate.ts';
import type { Candidate, Comparable, SaleEvidence, Subject } from './types.ts';

export const COMPARABLES_WANTED = 7;
export const FEWEST_COMPARABLES = 3;
const RINGS_M = [250, 500, 1000, 2000, 5000];
const RECENT_MONTHS = 36;
const OLDER_MONTHS = 60;
const DEFAULT_ELASTICITY = 0.8;

/**
 * The nearest seven similar sales, most similar first: same type and tenure, standard category, new only for
 * a new subject, widening in distance first and then in time. Flats stay with their own postcode, which is
 * usually their building. `wanted` may be raised for a caller that lists comparables.
 */
export function similarSales(evidence: SaleEvidence, wanted: number = COMPARABLES_WANTED): Comparable[] {
  const eligible = evidence.candidates.filter((candidate) => isSimilar(candidate, evidence));
  for (const months of [RECENT_MONTHS, OLDER_MONTHS]) {
    const recent = eligible.filter((candidate) => monthsBefore(candidate, evidence) <= months);
    for (const ring of RINGS_M) {
      const near = recent.filter((candidate) => (distanceM(evidence.subject, candidate) ?? ring) <= ring);
      if (near.length >= wanted) return mostSimilar(near, evidence, wanted);
    }
  }
  return mostSimilar(eligible, evidence, wanted);
}

/** Log value as the weighted median of the comparables' adjusted prices; null for fewer than three. */
export function comparables(evidence: SaleEvidence): { log_value: number; comparables: Comparable[] } | null {
  const chosen = similarSales(evidence);
  if (chosen.length < FEWEST_COMPARABLES) return null;
  const value = weightedMedian(
    chosen.map((one) => Math.log(one.adjusted_price)),
    chosen.map((one) => 1 / (1 + one.score)),
  );
  return { log_value: value, comparables: chosen };
}

/** Straight distance in metres, or null where either position is unknown. */
export function distanceM(subject: Subject, candidate: Candidate): number | null {
  if (!subject.position || !candidate.position) return null;
  return Math.hypot(
    subject.position.easting - candidate.position.easting,
    subject.position.northing - candidate.position.northing,
  );
}

function isSimilar(candidate: Candidate, evidence: SaleEvidence): boolean {
  const { subject, as_of } = evidence;
  return (
    candidate.date <= as_of &&
    monthsBefore(candidate, evidence) <= OLDER_MONTHS &&
    candidate.category === 'standard' &&
    candidate.property_type === subject.property_type &&
    (subject.tenure === null || candidate.tenure === subject.tenure) &&
    (!candidate.new_build || subject.new_build)
  );
}

function monthsBefore(candidate: Candidate, evidence: SaleEvidence): number {
  return yearsBetween(candidate.date, evidence.as_of) * 12;
}

function mostSimilar(candidates: readonly Candidate[], evidence: SaleEvidence, wanted: number): Comparable[] {
  return candidates
    .map((candidate) => scored(candidate, evidence))
    .sort((a, b) => a.score - b.score || (a.transaction_id < b.transaction_id ? -1 : 1))
    .slice(0, wanted);
}

/** Lower is more similar. Without positions the postcode and its sector stand in for distance. */
function scored(candidate: Candidate, evidence: SaleEvidence): Comparable {
  const { subject, index, price_per_area, as_of } = evidence;
  const distance = distanceM(subject, candidate);
  const sizes =
    plausibleFloorArea(subject.floor_area_sqm) && plausibleFloorArea(candidate.floor_area_sqm)
      ? Math.log(subject.floor_area_sqm / candidate.floor_area_sqm)
      : null;
  const sameAge =
    subject.construction_age === null ||
    candidate.construction_age === null ||
    subject.construction_age === candidate.construction_age;
  const samePostcode = subject.postcode === candidate.postcode;
  const score =
    (distance === null ? postcodeDistance(subject.postcode, candidate.postcode) : distance / 250) +
    monthsBefore(candidate, evidence) / 24 +
    (subject.street !== null && subject.street === candidate.street ? 0 : 1) +
    (subject.property_type === 'flat' && !samePostcode ? 2 : 0) +
    (sizes === null ? 0 : (sizes / 0.25) ** 2) +
    (sameAge ? 0 : 1);
  const growth = index ? indexLevel(index, as_of) - indexLevel(index, candidate.date) : 0;
  const size = sizes === null ? 0 : sizes * (price_per_area?.elasticity ?? DEFAULT_ELASTICITY);
  return {
    ...candidate,
    adjusted_price: Math.round(candidate.price * Math.exp(growth + size)),
    distance_m: distance === null ? null : Math.round(distance),
    score,
  };
}

function postcodeDistance(a: string, b: string): number {
  if (a === b) return 0;
  return a.slice(0, -2) === b.slice(0, -2) ? 3 : 8;
}
