import { FAMILIES, type Family, type Place, placeKey } from './places.ts';
import type { LocationBaseline } from './types.ts';

/**
 * The effect of one place on log price and on log price per square metre, each with its number of sales. `family` is an
 * index of FAMILIES. A tuple, since every postcode has many effects.
 */
export type PlaceEffect = readonly [
  family: number,
  key: string,
  effect: number | null,
  n: number,
  effect_by_area: number | null,
  n_by_area: number,
];

export type Measure = 'price' | 'price_per_sqm';

/** Sums the effects of a place over all families. `geography` and `n` are those of the narrowest family found. */
export function locationFrom(
  effects: readonly PlaceEffect[],
  place: Place,
  intercept: number,
  measure: Measure,
): LocationBaseline {
  const found: LocationBaseline = { log_price: intercept, n: 0, geography: 'area' };
  const at = measure === 'price' ? 2 : 4;
  FAMILIES.forEach((family: Family, number) => {
    const key = placeKey(family, place);
    if (key === '') return;
    const known = effects.find((one) => one[0] === number && one[1] === key);
    const effect = known?.[at] as number | null | undefined;
    if (effect == null) return;
    found.log_price += effect;
    found.n = known![at + 1] as number;
    found.geography = family;
  });
  return found;
}
