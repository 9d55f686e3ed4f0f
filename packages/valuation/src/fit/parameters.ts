import type { Family } from '../places.ts';

/**
 * Parameters that are not learned from the data. Most were chosen on one district's sales of 2002 to 2005;
 * docs/decisions/valuation-settings.md says how, and which choices came later.
 */
export interface Parameters {
  /** Penalty on quarterly steps of the area's deviation from the published index. A low penalty makes values jump. */
  area_step: number;
  /** Penalty on yearly steps of the deviation of each type from its area. */
  type_step: number;
  /** With fewer pairs than this the penalty grows, so that a sparse area follows its published index. */
  enough_pairs: number;
  /** Weight of a sale's level relative to repeat pairs when the index is fitted. */
  level_weight: number;
  /** Residuals beyond this many robust standard deviations are down-weighted. */
  huber_sd: number;
  huber_rounds: number;
  /** Half-life, in years, of the weight of a sale in the level of its place. */
  half_life_years: number;
  /** Ridge penalties of the location effects, in units of one sale today. */
  penalties: Readonly<Record<Family, number>>;
  location_rounds: number;
  /** Number of sales at which an offset has half of its weight. */
  offset_prior_n: number;
}

export const PARAMETERS: Parameters = {
  area_step: 30,
  type_step: 300,
  enough_pairs: 300,
  level_weight: 1,
  huber_sd: 2,
  huber_rounds: 4,
  half_life_years: 6,
  penalties: {
    cell: 0.3,
    locality: 2,
    street: 1,
    postcode: 1,
    street_type: 4,
    postcode_type: 4,
    building: 2,
  },
  location_rounds: 12,
  offset_prior_n: 30,
};
