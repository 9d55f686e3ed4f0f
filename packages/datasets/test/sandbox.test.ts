import { join } from 'node:path';
import { datasetIds } from '@domesday/datasets/catalogue';
import { writeSandbox } from '@domesday/sandbox';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());

const OURS = [
  'code-point-open',
  'onspd',
  'os-open-uprn',
  'address-list',
  'epc-domestic',
  'hmlr-uprn-lookup',
  'price-paid',
  'uk-hpi',
];

it('loads the fictional country without a rejected row, by the loaders that load real files', async () => {
  const manifest = await writeSandbox(join(s.folder, 'country'), { datasets: datasetIds });
  const files = manifest.files.filter((file) => OURS.includes(file.dataset));
  expect(new Set(files.map((file) => file.dataset))).toEqual(new Set(OURS));
  for (const { dataset, path, mapping, rows } of files) {
    const result = await s.load(dataset, [path], mapping ? { mapping } : {});
    expect([path, result.rows_read, result.rows_rejected]).toEqual([path, rows, 0]);
  }
  const [sales] = await s.rows(
    'select count(*) as n, count(uprn) as linked, count(position) as placed from sales',
  );
  expect(sales.n).toBeGreaterThan(1000);
  // Some of its sales have a wrong or no postcode, as real ones do.
  expect(sales.linked / sales.n).toBeGreaterThan(0.9);
  const nations = await s.rows('select distinct country from addresses order by 1');
  expect(nations.map((r) => r.country)).toEqual(['England', 'Scotland', 'Wales']);
});
