import { expect, it } from 'vitest';
import { kindOf } from './model.ts';

it.each([
  ['Entire home', 'house'],
  ['Private room in townhouse', 'house'],
  ['Tiny home', 'house'],
  ['Entire serviced apartment', 'apartment'],
  ['Houseboat', null],
  ['Private room in houseboat', null],
  ['Treehouse', null],
  ['Yurt', null],
  [null, null],
] as const)('reads a listing of the type %s as %s', (property_type, kind) => {
  expect(kindOf(property_type)).toBe(kind);
});
