import type { Pieces } from './pieces.ts';
import { typeNumber } from './places.ts';
import { plausibleFloorArea } from './sqft-estimate.ts';
import type { PropertyType, SaleEvidence } from './types.ts';

/** Floor areas within which nearly all homes lie, in square metres, by fitted type. */
const USUAL_SQM = [
  { least: 35, most: 500 },
  { least: 30, most: 350 },
  { least: 25, most: 350 },
  { least: 15, most: 250 },
] as const;
const USUAL_ELASTICITY = 0.8;
/** A floor area and past sales that differ by more than this factor do not go together. */
const CONTRADICTION = Math.log(2);
/** Two measurements of one home by the rules of certificates seldom differ by more. */
const MEASURED_ALIKE = Math.log(1.25);
/** Greater doubt, in log points, tells no more: an area is then no area of the home. */
const MOST_DOUBT = 1;

/** The floor areas between which nearly all homes of a type lie. */
export function usualSizes(type: PropertyType): { least: number; most: number } {
  return USUAL_SQM[typeNumber(type)] ?? { least: 15, most: 500 };
}

/** How far a floor area is outside the usual ones of its type, as the log of a ratio; 0 inside. */
export function beyondUsual({ floor_area_sqm, property_type }: SaleEvidence['subject']): number {
  return plausibleFloorArea(floor_area_sqm) ? outsideUsual(floor_area_sqm, property_type) : 0;
}

function outsideUsual(floor_area_sqm: number, property_type: PropertyType): number {
  const { least, most } = usualSizes(property_type);
  return Math.max(0, Math.log(floor_area_sqm / most), Math.log(least / floor_area_sqm));
}

/** What a floor area outside the usual ones of a type adds to the doubt about a value by it, in log points. */
export function unusualSizeDoubt(
  floor_area_sqm: number,
  property_type: PropertyType,
  elasticity: number,
): number {
  return Math.min(MOST_DOUBT, elasticity * outsideUsual(floor_area_sqm, property_type));
}

/**
 * How much further the past sales lie from what a floor area that was only given says than from the level of the place,
 * in log points above a factor of two; 0 where they go together.
 */
export function contradicted({ subject }: SaleEvidence, { own }: Pick<Pieces, 'own'>): number {
  if (!subject.floor_area_given || !own || own.place === null) return 0;
  const without = Math.abs(own.own - own.place);
  const beside = Math.abs(own.own - own.place - own.size_gap);
  return Math.max(0, beside - Math.max(CONTRADICTION, without));
}

/** How far two certificates of one day are apart about the floor area, as the log of a ratio; 0 within a quarter. */
export function certifiedApart({ floor_area_sqm, floor_area_other_sqm }: SaleEvidence['subject']): number {
  if (floor_area_sqm === null || floor_area_other_sqm == null) return 0;
  const apart = Math.abs(Math.log(floor_area_sqm / floor_area_other_sqm));
  return apart > MEASURED_ALIKE ? apart : 0;
}

/** What an odd floor area adds to the doubt about a value, in log points. */
export function sizeDoubt(evidence: SaleEvidence, pieces: Pick<Pieces, 'own'>): number {
  const elasticity = evidence.price_per_area?.elasticity ?? USUAL_ELASTICITY;
  const { subject } = evidence;
  const odd = Math.max(beyondUsual(subject), certifiedApart(subject));
  const doubt = Math.max(elasticity * odd, contradicted(evidence, pieces));
  return Math.min(MOST_DOUBT, doubt);
}
