import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFitter, type Fitter } from '../src/valuations/fitter.ts';
import { buildValuations } from '../src/valuations/index.ts';

const today = '2026-11-15';
let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
});
afterAll(() => database?.drop());

it('makes a second build wait for the first, and then fit no area again', async () => {
  const { db } = database;
  await db.query('delete from valuation_areas');
  let second: ReturnType<typeof buildValuations> | undefined;
  const waited_for: (string | null)[] = [];
  const fit = createFitter(db, today);
  const fitter: Fitter = async (plan) => {
    // Starts the second build in the middle of the first.
    second ??= buildValuations(db, { today, onWait: (holder) => waited_for.push(holder) });
    return fit(plan);
  };
  const first = await buildValuations(db, { today, fitters: [fitter] });
  expect(first.areas_fitted).toBeGreaterThan(1);
  expect(await second).toMatchObject({ build_id: null, areas_fitted: 0, areas_kept: first.areas_fitted });
  expect(waited_for[0]).toMatch(/^domesday build, process \d+/);
});
