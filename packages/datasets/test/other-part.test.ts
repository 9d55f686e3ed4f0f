import type { LoadOptions } from '@domesday/builds';
import { type Bench, openBench, table } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Made-up registers with a separate file for each part.
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const HEADER = ['School Number', 'School Name', 'Sector', 'Postcode'];
const schools = (from: number, count: number, sector: string) =>
  table(
    HEADER,
    Array.from({ length: count }, (_, i) => ({
      'School Number': from + i,
      'School Name': `Ysgol ${from + i}`,
      Sector: sector,
      Postcode: 'XE1 1AA',
    })),
  );
const licences = (from: number, count: number) =>
  table(
    ['No', 'Property'],
    Array.from({ length: count }, (_, i) => ({ No: from + i, Property: `${from + i} Cod Lane, XE1 1AA` })),
  );
const register = (licence_type: string, name?: string): LoadOptions => ({
  mapping: {
    local_authority_code: 'E06999001',
    licence_type,
    ...(name ? { register: name } : {}),
    columns: { licence_number: 'No', address: 'Property' },
  },
});
const counted = async (sql: string) => Number((await bench.rows(`select count(*) as n from ${sql}`))[0].n);

it('does not treat one sheet of the register of Wales as the whole register', async () => {
  await bench.load('schools-wales', 'PRU.csv', schools(6_700_001, 20, 'Pupil referral unit'));
  const independent = () =>
    bench.load('schools-wales', 'Independent.csv', schools(6_600_001, 80, 'Independent'));
  await expect(independent()).rejects.toThrow(
    /None of the 20 served rows that the load would replace is in it.*together/,
  );
  expect(await counted(`schools where sector = 'special'`)).toBe(20);
  const paths = [
    await bench.file(schools(6_700_001, 20, 'Pupil referral unit'), 'PRU 2.csv'),
    await bench.file(schools(6_600_001, 80, 'Independent'), 'Independent 2.csv'),
  ];
  await bench.loadFiles('schools-wales', paths);
  expect(await counted('schools')).toBe(100);
  // The next edition has one new school and lacks an old one.
  await bench.load('schools-wales', 'all.csv', schools(6_600_002, 99, 'Primary'));
  expect(await counted('schools')).toBe(99);
});

it('does not treat the second register of a council as a newer edition of the first', async () => {
  await bench.load('hmo-register', 'mandatory.csv', licences(1, 12), register('mandatory'));
  const second = (name?: string) =>
    bench.load('hmo-register', 'additional.csv', licences(500, 40), register('additional', name));
  await expect(second()).rejects.toThrow(/None of the 12 served rows.*give each a name in its mapping/);
  expect(await counted('hmo_licences')).toBe(12);
  await second('additional');
  expect(await counted('hmo_licences')).toBe(52);
  // An edition with new licence numbers is recognised by its addresses.
  const renumbered = licences(1, 14).replaceAll(/^"(\d+)"/gm, '"A/$1"');
  await bench.load('hmo-register', 'mandatory.csv', renumbered, register('mandatory'));
  expect(await counted(`hmo_licences where licence_type = 'mandatory'`)).toBe(14);
});
