import { describe, expect, it } from 'vitest';
import { accuracyOf, type PastError } from './error-spread.ts';

const past = (method: PastError['method'], off: number, i: number): PastError => ({
  method,
  off,
  date: `20${10 + (i % 10)}-03-01`,
  property_type: 'terraced',
  years_held: null,
  error: off,
  features: [0, 0, 0],
});

describe('the accuracy of an area', () => {
  it('counts errors by method: half within the median, and the shares within 10 and 20 %', () => {
    // 40 errors of 5 %, 20 of exactly 10 %, 20 of 15 % and 20 of 50 %.
    const offs = [
      ...Array(40).fill(0.05),
      ...Array(20).fill(110 / 100 - 1),
      ...Array(20).fill(0.15),
      ...Array(20).fill(0.5),
    ];
    const accuracy = accuracyOf(offs.map((off, i) => past('comparables', off, i)));
    expect(accuracy.comparables).toMatchObject({
      n: 100,
      within_10: 0.6,
      within_20: 0.8,
      from: '2010-03-01',
      to: '2019-03-01',
    });
    expect(accuracy.comparables!.median_off).toBeCloseTo(0.1, 9);
  });

  it('leaves out a method with too few errors to tell', () => {
    expect(accuracyOf([past('sqft_estimate', 0.1, 1)])).toEqual({});
  });
});
