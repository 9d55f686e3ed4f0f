import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { CODE_POINT } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMMAND, domesday as run } from './domesday.ts';

// All rows are made up.
const SALES = [1, 2, 3]
  .map(
    (n) =>
      `"{00000000-0000-0000-0000-00000000000${n}}","${n}00000","2024-01-05 00:00","XE1 1AA","T","N","F","${n}","","COD LANE","","XTON","XTON","XSHIRE","A","A"\n`,
  )
  .join('');
const BROKEN = '"{00000000-0000-0000-0000-000000000004}","no price"\n';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'domesday-remove-'));
  await writeFile(join(folder, 'codes.csv'), CODE_POINT('XE1 1AA'));
  await writeFile(join(folder, 'pp.csv'), SALES + BROKEN);
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true });
});

const environment = () => ({ DATABASE_URL: database.url, DOMESDAY_HOME: folder });
const domesday = (...args: string[]) => run(args, environment());
/** Runs the command in a child process, which can start the workers of the build after a removal. */
function inProcess(...args: string[]) {
  const env = { ...process.env, ...environment() };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...COMMAND, ...args, '--json'], {
    env,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return JSON.parse(stdout);
}
const json = async (...args: string[]) => JSON.parse((await domesday(...args, '--json')).out);
const build = async () => expect((await domesday('build', '--workers', '1')).code).toBe(0);
const rows = async (sql: string) => (await database.db.query(sql)).rows;
const count = async (table: string) => (await rows(`select count(*)::integer as n from ${table}`))[0].n;
const changesOfSales = () =>
  rows(
    `select change, count(*)::integer as n from changes where dataset = 'price-paid' group by 1 order by 1`,
  );
const statusOf = async (dataset: string) => {
  const { datasets, behind } = await json('status');
  const {
    state,
    rows: served,
    last_load,
  } = datasets.find((one: { dataset: string }) => one.dataset === dataset);
  return { state, served, last_load, statistics: behind.statistics };
};
const load = (dataset: string, name: string) => json('load', dataset, join(folder, name));

it('says so if nothing of a dataset is loaded, and refuses an unknown name', async () => {
  expect(await domesday('remove', 'price-paid')).toMatchObject({
    code: 0,
    out: 'price-paid: nothing of it is loaded\n',
  });
  const unknown = await domesday('remove', 'price-piad', '--yes');
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('Did you mean price-paid?')]);
  expect(await count('dataset_loads')).toBe(0);
});

it('removes nothing without consent, and says which operations lose data', async () => {
  await load('code-point-open', 'codes.csv');
  await load('price-paid', 'pp.csv');
  await build();
  const asked = await domesday('remove', 'price-paid');
  expect([asked.code, asked.err]).toEqual([1, expect.stringContaining('Add --yes to agree beforehand')]);
  expect(asked.out).toContain('of which 3 rows are served');
  expect(asked.out).toContain('valuations.sale');
  expect(await count('sales')).toBe(3);
});

it('removes a dataset and its statistics, and records it in the feed, the status and a new release', async () => {
  expect(await count('sale_months')).toBe(1);
  expect(await count('dataset_rejects')).toBe(1);
  const removed = await json('remove', 'price-paid', '--yes', '--no-build');
  expect(removed).toMatchObject({ dataset: 'price-paid', status: 'removed', rows_removed: 3 });
  expect([await count('sales'), await count('dataset_rejects')]).toEqual([0, 0]);
  expect(await changesOfSales()).toEqual([
    { change: 'removed', n: 3 },
    { change: 'reset', n: 1 },
  ]);
  const missing = { state: 'missing', served: 0, last_load: 'removed' };
  expect(await statusOf('price-paid')).toEqual({ ...missing, statistics: true });
  // As after a removal that was interrupted before its build.
  expect(inProcess('remove', 'price-paid', '--yes')).toMatchObject({ status: 'absent', rows_removed: 0 });
  expect(await statusOf('price-paid')).toEqual({ ...missing, statistics: false });
  expect([await count('sale_months'), await count('releases')]).toEqual([0, 2]);
  expect((await statusOf('code-point-open')).served).toBe(1);
});

it('keeps the rows of a removed dataset in past releases until --past gives them up', async () => {
  expect([await count('past.sales_gone'), await count('past.sale_months_gone')]).toEqual([3, 1]);
  const given_up = inProcess('remove', 'price-paid', '--yes', '--past');
  expect(given_up).toMatchObject({ status: 'absent', releases_given_up: 1 });
  expect([await count('past.sales_gone'), await count('past.sale_months_gone')]).toEqual([0, 0]);
  expect(await rows('select pruned from releases order by no')).toEqual([
    { pruned: true },
    { pruned: false },
  ]);
  expect(await changesOfSales()).toEqual([{ change: 'reset', n: 1 }]);
});

it('loads the same file again after it was removed', async () => {
  expect(await load('price-paid', 'pp.csv')).toMatchObject({ status: 'published', rows_published: 3 });
  expect(await statusOf('price-paid')).toMatchObject({ served: 3, last_load: 'published' });
});

it('leaves no past rows after a removal with --past and --no-build, nor after the next build', async () => {
  await build();
  expect(await count('sale_months')).toBe(1);
  const removed = await json('remove', 'price-paid', '--yes', '--past', '--no-build');
  expect(removed).toMatchObject({ status: 'removed', rows_removed: 3, releases_given_up: 2 });
  expect([await count('sales'), await count('past.sales_gone'), await count('past.sales_since')]).toEqual([
    0, 0, 0,
  ]);
  expect(await changesOfSales()).toEqual([{ change: 'reset', n: 1 }]);
  await build();
  expect(await rows('select no::integer from releases where not pruned')).toEqual([{ no: 4 }]);
  expect([await count('sale_months'), await count('past.sale_months_gone')]).toEqual([0, 0]);
});

it('removes several datasets after one question, each only once, and reports each', async () => {
  await load('code-point-open', 'codes.csv');
  await load('price-paid', 'pp.csv');
  const asked = await domesday('remove', 'price-paid', 'code-point-open');
  expect(asked.err).toContain('Nothing was removed');
  expect(await count('sales')).toBe(3);
  const names = ['price-paid', 'code-point-open', 'price-paid', 'naptan'];
  const removed = await json('remove', ...names, '--yes', '--no-build');
  const each = removed.map(({ dataset, rows_removed }: Record<string, unknown>) => [dataset, rows_removed]);
  expect(each).toEqual([
    ['code-point-open', 1],
    ['price-paid', 3],
    ['naptan', 0],
  ]);
  expect([await count('sales'), await count('code_point_postcodes')]).toEqual([0, 0]);
});

it('builds after a removal even if the valuations were fitted by 1.1.0, which recorded no release', async () => {
  await load('code-point-open', 'codes.csv');
  await load('price-paid', 'pp.csv');
  await build();
  await database.db.query('delete from releases');
  expect(await count('sale_months')).toBe(1);
  expect(inProcess('remove', 'price-paid', '--yes')).toMatchObject({ status: 'removed', rows_removed: 3 });
  expect([await count('sale_months'), await count('releases')]).toEqual([0, 1]);
  expect((await statusOf('price-paid')).statistics).toBe(false);
});
