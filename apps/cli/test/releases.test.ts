import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordRelease } from '@domesday/builds/releases';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { CODE_POINT } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domesday as run } from './domesday.ts';

// Made up: a sale whose price is corrected before each of three releases.
let database: TestDatabase;
let folder: string;
const names: string[] = [];
const domesday = (...args: string[]) => run(args, { DATABASE_URL: database.url, DOMESDAY_HOME: folder });
const sale = (price: number) =>
  `"{00000000-0000-0000-0000-000000000001}","${price}","2024-01-05 00:00","XE1 1AA","T","N","F","1","","COD LANE","","XTON","XTON","XSHIRE","A","A"\n`;

beforeAll(async () => {
  database = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'domesday-releases-'));
  await writeFile(join(folder, 'codes.csv'), CODE_POINT('XE1 1AA'));
  await domesday('load', 'code-point-open', join(folder, 'codes.csv'));
  for (const [i, price] of [100_000, 200_000, 300_000].entries()) {
    const path = join(folder, `pp-${price}.csv`);
    await writeFile(path, sale(price));
    expect((await domesday('load', 'price-paid', path, '--force')).code).toBe(0);
    names.push((await recordRelease(database.db, { today: `2026-0${i + 6}-01` })).name);
  }
}, 120_000);
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true });
});
const listed = async () => JSON.parse((await domesday('releases', '--json')).out);
const kept = async () => (await listed()).map((one: { kept: boolean }) => one.kept);
const past = async () =>
  (await database.db.query('select price from past.sales_gone order by price')).rows.map(
    ({ price }) => price,
  );

it('lists the releases with their days, and gives up none without consent', async () => {
  expect((await listed()).map((one: { release: string; day: string }) => [one.release, one.day])).toEqual(
    names.map((name, i) => [name, `2026-0${i + 6}-01`]),
  );
  const asked = await domesday('releases', '--give-up', names[1]!);
  expect([asked.code, asked.err]).toEqual([1, expect.stringContaining('Add --yes to agree beforehand')]);
  expect(await kept()).toEqual([true, true, true]);
});

it('gives up no release if one of the names is the newest release or does not exist', async () => {
  for (const wrong of [names[2]!, 'no-such-name']) {
    const { code, err } = await domesday('releases', '--yes', '--give-up', names[0]!, wrong);
    expect([code, err]).toEqual([1, expect.stringContaining('nothing was given up')]);
  }
  expect(await kept()).toEqual([true, true, true]);
});

it('deletes the records that only the named release had, and leaves the other releases complete', async () => {
  expect(await past()).toEqual([100_000, 200_000]);
  for (const n of [1, 0]) {
    const { code, out } = await domesday('releases', '--yes', '--json', '--give-up', names[1]!);
    expect([code, JSON.parse(out)]).toEqual([0, { releases_given_up: n }]);
  }
  expect(await kept()).toEqual([true, false, true]);
  expect(await past()).toEqual([100_000]);
}, 60_000);
