import { expect, it } from 'vitest';
import {
  allowanceYear,
  bedroomsOfCategory,
  categoryOf,
  confidenceOf,
  segmentOf,
  WEEKS_PER_MONTH,
} from './model.ts';

it('begins the year of the housing allowance on the first of April', () => {
  expect(['2026-01-01', '2026-03-31', '2026-04-01', '2026-12-31'].map(allowanceYear)).toEqual([
    2025, 2025, 2026, 2026,
  ]);
});

it('maps every number of bedrooms to a category of the allowance and a segment of the index', () => {
  expect([0, 1, 2, 3, 4, 5].map(categoryOf)).toEqual(['B', 'B', 'C', 'D', 'E', 'E']);
  expect(['A', 'B', 'C', 'D', 'E'].map(bedroomsOfCategory)).toEqual([null, 1, 2, 3, 4]);
  expect([0, 1, 4, 5].map((bedrooms) => segmentOf({ bedrooms, property_type: 'flat' }))).toEqual([
    '1',
    '1',
    '4',
    '4',
  ]);
  const types = ['detached', 'semi_detached', 'terraced', 'flat', 'bungalow', 'other'];
  expect(types.map((property_type) => segmentOf({ property_type }))).toEqual([
    ...types.slice(0, 4),
    null,
    null,
  ]);
  expect(segmentOf({})).toBe('all');
});

it('gives more confidence for 20 lets than for 10, and for 10 than for fewer', () => {
  expect([9, 10, 19, 20].map(confidenceOf)).toEqual(['Low', 'Medium', 'Medium', 'High']);
  expect(WEEKS_PER_MONTH).toBeCloseTo(365 / 7 / 12, 9);
});
