import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certifiedSales, readAddressesFile, readPositionsFile } from '@domesday/builds/valuations';
import type { SaleRow } from '@domesday/valuation/fit';
import { beforeAll, expect, it } from 'vitest';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-files-'));
  return () => rm(folder, { recursive: true });
});

async function file(text: string): Promise<string> {
  const path = join(folder, 'file.csv');
  await writeFile(path, text);
  return path;
}

const SPELLINGS = ['XE1 1AA', 'XE11AA', 'xe1 1aa', 'XE1  1AA'];

it.each(SPELLINGS)('reads the position of a postcode that a list spells %s', async (postcode) => {
  const positions = await readPositionsFile(
    await file(`postcode,easting,northing\n${postcode},400001,200002\n`),
  );
  expect(positions.get('XE1 1AA')).toEqual({ easting: 400001, northing: 200002 });
});

it('reads no position from a row without one, not the origin of the grid', async () => {
  const positions = await readPositionsFile(await file('postcode,easting,northing\nXE1 1AA,,\n'));
  expect(positions.get('XE1 1AA')).toBeUndefined();
});

it.each(SPELLINGS)(
  'joins a sale to its home if the address list spells the postcode %s',
  async (postcode) => {
    const homes = await readAddressesFile(
      await file(`uprn,address,postcode\n999000000001,"9 QUAXLEY STREET, XETOWN",${postcode}\n`),
    );
    const sale: SaleRow = {
      transaction_id: '00000000-0000-4000-8000-000000000001',
      price: 100_000,
      date: '2020-01-01',
      postcode: 'XE1 1AA',
      property_type: 'terraced',
      new_build: false,
      tenure: 'Freehold',
      saon: '',
      paon: '9',
      street: 'QUAXLEY STREET',
      locality: '',
      town: 'XETOWN',
      category: 'standard',
    };
    expect(certifiedSales([sale], homes, new Map())[0]!.uprn).toBe('999000000001');
  },
);

it('skips premises whose address has no key of its own, so that no sale gets the home of another unit', async () => {
  const homes = await readAddressesFile(
    await file('uprn,address,postcode\n999000000001,"UNIT 3, 9 QUAXLEY STREET, XETOWN",XE1 1AA\n'),
  );
  expect(homes.size).toBe(0);
});
