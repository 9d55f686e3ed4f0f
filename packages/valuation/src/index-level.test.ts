import { expect, it } from 'vitest';
import { indexLevel, publishedIndex, publishedIndexOf } from './index-level.ts';

/** Made up: an index that is 100 in 2010 and 150 from 2015 on, with other values in the months between. */
const rows = Array.from({ length: 12 * 8 }, (_, m) => ({
  month: `${2010 + Math.floor(m / 12)}-${String(1 + (m % 12)).padStart(2, '0')}`,
  index_value: m < 12 ? 100 : m < 60 ? 300 : 150,
}));
const without = (from: string, to: string) =>
  publishedIndex(
    'uk-hpi',
    'Madeupshire',
    rows.filter(({ month }) => month < from || month >= to),
  )!;

it('interpolates a few missing months, and has no index before a long gap', () => {
  const short = without('2010-06', '2010-09');
  expect(short.first_month).toBe('2010-01');
  expect(Math.exp(indexLevel(short, '2010-07-15'))).toBeCloseTo(100, 9);
  const long = without('2011-01', '2015-01');
  expect([long.first_month, long.data_month]).toEqual(['2015-01', '2017-12']);
  expect(long.log_levels).toHaveLength(36);
  expect(Math.exp(indexLevel(long, '2016-07-15'))).toBeCloseTo(150, 9);
});

it('uses the index of all types if that of a type begins late', () => {
  const of = (from: string) =>
    publishedIndexOf(
      {
        id: 'uk-hpi',
        area: 'Madeupshire',
        rows: rows.flatMap((row) => [
          { ...row, property_type: 'all' as const },
          ...(row.month < from ? [] : [{ ...row, property_type: 'flat' as const, index_value: 80 }]),
        ]),
      },
      'flat',
    )!;
  expect(Math.exp(indexLevel(of('2010-01'), '2016-07-15'))).toBeCloseTo(80, 9);
  expect(of('2015-01').first_month).toBe('2010-01');
  expect(Math.exp(indexLevel(of('2015-01'), '2016-07-15'))).toBeCloseTo(150, 9);
});
