import { join } from 'node:path';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { program } from '@domesday/testing/program';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFitter, type Fitter } from '../src/valuations/fitter.ts';
import { buildValuations, startFitProcesses } from '../src/valuations/index.ts';

const today = '2026-11-15';
let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
});
afterAll(() => database?.drop());

const cli = program('cli');
const processes = (file: string) =>
  startFitProcesses(2, file, ['fit-worker', today], {
    ...process.env,
    DATABASE_URL: database.url,
    NODE_OPTIONS: cli.execArgv.join(' '),
  });

/** A hash of each table that a build stores, without the number of the build. */
async function kept(): Promise<unknown[]> {
  const { rows } = await database.db.query(
    `select 'area' as what, md5(string_agg(to_jsonb(v)::text, '' order by area)) from (
       select area, signature, known_before, sales, intercept, area_intercept, settings from valuation_areas) v
     union all
     select 'index', md5(string_agg(to_jsonb(i)::text, '' order by area, property_type)) from valuation_indices i
     union all
     select 'place', md5(string_agg(to_jsonb(p)::text, '' order by area, postcode)) from valuation_postcodes p
     union all
     select 'comparable', md5(string_agg(sale, '' order by area, sale)) from valuation_comparables c`,
  );
  return rows;
}

it('stores the same values to the last digit, whether one process fits the areas or several', async () => {
  await buildValuations(database.db, { today, all: true });
  const alone = await kept();
  const { fitters, stop } = processes(cli.file);
  const result = await buildValuations(database.db, { today, all: true, fitters });
  const spent = await stop();
  expect(result.areas_fitted).toBeGreaterThan(1);
  expect(spent.every((one) => one.memory_mb > 0 && one.cpu_seconds > 0)).toBe(true);
  expect(await kept()).toEqual(alone);
});

it('stores the same values whatever the order of the rows in the tables that it reads', async () => {
  const before = await kept();
  for (const [table, key] of [
    ['sales', 'transaction_id'],
    ['energy_certificates', 'certificate_number'],
    ['house_price_index', 'area_code'],
  ]) {
    // Each update moves its row to the end of the table.
    await database.db.query(
      `do $$ declare row record; begin
         for row in select ctid from ${table} order by md5(${key}::text) loop
           update ${table} set ${key} = ${key} where ctid = row.ctid;
         end loop; end $$`,
    );
  }
  await buildValuations(database.db, { today, all: true });
  expect(await kept()).toEqual(before);
});

it('keeps the earlier valuations if a fitting process ends early', async () => {
  const before = await kept();
  const { fitters, stop } = processes(join(import.meta.dirname, 'no-such-worker.ts'));
  await expect(buildValuations(database.db, { today, all: true, fitters })).rejects.toThrow(/ended with/);
  await stop();
  expect(await kept()).toEqual(before);
});

it('resumes after an interruption with the areas not yet fitted, and serves none before all are fitted', async () => {
  await database.db.query('delete from valuation_areas');
  const fit = createFitter(database.db, today);
  let areas = 0;
  const interrupted: Fitter = async (plan) => {
    if (areas++ === 2) throw new Error('interrupted');
    return fit(plan);
  };
  const none = await kept();
  await expect(buildValuations(database.db, { today, fitters: [interrupted] })).rejects.toThrow(
    'interrupted',
  );
  expect(await kept()).toEqual(none);
  const fitted: string[] = [];
  const rest: Fitter = async (plan) => {
    fitted.push(plan.area);
    return fit(plan);
  };
  const resumed = await buildValuations(database.db, { today, fitters: [rest] });
  expect(resumed.areas_resumed).toBe(2);
  expect(fitted).toHaveLength(resumed.areas_fitted - 2);
  const whole = await kept();
  // The interrupted build left nothing to resume.
  const again = await buildValuations(database.db, { today, all: true });
  expect(again).toMatchObject({ areas_fitted: resumed.areas_fitted, areas_resumed: 0 });
  expect(await kept()).toEqual(whole);
});

const SALE = `where transaction_id = (select transaction_id from sales s where category = 'standard'
  and property_type = 'terraced' and uprn is not null and position is not null order by date desc, 1 limit 1)`;
const CERTIFICATE = `where certificate_number = (select certificate_number from energy_certificates e
  where e.uprn is not null and e.postcode in (select postcode from sales) order by 1 limit 1)`;

it('fits no area and starts no process if nothing has changed', async () => {
  await buildValuations(database.db, { today });
  const { fitters, stop } = processes(cli.file);
  expect((await buildValuations(database.db, { today, fitters })).areas_fitted).toBe(0);
  expect(await stop()).toEqual([]);
});

// Each case starts with the database of the case before: an area that was left unfitted there would be counted here.
it.each([
  ['the type of a sale', `update sales set property_type = 'detached' ${SALE}`],
  ['the tenure of a sale', `update sales set tenure = 'Leasehold' ${SALE.replace('terraced', 'detached')}`],
  ['the category of a sale', `update sales set category = 'additional' ${SALE}`],
  ['the day of a sale', `update sales set date = date - 31 ${SALE}`],
  ['the position of a sold home', `update sales set position = position + point(40, 0) ${SALE}`],
  ['the street of a sale', `update sales set street = 'Madeup Street' ${SALE}`],
  ['the floor area of a certificate', `update energy_certificates set floor_area_sqm = 77.7 ${CERTIFICATE}`],
  ['the rooms of a certificate', `update energy_certificates set habitable_rooms = 9 ${CERTIFICATE}`],
  ['the type of a certificate', `update energy_certificates set property_type = 'bungalow' ${CERTIFICATE}`],
])('fits again the one area in which %s has changed, and no other', async (_, change) => {
  expect((await database.db.query(change)).rowCount).toBe(1);
  expect((await buildValuations(database.db, { today })).areas_fitted).toBe(1);
});
