import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeSandbox } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  folder = await mkdtemp(join(tmpdir(), 'domesday-sandbox-'));
});
afterAll(async () => {
  await database?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

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
  const rowsOf = async (sql: string, values: unknown[] = []) => (await database.db.query(sql, values)).rows;
  const { files } = await writeSandbox(folder, { datasets: OURS });
  expect(new Set(files.map((file) => file.dataset))).toEqual(new Set(OURS));
  const written = files.map(({ dataset, rows }) => ({
    dataset,
    status: 'published',
    read: rows,
    rejected: 0,
  }));
  const loaded = await rowsOf(
    `select dataset, status, rows_read as read, rows_rejected as rejected from dataset_loads
      where dataset = any($1) order by id`,
    [OURS],
  );
  expect(loaded).toEqual(written);
  const [sales] = await rowsOf(
    'select count(*) as n, count(uprn) as linked, count(position) as placed from sales',
  );
  expect(sales.n).toBeGreaterThan(1000);
  // Some of its sales have a wrong or no postcode, as real ones do.
  expect(sales.linked / sales.n).toBeGreaterThan(0.9);
  const nations = await rowsOf('select distinct country from addresses order by 1');
  expect(nations.map((r) => r.country)).toEqual(['England', 'Scotland', 'Wales']);
});
