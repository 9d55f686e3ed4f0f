import { calibration } from '../../generated/calibration.ts';
import type { Evidence } from './compare.ts';

/** Largest confidence of a candidate whose number or unit contradicts the query's. */
export const CONFLICT_CAP = 0.45;
/** Largest confidence of a candidate that is only the building of the home in the query, or one of several homes. */
export const INCOMPLETE_CAP = 0.5;

const NUMBER = {
  exact: 4,
  range_end: 2.2,
  range_inside: 1,
  missing_query: -2.5,
  missing_candidate: -2.5,
  none: 0,
  conflict: -7,
};
const UNIT = {
  exact: 3,
  equivalent: 2.4,
  storey: 2,
  missing_query: -1.5,
  missing_candidate: -2.5,
  none: 0,
  unlike: -2.6,
  conflict: -6,
};
const POSTCODE = { exact: 2, near: 1.2, sector: 0.8, outcode: 0.2, area: -0.8, different: -1.8, unknown: 0 };

/**
 * Weight of the evidence, similar to log-odds: number and unit first, then the names by the rarity of their words, then
 * the postcode. Larger is better. Scores of different queries are comparable only through `confidenceOf`.
 */
export function scoreOf(evidence: Evidence): number {
  const { number, unit, postcode, relation } = evidence;
  let score = (numberToSpare(evidence) ? 1 : NUMBER[number]) + UNIT[unit] + POSTCODE[postcode];
  const numbered = number === 'exact' || number === 'range_end' || number === 'range_inside';
  const { street_agreement: street, building_agreement: building, locality_agreement: locality } = evidence;
  // A home with a name is identified by it: a different street name weighs less there.
  if (street !== null) score += (number === 'none' && (building ?? 0) > 0.9 ? 4 : 7) * (street - 0.62);
  else if (evidence.street !== 'none') score -= 0.6;
  // Without a number, a different name is a different building.
  if (number === 'none' && evidence.building === 'different' && (building ?? 0) < 0.45) score -= 3;
  if (building !== null) score += numbered ? 3 * (building - 0.45) : 8 * (building - 0.58);
  else if (evidence.building === 'missing_candidate' || evidence.building === 'different')
    score -= numbered ? 0.5 : 2.2;
  else if (evidence.building === 'missing_query') score -= numbered ? 0.9 : 2.2;
  if (locality !== null) score += 2 * (locality - 0.5);
  if (relation === 'same') score += 1;
  else if (relation === 'different') score -= 4;
  if (evidence.role_differs) score -= 2.5;
  const bothNamed = evidence.building === 'exact' || evidence.building === 'near';
  if (number === 'none' && bothNamed && !evidence.street.startsWith('missing'))
    score -= 0.4 * Math.min(evidence.unexplained, 3);
  return score;
}

/** A lead in score beyond this adds no confidence. */
export const MOST_GAP = 4;

/** The largest score from postcode (2), street (2.66), locality (1) and relation (1), see `scoreOf`. */
const MOST_BUT_NAME = 6.66;
/** `MOST_BUT_NAME` plus the largest score from the building (3.36). */
const MOST_OF_THE_REST = 10.02;

/** Upper bound of the score of a candidate with this identity, whatever its names, postcode and relation. */
export function mostScore({ number, unit }: Pick<Evidence, 'number' | 'unit'>): number {
  const missingScore = number.startsWith('missing') ? 1 : NUMBER[number];
  return Math.max(NUMBER[number], missingScore) + UNIT[unit] + MOST_OF_THE_REST;
}

/**
 * Upper bound of the score of a query and candidate with names and without number and unit, if at most this `share` of
 * the candidate's name is in the query, see `compareBuildings`.
 */
export function mostScoreOfName(share: number): number {
  const building = 0.15 + 0.85 * share;
  return MOST_BUT_NAME + 8 * (building - 0.58) - (building < 0.45 ? 3 : 0);
}

/**
 * Whether a number missing on one side does not count against the candidate, because the name agrees: a block with the
 * same flat, or a house that has both a name and a number.
 */
function numberToSpare({ number, unit, named, building_agreement }: Evidence): boolean {
  const known = unit === 'exact' || (named && unit === 'none');
  return number.startsWith('missing') && known && (building_agreement ?? 0) >= 0.9;
}

export function isConflict(evidence: Evidence): boolean {
  return evidence.number === 'conflict' || evidence.unit === 'conflict';
}

/** The features of the calibration, in the order of its weights. `gap` is the lead over the next UPRN. */
export function calibrationFeatures(evidence: Evidence, score: number, gap: number): number[] {
  const street = evidence.street_agreement;
  const named = evidence.number === 'none' && (evidence.unit === 'none' || evidence.unit === 'exact');
  return [
    1,
    score,
    Math.max(-MOST_GAP, Math.min(gap, MOST_GAP)),
    Math.max(-2, Math.min(gap, 1)),
    street === null ? 0.6 : street,
    evidence.number.startsWith('missing') && !numberToSpare(evidence) ? 1 : 0,
    evidence.number.startsWith('range') ? 1 : 0,
    evidence.unit === 'equivalent' || evidence.unit === 'storey' ? 1 : 0,
    evidence.unit.startsWith('missing') || evidence.unit === 'unlike' ? 1 : 0,
    named ? 1 : 0,
    named ? (evidence.building_agreement ?? 0) : 0,
    evidence.relation === 'different' || evidence.role_differs ? 1 : 0,
    evidence.postcode === 'exact' ? 1 : 0,
    evidence.locality_agreement ?? 0.5,
    evidence.postcode === 'exact' ? 0 : 1 - (street ?? 0.6),
    evidence.postcode === 'exact' || evidence.postcode === 'near'
      ? 0
      : 1 - (evidence.locality_agreement ?? 0),
    evidence.building === 'different' ? 1 : 0,
    evidence.building === 'missing_query' ? 1 : 0,
    evidence.building === 'missing_candidate' ? 1 : 0,
    Math.min(evidence.unexplained, 3),
    named ? Math.min(evidence.unexplained, 3) : 0,
    evidence.postcode === 'unknown' ? 1 : 0,
    evidence.postcode === 'exact' ? 0 : Math.min(evidence.elsewhere, 2),
  ];
}

/** The features of the calibration of a building as the parent of the home in the query. */
export function parentFeatures(evidence: Evidence, score: number, gap: number): number[] {
  const { number, postcode, building, building_agreement, street_agreement } = evidence;
  return [
    1,
    score,
    Math.max(-MOST_GAP, Math.min(gap, MOST_GAP)),
    street_agreement ?? 0.6,
    building_agreement ?? 0.7,
    evidence.locality_agreement ?? 0.5,
    number === 'exact' ? 1 : 0,
    number.startsWith('range') ? 1 : 0,
    number.startsWith('missing') ? 1 : 0,
    postcode === 'exact' ? 1 : 0,
    postcode === 'unknown' ? 1 : 0,
    building === 'different' || building.startsWith('missing') ? 1 : 0,
    evidence.role_differs ? 1 : 0,
    Math.min(evidence.unexplained, 3),
    postcode === 'exact' ? 0 : Math.min(evidence.elsewhere, 2),
  ];
}

/** Interpolates a monotone function linearly between its points; `x` itself if there are no points. */
function interpolate(points: ReadonlyArray<readonly [number, number]>, x: number): number {
  if (points.length === 0) return x;
  let [x0, y0] = points[0]!;
  if (x <= x0) return y0;
  for (const [x1, y1] of points) {
    if (x <= x1) return x1 === x0 ? y1 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
    x0 = x1;
    y0 = y1;
  }
  return y0;
}

interface Fit {
  weights: readonly number[];
  isotonic: ReadonlyArray<readonly [number, number]>;
}

function fitted({ weights, isotonic }: Fit, features: readonly number[]): number {
  let logit = 0;
  for (let i = 0; i < features.length; i += 1) logit += features[i]! * (weights[i] ?? 0);
  return interpolate(isotonic, 1 / (1 + Math.exp(-logit)));
}

const fourDecimals = (probability: number): number =>
  Math.round(Math.min(Math.max(probability, 0), 1) * 10000) / 10000;

/**
 * The probability that the candidate is the building of the home in the query, given that the list has the building but
 * not the home. Fitted like `confidenceOf`, on texts with a flat that no list has.
 */
export function parentConfidenceOf(evidence: Evidence, score: number, gap: number): number {
  return fourDecimals(fitted(calibration.parent, parentFeatures(evidence, score, gap)));
}

/**
 * The probability that the candidate is the right premises: a logistic regression on the evidence, its score and
 * its lead over the next UPRN, calibrated by isotonic regression on labelled rows that include rows without any match
 * (`fit/fit.ts`). The caps apply on top of the fit.
 */
export function confidenceOf(evidence: Evidence, score: number, gap: number): number {
  let confidence = fitted(calibration.home, calibrationFeatures(evidence, score, gap));
  if (isConflict(evidence)) confidence = Math.min(confidence, CONFLICT_CAP);
  else if (
    evidence.unit === 'missing_candidate' ||
    evidence.unit === 'unlike' ||
    evidence.relation === 'different' ||
    (evidence.number === 'missing_candidate' && !numberToSpare(evidence))
  ) {
    confidence = Math.min(confidence, INCOMPLETE_CAP);
  }
  return fourDecimals(confidence);
}
