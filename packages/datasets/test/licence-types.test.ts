import { type Bench, openBench, table } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, expect, it } from 'vitest';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

it('does not read "non-mandatory" as mandatory', async () => {
  const types = ['Mandatory HMO', 'HMO (Non-Mandatory)', 'Non mandatory', 'Additional', 'Selective', 'HMO'];
  const register = table(
    ['No', 'Property', 'Kind'],
    types.map((Kind, i) => ({ No: i + 1, Property: `${i + 1} Cod Lane, XE1 1AA`, Kind })),
  );
  await bench.load('hmo-register', 'register.csv', register, {
    mapping: {
      local_authority_code: 'E06999001',
      columns: { licence_number: 'No', address: 'Property', licence_type: 'Kind' },
    },
  });
  const read = await bench.rows('select licence_type from hmo_licences order by licence_number');
  expect(read.map(({ licence_type }) => licence_type)).toEqual([
    'mandatory',
    'additional',
    'additional',
    'additional',
    'selective',
    'not_stated',
  ]);
});
