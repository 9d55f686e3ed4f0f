import { describe, expect, it } from 'vitest';
import { similarSales } from './comparables.ts';
import { columnsOf, nearbyOf } from './sale-columns.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import type { Candidate, PropertyType, SaleEvidence, Tenure } from './types.ts';

const TYPES: PropertyType[] = ['terraced', 'flat', 'other'];
const TENURES: (Tenure | null)[] = ['Freehold', 'Leasehold', null];

/** Sales of different years, types, tenures, categories and positions, new builds or not, some without a position. */
const sales: Candidate[] = Array.from({ length: 700 }, (_, i) => ({
  transaction_id: `t${i}`,
  price: 100_000 + i,
  date: `${2020 + (i % 7)}-0${1 + (i % 9)}-1${i % 10}`,
  category: i % 11 === 0 ? 'additional' : 'standard',
  new_build: i % 5 === 0,
  property_type: TYPES[i % 3]!,
  tenure: TENURES[(i >> 2) % 3]!,
  postcode: `XX1 ${i % 4}AA`,
  street: i % 2 === 0 ? 'LONG ROAD' : null,
  position: i % 13 === 0 ? null : { easting: 400_000 + i * 9, northing: 300_000 },
  floor_area_sqm: 80,
  construction_age: null,
}));
const columns = columnsOf(sales);

describe('similar sales', () => {
  it('meet every condition, and are the same from prepared columns', () => {
    let found = 0;
    for (const property_type of TYPES)
      for (const tenure of TENURES)
        for (const new_build of [false, true])
          for (const position of [null, { easting: 400_500, northing: 300_020 }]) {
            const rows = sales.flatMap((_, i) => (i % 17 === 3 ? [] : [i]));
            const subject = { property_type, tenure, new_build, position };
            const own = {
              postcode: 'XX1 1AA',
              street: 'LONG ROAD',
              floor_area_sqm: 90,
              construction_age: null,
            };
            const evidence: SaleEvidence = {
              as_of: '2026-06-20',
              subject: { ...subject, ...own },
              past_sales: [],
              odd_sales: [],
              index: null,
              location: null,
              price_per_area: null,
              candidates: rows.map((row) => sales[row]!),
              settings: DEFAULT_SETTINGS,
            };
            const similar = similarSales(evidence, 30);
            for (const one of similar) {
              expect(one).toMatchObject({ property_type, category: 'standard' });
              if (tenure) expect(one.tenure).toBe(tenure);
              if (!new_build) expect(one.new_build).toBe(false);
              expect(one.date <= evidence.as_of && one.date >= '2021-06-19').toBe(true);
            }
            expect(similar.some((one) => !one.new_build)).toBe(true);
            expect(similar.some((one) => one.new_build)).toBe(new_build);
            if (!tenure) expect(new Set(similar.map((one) => one.tenure)).size).toBe(3);
            found += similar.length;
            const placed = { ...evidence, candidates: nearbyOf(sales, columns, rows) };
            expect(similarSales(placed, 30)).toEqual(similar);
          }
    expect(found).toBeGreaterThan(500);
  });
});
