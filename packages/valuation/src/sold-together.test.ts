import { expect, it } from 'vitest';
import { soldTogether } from './sold-together.ts';

// Made up: a street of terraced houses at about £200,000, twenty of them sold in the two years before.
const usual = Array.from({ length: 20 }, (_, n) => ({
  home: `usual ${n}`,
  price: 190_000 + 1000 * n,
  date: `2019-0${1 + (n % 9)}-11`,
  postcode: 'XE1 2AB',
  property_type: 'terraced' as const,
  new_build: false,
}));
const sold = (price: number, homes: number, other: Partial<Omit<(typeof usual)[0], 'property_type'>> = {}) =>
  Array.from({ length: homes }, (_, n) => ({
    ...usual[0]!,
    home: `sold ${n}`,
    date: '2020-02-03',
    price,
    ...other,
  }));
const found = (rows: typeof usual, before = usual) =>
  soldTogether([...before, ...rows], (row) => row.home).size;

it('reads one price above twice the usual for several homes on a day as the price of all of them', () => {
  expect(found(sold(450_000, 2))).toBe(2);
  expect(found(sold(9_000_000, 30))).toBe(30);
  const apart = sold(1_200_000, 3).map((row, n) => ({ ...row, postcode: `XE1 2A${'XYZ'[n]}` }));
  expect(found(apart)).toBe(3);
});

it('does not if each may be the price of one home', () => {
  expect(found(sold(390_000, 4))).toBe(0);
  expect(found(sold(450_000, 4, { new_build: true }))).toBe(0);
  expect(found(sold(450_000, 1))).toBe(0);
  expect(found(sold(450_000, 2, { home: 'one, registered twice' }))).toBe(0);
  const apart = sold(450_000, 2).map((row, n) => ({ ...row, postcode: `XE1 2A${'XY'[n]}` }));
  expect(found(apart)).toBe(0);
  expect(found(sold(450_000, 2).map((row, n) => ({ ...row, date: `2020-02-0${3 + n}` })))).toBe(0);
});

it('does not if the usual price is unknown, and uses no later sale for it', () => {
  expect(found(sold(450_000, 2), [])).toBe(0);
  expect(found(sold(450_000, 2, { date: '2018-12-03' }))).toBe(0);
});

it('uses the five years before if few homes were sold in two years, as in a village, and no longer period', () => {
  expect(found(sold(450_000, 2, { date: '2023-06-05' }))).toBe(2);
  expect(found(sold(390_000, 4, { date: '2023-06-05' }))).toBe(0);
  expect(found(sold(450_000, 2, { date: '2025-06-05' }))).toBe(0);
});
