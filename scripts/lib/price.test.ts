import { expect, it } from 'vitest';
import { operationOf } from './made-up-contract.ts';
import { priceSentence } from './price.ts';

it('writes the price in the contract as a sentence', () => {
  expect(priceSentence(operationOf('boats.get', { 'x-credits': 0 }))).toBe('Free.');
  expect(priceSentence(operationOf('boats.get', { 'x-credits': 1 }))).toBe('Costs 1 credit.');
  expect(priceSentence(operationOf('boats.get', { 'x-credits': 50 }))).toBe('Costs 50 credits.');
  const per = { 'x-credits': 8, 'x-credits-per': { parameter: 'types', each: 1 } };
  expect(priceSentence(operationOf('boats.get', per))).toBe(
    'Costs 1 credit for each of the types, 8 at most.',
  );
});
