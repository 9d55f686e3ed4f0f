import { expect, it } from 'vitest';
import { ladderOf } from './ladder.ts';
import type { Place } from './place.ts';

/** A made-up place of a level. */
const at = (level: Place['level'], radius_m: number | null = null) =>
  ({ level, radius_m, label: 'XE1 1AA', easting: 0, northing: 0, latitude: 0, longitude: 0 }) as Place;
const radii = (place: Place, max_radius_m?: number) =>
  ladderOf(place, { widen: true, ...(max_radius_m === undefined ? {} : { max_radius_m }) }).map(
    (step) => step.radius_m,
  );

it('searches exactly as far as max_radius_m, also between the usual circles', () => {
  for (const max of [100, 249, 250, 251, 499, 500, 750, 1300, 1999, 2000, 4900, 5000]) {
    for (const place of [at('uprn'), at('radius', 100), at('radius', 3000)]) {
      const steps = radii(place, max) as number[];
      expect([max, steps.at(-1)]).toEqual([max, max]);
      expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
    }
  }
  expect(radii(at('uprn'))).toEqual([250, 500, 1000, 2000, 5000]);
  expect(radii(at('radius', 400))).toEqual([400, 500, 1000, 2000, 5000]);
  expect(radii(at('radius', 20_000))).toEqual([20_000]);
});
