import { describe, expect, it } from 'vitest';
import { LeakError, metrics, refuseLeaks, runBacktest, testListedRents } from '../backtest.ts';
import { addMonths } from '../dates.ts';
import { candidatesOf, witnessesOf } from '../fit/evidence.ts';
import { NEAREST, nearestSales } from '../fit/nearest-sales.ts';
import {
  cleanSales,
  fitAreaModel,
  outcomesAfter,
  PARAMETERS,
  type SaleRow,
  settingsFromPast,
} from '../fit.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';

/** A made-up town whose prices grow 5 % a year, with price differences between streets and between homes. */
function madeUpTown(months = 180): SaleRow[] {
  let seed = 7;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const rows: SaleRow[] = [];
  for (let month = 0; month < months; month++) {
    for (let k = 0; k < 8; k++) {
      const street = Math.floor(random() * 12);
      const house = Math.floor(random() * 25);
      const home = ((street * 25 + house) * 7919) % 100;
      const log = Math.log(100_000) + (0.05 * month) / 12 + street * 0.05 + (home - 50) * 0.004;
      rows.push({
        transaction_id: `t${month}-${k}`,
        price: Math.round(Math.exp(log + (random() + random() - 1) * 0.12)),
        date: `${addMonths('2000-01-01', month).slice(0, 8)}${String(1 + k * 3).padStart(2, '0')}`,
        postcode: `XE1 ${street % 4}A${'ABCDEFGHJKLM'[street]}`,
        property_type: 'terraced',
        new_build: false,
        tenure: 'Freehold',
        saon: '',
        paon: String(house),
        street: `STREET ${street}`,
        locality: '',
        town: 'MADEUP',
        easting: 400_000 + 40 * street,
        northing: 300_000,
        category: 'standard',
      });
    }
  }
  return rows;
}

const published = {
  id: 'made-up',
  area: 'Madeupshire',
  rows: Array.from({ length: 180 }, (_, month) => ({
    month: addMonths('2000-01-01', month).slice(0, 7),
    property_type: 'all' as const,
    index_value: 100 * Math.exp((0.05 * month) / 12),
  })),
};

const input = {
  area: 'XE1',
  table: cleanSales(madeUpTown()),
  from: '2010-01-01',
  to: '2011-01-01',
  published: [published],
  every_months: 6,
};

describe('the back-test', () => {
  it('beats both baselines on a town that follows the assumptions of the method, and gives the same figures twice', () => {
    const report = runBacktest(input);
    const mine = report.repeat_sales.result.metrics!;
    expect(report.cascade.hit_rate_pct).toBe(100);
    expect(report.repeat_sales.baselines.length).toBe(2);
    for (const baseline of report.repeat_sales.baselines) {
      expect(baseline.metrics!.n).toBe(mine.n);
      expect(mine.mdape_pct).toBeLessThan(baseline.metrics!.mdape_pct);
    }
    expect(mine.interval_80_cover_pct).toBeGreaterThan(70);
    expect(mine.interval_80_cover_pct).toBeLessThan(92);
    expect(runBacktest(input)).toEqual(report);
  });

  it('fits the same model whatever happens after the cut-off', () => {
    const cut = '2010-01-01';
    const known = addMonths(cut, -2);
    const spoilt = madeUpTown().map((row) => (row.date >= known ? { ...row, price: row.price * 3 } : row));
    const spoiltIndex = {
      ...published,
      rows: published.rows.map((row) =>
        row.month >= known.slice(0, 7) ? { ...row, index_value: row.index_value * 9 } : row,
      ),
    };
    const fit = (rows: SaleRow[], index: typeof published) =>
      fitAreaModel(cleanSales(rows), 'XE1', cut, index, PARAMETERS);
    const honest = fit(madeUpTown(), published);
    const planted = fit(spoilt, spoiltIndex);
    expect(planted.known).toBe(honest.known);
    expect(planted.indices).toEqual(honest.indices);
    expect(planted.location.intercept).toBe(honest.location.intercept);
    expect(planted.offsets).toEqual(honest.offsets);
  });

  it('learns the same, to the last digit, from sales in any order', () => {
    const learn = (rows: SaleRow[]) => {
      const table = cleanSales(rows);
      const outcomes = outcomesAfter(table, 'XE1', ['2009-01-01', '2010-01-01'], published);
      return settingsFromPast(fitAreaModel(table, 'XE1', '2012-01-01', published, PARAMETERS), outcomes);
    };
    const learned = learn(madeUpTown());
    expect(learned.errors.last_sold_growth!.n).toBeGreaterThan(100);
    expect(learn(madeUpTown().reverse())).toStrictEqual(learned);
  });

  it('does not read a floor area before its certificate was lodged', () => {
    const rows = madeUpTown().map((row) => ({
      ...row,
      floor_area_sqm: 80,
      floor_area_lodged_on: '2010-06-01',
    }));
    const table = cleanSales(rows);
    const before = fitAreaModel(table, 'XE1', '2010-01-01', published, PARAMETERS);
    const after = fitAreaModel(table, 'XE1', '2010-07-01', published, PARAMETERS);
    expect(before.price_per_area).toBeNull();
    expect(after.price_per_area).not.toBeNull();
  });
});

describe('the sales nearby', () => {
  it('are the nearest, and among those at the same distance the older ones', () => {
    const rows = madeUpTown(60).map((row, i) => ({ ...row, easting: 400_000 + (i % 40 === 0 ? 10 : 300) }));
    const table = cleanSales(rows);
    const model = fitAreaModel(table, 'XE1', '2005-03-01', published, PARAMETERS);
    const found = nearestSales(table, candidatesOf(table), model)(
      'terraced',
      { easting: 400_000, northing: 300_000 },
      -1,
    );
    const near = table.rows.filter((row) => row.easting === 400_010);
    const far = table.rows.filter((row) => row.easting !== 400_010).slice(0, NEAREST.sales - near.length);
    const ids = (sales: readonly { transaction_id: string }[]) =>
      sales.map((one) => one.transaction_id).sort();
    expect(near.length).toBe(12);
    expect(ids(found)).toEqual(ids([...near, ...far]));
  });
});

describe('a planted leak', () => {
  const as_of = '2010-01-01';
  const { table } = input;
  const model = fitAreaModel(table, 'XE1', as_of, published, PARAMETERS);
  const row = table.rows.findIndex((sale, i) => sale.date >= as_of && table.previous[i]! >= 0);
  const honest = witnessesOf(table)(model, DEFAULT_SETTINGS)(row).cases[0]!.evidence;
  const limits = {
    as_of,
    known_before: model.known_before,
    transaction_id: table.rows[row]!.transaction_id,
    floor_area_lodged_on: null,
  };
  const late = table.rows.find((sale) => sale.date >= model.known_before)!;

  it('is not in honest evidence', () => {
    expect(() => refuseLeaks(honest, limits)).not.toThrow();
    expect(honest.candidates.length).toBeGreaterThan(0);
  });
  it('is refused as a later sale of the home', () => {
    expect(() => refuseLeaks({ ...honest, past_sales: [late] }, limits)).toThrow(LeakError);
  });
  it('is refused as a later comparable', () => {
    const { candidates } = honest;
    const planted = { ...candidates[0]!, date: late.date };
    expect(() => refuseLeaks({ ...honest, candidates: [...candidates, planted] }, limits)).toThrow(LeakError);
  });
  it('is refused as the sale under test itself with an earlier date', () => {
    const planted = { ...honest.candidates[0]!, transaction_id: limits.transaction_id };
    expect(() => refuseLeaks({ ...honest, candidates: [planted] }, limits)).toThrow(LeakError);
  });
  it('is refused as a later index month', () => {
    const index = { ...honest.index!, data_month: '2010-01' };
    expect(() => refuseLeaks({ ...honest, index }, limits)).toThrow(LeakError);
  });
  it('is refused as a certificate lodged later', () => {
    const subject = { ...honest.subject, floor_area_sqm: 80 };
    const lodged = { ...limits, floor_area_lodged_on: '2010-01-02' };
    expect(() => refuseLeaks({ ...honest, subject }, lodged)).toThrow(LeakError);
  });
  it.each([
    ['was lodged on the day of the estimate', 80, as_of],
    ['was lodged later and whose floor area is not used', null, '2010-01-02'],
  ])('is not a certificate that %s', (_, floor_area_sqm, floor_area_lodged_on) => {
    const subject = { ...honest.subject, floor_area_sqm };
    expect(() => refuseLeaks({ ...honest, subject }, { ...limits, floor_area_lodged_on })).not.toThrow();
  });
  it('is a sale on the day known_before, and not a sale on the day before', () => {
    const { known_before } = model;
    const before = new Date(Date.parse(known_before) - 86_400_000).toISOString().slice(0, 10);
    const past = (date: string) => () => refuseLeaks({ ...honest, past_sales: [{ ...late, date }] }, limits);
    const near = (date: string) => () =>
      refuseLeaks({ ...honest, candidates: [{ ...honest.candidates[0]!, date }] }, limits);
    for (const sold of [past, near]) {
      expect(sold(known_before)).toThrow(LeakError);
      expect(sold(before)).not.toThrow();
    }
  });
});

describe('the measures', () => {
  it('are those of a ratio study that was calculated by hand', () => {
    const scored = [90, 100, 110, 140].map((value) => ({
      value,
      price: 100,
      low: value * 0.9,
      high: value * 1.1,
      fsd: 0.1,
      cluster: 'XE1 1AA',
    }));
    expect(metrics(scored)).toMatchObject({
      n: 4,
      mdape_pct: 10,
      pe5_pct: 25,
      pe10_pct: 75,
      pe20_pct: 75,
      mean_ape_pct: 15,
      bias_pct: 5,
      cod_pct: 14.3,
      robust_sd_pct: 14.9,
      over_30_pct: 25,
      prd: 1,
      prb: 1.454,
      bounds_cover_pct: 50,
      interval_80_cover_pct: 50,
      interval_80_width_pct: 20,
      median_fsd_pct: 10,
    });
  });
});

describe('the back-test of rents', () => {
  it('compares each rent with the median of its area in the year before, and excludes copied areas', () => {
    const of = (area: string, year: number, rents: number[]) =>
      rents.map((rent) => ({ area, year, category: 'C', rent }));
    const copied = Array.from({ length: 10 }, (_, i) => 300 + i);
    const found = testListedRents([
      ...of('Quaxford', 2019, [80, 90, 100, 110, 400]),
      ...of('Quaxford', 2020, [100, 110, 120, 200]),
      // Too few the year before, and none at all.
      ...of('Xanbury', 2019, [80, 90, 100, 110]),
      ...of('Xanbury', 2020, [50]),
      ...of('Zedmouth', 2020, [50]),
      ...['One', 'Other'].flatMap((area) => [2019, 2020].flatMap((year) => of(area, year, copied))),
    ]);
    // Estimates of 100 within 80 to 120: off by 0, 9.1, 16.7 and 50 per cent.
    expect(found).toEqual([
      {
        year: 2020,
        category: 'C',
        areas: 1,
        errors: { n: 4, median_off_pct: 12.9, within_10_pct: 50, in_bounds_pct: 75 },
      },
    ]);
  });
});
