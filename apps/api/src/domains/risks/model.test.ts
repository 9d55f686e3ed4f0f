import { expect, it } from 'vitest';
import { chanceOf, type RiskLevel } from './model.ts';

/** Years between two floods as the publishers state them, for the upper and the lower end of a band. */
type Years = [upper: number | null, lower: number | null];
const PUBLISHED: Record<'England' | 'Wales' | 'Scotland', [RiskLevel, Years][]> = {
  England: [
    ['high', [null, 30]],
    ['medium', [30, 100]],
    ['low', [100, 1000]],
    ['very_low', [1000, null]],
  ],
  // The lower end of medium is 1 in 100 by rivers and 1 in 200 by the sea, and the layers mix both.
  Wales: [
    ['high', [null, 30]],
    ['medium', [30, 200]],
    ['low', [100, 1000]],
    ['very_low', [1000, null]],
  ],
  Scotland: [
    ['high', [null, 10]],
    ['medium', [10, 200]],
    ['low', [200, 1000]],
  ],
};
const pct = (years: number | null) => (years === null ? null : Math.round(1000 / years) / 10);

it.each(Object.keys(PUBLISHED) as (keyof typeof PUBLISHED)[])(
  "gives the publisher's yearly chance of flooding for each band in %s, and null for every other level",
  (country) => {
    for (const [level, [upper, lower]] of PUBLISHED[country])
      for (const type of ['flood_rivers_sea', 'flood_surface_water'] as const)
        expect(chanceOf(type, country, level), level).toEqual({ min: pct(lower), max: pct(upper) });
    const known = PUBLISHED[country].map(([level]) => level);
    for (const level of (['none', 'very_low', 'low', 'medium', 'high', null] as const).filter(
      (one) => one === null || !known.includes(one),
    ))
      expect(chanceOf('flood_rivers_sea', country, level), String(level)).toBeNull();
    expect(chanceOf('radon', country, 'high')).toBeNull();
  },
);
