import { expect, it } from 'vitest';
import { explainRentOrder } from './rent-order.ts';

const said = (rents: Record<number, number | null>) => {
  const messages: string[] = [];
  const rows = Object.entries(rents).map(([bedrooms, median]) => ({
    bedrooms: Number(bedrooms),
    rent_pcm: { median, mean: median },
  }));
  explainRentOrder({ warn: (_code, _field, message) => messages.push(message) }, rows);
  return messages;
};

it('warns if studios, or any homes with fewer bedrooms, have the higher rent', () => {
  expect(said({ 0: 700, 1: 700, 2: 900, 3: 1200 })).toEqual([]);
  expect(said({ 0: 800, 1: 750, 2: 900 })).toEqual([
    'The rent with 0 bedrooms is above that with 1 bedroom: the homes behind the two differ in more than that.',
  ]);
  // The rent of one bedroom is not known.
  expect(said({ 0: 800, 1: null, 2: 790, 3: 600 })).toHaveLength(2);
});
