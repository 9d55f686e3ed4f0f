import { describe, expect, it } from 'vitest';
import type { OwnSales } from '../own-sales.ts';
import {
  DEFAULT_SETTINGS,
  errorCell,
  errorScale,
  errorSpread,
  groupFactor,
  holdBin,
  scaleFeatures,
  valueGroup,
} from '../settings.ts';
import type { FittedSettings, PropertyType } from '../types.ts';
import type { AreaModel } from './area-model.ts';
import { fitSpread, type PastError } from './error-spread.ts';
import type { Outcome } from './outcome.ts';
import { settingsFromPast } from './settings-from-past.ts';

/** Numbers from 0 to 1 that are the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

const TYPES: PropertyType[] = ['detached', 'semi_detached', 'terraced', 'flat'];
const HELD_YEARS = [0.5, 1.5, 3, 6, 10, 20];

function error(
  property_type: PropertyType,
  years_held: number,
  year: number,
  size: number,
  above_typical = 0,
): PastError {
  const doubt = { age_months: 2, above_typical: 0, disagreement: 0, single_sale: false, nearby: 20 };
  return {
    date: `${year}-01-15`,
    method: 'last_sold_growth',
    property_type,
    years_held,
    above_typical,
    error: size,
    off: size,
    features: scaleFeatures({ ...doubt, years_held }),
  };
}

/** An area with `n` past errors for each type and years held, over six years; they differ only by `wider`. */
function areaOf(n: number, random: () => number, wider: (years_held: number) => number): PastError[] {
  return TYPES.flatMap((type) =>
    HELD_YEARS.flatMap((years) =>
      Array.from({ length: n }, (_, i) =>
        error(type, years, 2014 + (i % 6), -0.1 * wider(years) * Math.log(random())),
      ),
    ),
  );
}

function covered(of: readonly PastError[], spread: ReturnType<typeof fitSpread>): number {
  const held = of.filter(({ method, property_type, years_held, above_typical, error: size, features }) => {
    const { q80 } = errorSpread(spread as FittedSettings, method, property_type, holdBin(years_held!));
    const times = groupFactor(spread, [valueGroup(method, above_typical)]);
    return size <= q80 * errorScale(spread.scale!, features) * times;
  });
  return held.length / of.length;
}

describe('the interval of an area', () => {
  it.each([30, 60, 120])(
    'covers 80 in 100 new sales if each type and holding time has %i past errors',
    (n) => {
      const random = randomFrom(11);
      // Each case has the same number of sales in total, so that the mean is equally certain.
      const shares = Array.from({ length: 1200 / n }, () => {
        const spread = fitSpread(
          areaOf(n, random, () => 1),
          '2019-01-15',
        );
        return covered(
          areaOf(n, random, () => 1),
          spread,
        );
      });
      const mean = shares.reduce((sum, one) => sum + one, 0) / shares.length;
      expect(mean).toBeGreaterThan(0.79);
      expect(mean).toBeLessThan(0.81);
    },
  );

  it('is wider for a home that was last sold long ago, even if few such homes were sold again', () => {
    const random = randomFrom(5);
    const wider = (years: number) => (years > 14 ? 1.6 : years > 8 ? 1.2 : 1);
    const past = areaOf(200, random, wider).filter(({ years_held }, i) => years_held! < 14 || i % 10 === 0);
    const spread = fitSpread(past, '2019-01-15');
    const old = areaOf(500, random, wider).filter(({ years_held }) => years_held! > 14);
    expect(covered(old, spread)).toBeGreaterThan(0.75);
  });

  it('covers 80 in 100 new sales of each type, holding time and value band, even if few sales share all three', () => {
    const random = randomFrom(7);
    const wider = { terraced: 0.8, flat: 1.5 } as Partial<Record<PropertyType, number>>;
    // Homes a little above the usual price are farther off than cheaper and dearer ones, as on LE16.
    const BANDS = [
      [-0.35, 0.8],
      [-0.2, 0.9],
      [0.05, 1.4],
      [0.15, 1.2],
      [0.6, 1],
    ] as const;
    const area = (n: number) =>
      TYPES.flatMap((type) =>
        HELD_YEARS.flatMap((years) =>
          BANDS.flatMap(([above, more]) =>
            Array.from({ length: n }, (_, i) => {
              const size = 0.1 * more * (wider[type] ?? 1) * (years > 14 ? 1.4 : 1);
              return error(type, years, 2014 + (i % 6), -size * Math.log(random()), above);
            }),
          ),
        ),
      );
    const areas = Array.from({ length: 12 }, () => {
      return { spread: fitSpread(area(12), '2019-01-15'), sold: area(60) };
    });
    const each: [string, (one: PastError) => boolean][] = [
      ...TYPES.map((type): (typeof each)[number] => [type, (one) => one.property_type === type]),
      ...HELD_YEARS.map((years): (typeof each)[number] => [
        `${years} years`,
        (one) => one.years_held === years,
      ]),
      ...BANDS.map(([above]): (typeof each)[number] => [`at ${above}`, (one) => one.above_typical === above]),
    ];
    for (const [name, of] of each) {
      const shares = areas.map(({ spread, sold }) => covered(sold.filter(of), spread));
      const mean = shares.reduce((sum, one) => sum + one, 0) / shares.length;
      expect(mean, name).toBeGreaterThan(0.78);
      expect(mean, name).toBeLessThan(0.82);
    }
  });
});

it('still reads the cells of an area that an earlier version fitted', () => {
  const errors = {
    ...DEFAULT_SETTINGS.errors,
    [errorCell('last_sold_growth')]: { q68: 0.1, q80: 0.15, n: 400 },
    [errorCell('last_sold_growth', 'flat')]: { q68: 0.2, q80: 0.25, n: 100 },
    [errorCell('last_sold_growth', 'flat', 3)]: { q68: 0.3, q80: 0.35, n: 50 },
  };
  const spread = (type: PropertyType, bin: number) =>
    errorSpread({ ...DEFAULT_SETTINGS, errors }, 'last_sold_growth', type, bin).q80;
  expect([spread('flat', 3), spread('flat', 2), spread('terraced', 3)]).toEqual([0.35, 0.25, 0.15]);
});

const own: OwnSales = {
  own: 12,
  place: 12,
  size_gap: 0,
  similar_gap: 0,
  years_held: 5,
  last_new: false,
  last_sale: {
    price: 162_755,
    date: '2010-06-15',
    category: 'standard',
    new_build: false,
    property_type: 'terraced',
  },
  growth: 0.2,
  momentum: 0,
  beyond_place: 0,
  property_type: 'terraced',
  place_above_typical: 0,
  data_age_years: 0.25,
  left_out: [],
  doubt: 1,
  last_agrees: false,
  observations: [
    { years: 2008, residual: 0, noise: 1 },
    { years: 2010, residual: 0, noise: 1 },
  ],
  at_years: 2015,
};

/** A window of a year in which homes of a type sold for more than their level, by `above`. */
function window(year: number, property_type: PropertyType, above: number): Outcome[] {
  return Array.from({ length: 200 }, (_, i) => ({
    date: `${year}-06-15`,
    as_of: `${year}-01-01`,
    age_months: 7,
    typical: 12,
    property_type,
    nearby: 20,
    log_price: 12 + above + ((i % 10) - 4.5) * 0.002,
    pieces: { place: 12, sized: null, similar: null, own: { ...own, property_type }, set_aside: null },
  }));
}

const model = {
  known_before: '2019-01-01',
  offsets: { resale: [0, 0, 0, 0, 0, 0], new_build: [0, 0, 0, 0, 0, 0] },
  location: { new_build_premium: 0.1, intercept: 12 },
} as unknown as AreaModel;

/** The half-width for a flat held for five years. */
const flats = (settings: FittedSettings): number =>
  errorSpread(settings, 'last_sold_growth', 'flat', holdBin(5)).q80;

describe('the past errors of an area', () => {
  it('come from settings that were learned from all other windows, not from half of them', () => {
    // Flats sell only in every second window: nothing can be learned about them from the others.
    const outcomes = [2014, 2015, 2016, 2017, 2018].flatMap((year) =>
      year % 2 === 0 ? window(year, 'flat', 0.2) : window(year, 'terraced', 0),
    );
    expect(flats(settingsFromPast(model, outcomes))).toBeLessThan(0.1);
  });

  it('do not come from settings that were learned from the same window', () => {
    const outcomes = [
      ...window(2016, 'terraced', 0),
      ...window(2017, 'terraced', 0),
      ...window(2018, 'flat', 0.2),
    ];
    expect(flats(settingsFromPast(model, outcomes))).toBeGreaterThan(0.15);
  });
});

it.each([
  ['an area without past errors', []],
  ['a method with too few past errors', areaOf(30, randomFrom(3), () => 1)],
])('gives %s the spread of other areas, not a multiple of it', (_, past) => {
  const { errors, scale } = fitSpread(past, '2019-01-15');
  // The usual doubt about a home. The errors of other areas were measured for homes with this doubt.
  const doubt = { age_months: 4, above_typical: 0.3, disagreement: 0.3, single_sale: true, nearby: 12 };
  for (const [method, years_held] of [
    ['last_sold_growth', 6],
    ['comparables', null],
    ['sqft_estimate', null],
  ] as const) {
    if (past.some((one) => one.method === method)) continue;
    const times = errorScale(scale!, scaleFeatures({ ...doubt, years_held }));
    const ratio = (errors[method]!.q80 * times) / DEFAULT_SETTINGS.errors[method]!.q80;
    expect(ratio, method).toBeGreaterThan(0.8);
    expect(ratio, method).toBeLessThan(1.4);
  }
});
