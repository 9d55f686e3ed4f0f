import type { Pieces } from './pieces.ts';
import { typeNumber } from './places.ts';
import { plausibleFloorArea } from './sqft-estimate.ts';
import type { PropertyType, SaleEvidence } from './types.ts';

/** Bounds of the floor areas of nearly all homes, in square metres, by fitted type. */
const USUAL_SQM = [
  { least: 35, most: 500 },
  { least: 30, most: 350 },
  { least: 25, most: 350 },
  { least: 15, most: 250 },
] as const;
const USUAL_ELASTICITY = 0.8;
/** A floor area and past sales whose values differ by more than this log factor contradict each other. */
const CONTRADICTION = Math.log(2);
/** Two certificates of one home rarely differ by more than this log factor in floor area. */
const MEASURED_ALIKE = Math.log(1.25);
/** Largest doubt, in log points: beyond it the floor area is simply not that of the home. */
const MOST_DOUBT = 1;

/** The floor areas between which nearly all homes of a type lie. */
export function usualSizes(type: PropertyType): { least: number; most: number } {
  return USUAL_SQM[typeNumber(type)] ?? { least: 15, most: 500 };
}

/** How far a floor area lies outside the bounds of its type, as the log of a ratio; 0 inside. */
export function beyondUsual({ floor_area_sqm, property_type }: SaleEvidence['subject']): number {
  return plausibleFloorArea(floor_area_sqm) ? outsideUsual(floor_area_sqm, property_type) : 0;
}

function outsideUsual(floor_area_sqm: number, property_type: PropertyType): number {
  const { least, most } = usualSizes(property_type);
  return Math.max(0, Math.log(floor_area_sqm / most), Math.log(least / floor_area_sqm));
}

/** The doubt, in log points of value, that a floor area outside the bounds of its type adds. */
export function unusualSizeDoubt(
  floor_area_sqm: number,
  property_type: PropertyType,
  elasticity: number,
): number {
  return Math.min(MOST_DOUBT, elasticity * outsideUsual(floor_area_sqm, property_type));
}

/**
 * How much farther the past sales lie from the value by a given floor area than from the level of the place, in log
 * points above a factor of two; 0 if sales and floor area agree, or the floor area is recorded.
 */
export function contradicted({ subject }: SaleEvidence, { own }: Pick<Pieces, 'own'>): number {
  if (!subject.floor_area_given || !own || own.place === null) return 0;
  const gap_to_place = Math.abs(own.own - own.place);
  const gap_with_size = Math.abs(own.own - own.place - own.size_gap);
  return Math.max(0, gap_with_size - Math.max(CONTRADICTION, gap_to_place));
}

/** The log ratio of the floor areas of two certificates of one day; 0 if they differ by a quarter at most. */
export function gapOfCertificates({ floor_area_sqm, floor_area_other_sqm }: SaleEvidence['subject']): number {
  if (floor_area_sqm === null || floor_area_other_sqm == null) return 0;
  const gap = Math.abs(Math.log(floor_area_sqm / floor_area_other_sqm));
  return gap > MEASURED_ALIKE ? gap : 0;
}

/** The doubt, in log points of value, that an odd floor area adds. */
export function sizeDoubt(evidence: SaleEvidence, pieces: Pick<Pieces, 'own'>): number {
  const elasticity = evidence.price_per_area?.elasticity ?? USUAL_ELASTICITY;
  const { subject } = evidence;
  const size_gap = Math.max(beyondUsual(subject), gapOfCertificates(subject));
  const doubt = Math.max(elasticity * size_gap, contradicted(evidence, pieces));
  return Math.min(MOST_DOUBT, doubt);
}
