import { FAMILIES, type Family, type Place, placeKey } from './places.ts';
import type { LocationBaseline } from './types.ts';

/**
 * One place's effect on log price and on log price per square metre, with the number of sales of each: family (its
 * number in FAMILIES), key, effect, n, effect by area or null, n by area. An array, since every postcode has many.
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

/** Sums the effects from the widest family to the narrowest; the narrowest one found names the geography. */
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
