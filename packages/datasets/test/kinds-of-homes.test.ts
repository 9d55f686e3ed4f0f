import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Words for kinds of homes in an operator's own tables. Every row is made up.
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const KINDS = ['House', 'Cottage', 'Bedsit', 'Not specified', 'Park home', 'End Terrace'];
const READ = [
  { property_type: null, bedrooms: null },
  { property_type: null, bedrooms: null },
  { property_type: 'flat', bedrooms: 0 },
  { property_type: null, bedrooms: 0 },
  { property_type: 'other', bedrooms: null },
  { property_type: 'terraced', bedrooms: null },
];
const TABLES: Record<string, [header: string, table: string]> = {
  'listings-csv': ['reference,address,property_type,bedrooms,price,rent_period,listing_type', 'listings'],
  'operator-lettings': ['reference,address,property_type,bedrooms,rent,rent_period,let_on', 'lettings'],
};
const fileOf = (dataset: string, kinds: string[]) => {
  const last = dataset === 'listings-csv' ? 'rent' : '2026-10-01';
  const lines = kinds.map((kind, n) => `${n},"${n + 1} Made Up Row, XE1 1AA",${kind},0,900,pcm,${last}\n`);
  return `${TABLES[dataset]![0]}\n${lines.join('')}`;
};

it.each(Object.keys(TABLES))(
  '%s stores no property type for a house whose form is not stated',
  async (dataset) => {
    await bench.load(dataset, 'own_20261101.csv', fileOf(dataset, KINDS), { force: true, skipDerived: true });
    expect(
      await bench.rows(`select property_type, bedrooms from ${TABLES[dataset]![1]} order by reference`),
    ).toEqual(READ);
  },
);

it('excludes a garage, land and an office from lettings of homes, and reports them', async () => {
  const kinds = ['Garage', 'House with garage', 'Land', 'Office'];
  const { checks } = await bench.load(
    'operator-lettings',
    'own_20261102.csv',
    fileOf('operator-lettings', kinds),
    { force: true, replace: true, skipDerived: true },
  );
  expect(await bench.rows('select reference from lettings')).toEqual([{ reference: '1' }]);
  expect(checks.map(({ detail }) => detail).join(' ')).toMatch(/no home\D*3/);
});
