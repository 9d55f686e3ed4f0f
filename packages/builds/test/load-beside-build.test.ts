import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { load } from '../src/index.ts';
import { derivePending } from '../src/load.ts';
import { buildMarket } from '../src/packed-sales/index.ts';
import { isReleased, recordRelease } from '../src/releases/index.ts';
import { createFitter, type Fitter } from '../src/valuations/fitter.ts';
import { buildValuations } from '../src/valuations/index.ts';

const today = '2026-11-15';
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  folder = await mkdtemp(join(tmpdir(), 'domesday-beside-'));
}, 300_000);
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

let sales = 0;
/** Publishes one more made-up sale. */
async function loadSale(): Promise<void> {
  const path = join(folder, `pp-${++sales}.csv`);
  await writeFile(
    path,
    `"{00000000-0000-0000-0000-00000000000${sales}}","250000","2026-0${sales}-04 00:00","XE1 1AA","T","N","F","1","","QUAXLEY STREET","","XANBURY","XANBURY","XANSHIRE","A","A"\n`,
  );
  const result = await load(database.db, 'price-paid', [path], { home: folder, fictional: true });
  expect(result.status).toBe('published');
}

/** Runs the steps of `domesday build`, and calls the given functions between two steps or in the middle of one. */
async function build(
  beside: { before_fitting?: () => Promise<void>; in_fitting?: () => Promise<void> } = {},
) {
  const { db } = database;
  await derivePending(db);
  await buildMarket(db);
  await beside.before_fitting?.();
  const fit = createFitter(db, today);
  let first = true;
  const fitter: Fitter = async (plan) => {
    if (first) await beside.in_fitting?.();
    first = false;
    return fit(plan);
  };
  await buildValuations(db, { today, fitters: [fitter] });
  return recordRelease(db, { today });
}

it('a load that publishes while areas are fitted leaves the data unreleased until the next build', async () => {
  await loadSale();
  await build({ in_fitting: loadSale });
  expect(await isReleased(database.db)).toBe(false);
  await build();
  expect(await isReleased(database.db)).toBe(true);
});

it('a load that publishes between the packing of sales and the fitting leaves the data unreleased until the next build', async () => {
  await loadSale();
  await build({ before_fitting: loadSale });
  expect(await isReleased(database.db)).toBe(false);
  await build();
  expect(await isReleased(database.db)).toBe(true);
  expect((await build()).recorded).toBe(false);
});

it('valuations of the previous version, which recorded no loads, still count as released', async () => {
  await database.db.query(
    "update derived_builds set inputs = regexp_replace(inputs, ' loads:[0-9]+', '') where name = 'valuations'",
  );
  await recordRelease(database.db, { today });
  expect(await isReleased(database.db)).toBe(true);
});
