import { buildValuations } from '@domesday/builds/valuations';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { unsoldWithFloorArea: home } = sandboxSamples();
const CHEVIOT = { easting: 388_000, northing: 625_000 };
let database: TestDatabase;
let api: TestApi;
let scottish: string[];

/**
 * A home in England and its surroundings, moved to the border; a third of the postcodes of its outcode lie in Scotland.
 */
beforeAll(async () => {
  database = await sandboxDatabase();
  const { db } = database;
  const { rows } = await db.query<{ easting: number; northing: number }>(
    'select easting, northing from addresses where uprn = $1',
    [home.uprn],
  );
  const { easting, northing } = rows[0]!;
  const by = [CHEVIOT.easting - easting, CHEVIOT.northing - northing];
  await db.query('update addresses set easting = easting + $1, northing = northing + $2', by);
  await db.query('update sales set position = position + point($1, $2)', by);
  const moved = await db.query<{ postcode: string }>(
    `update postcodes set country = 'Scotland' where outcode = $1 and postcode <> $2 and postcode in (
       select postcode from (select distinct postcode from sales) s order by md5(postcode) limit (
         select count(distinct postcode) / 3 from sales)) returning postcode`,
    [home.postcode.split(' ')[0], home.postcode],
  );
  scottish = moved.rows.map((row) => row.postcode);
  await buildValuations(db, { today: '2026-11-15' });
  api = await startTestApi(database);
}, 180_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const ofScotland = async (day: string) => {
  const { body, status } = await api.call(`/valuations/${home.uprn}/sale?include=evidence${day}`);
  expect(status).toBe(200);
  const postcodes = body.evidence.comparables.map((one: { postcode: string }) => one.postcode);
  expect(postcodes.length).toBeGreaterThan(2);
  return postcodes.filter((postcode: string) => scottish.includes(postcode));
};

it('does not compare a home in England with licensed sales in Scotland, though they are nearer', async () => {
  expect(scottish.length).toBeGreaterThan(3);
  expect(await ofScotland('')).toEqual([]);
  expect(await ofScotland('&as_of=2026-06-01')).toEqual([]);
  await database.db.query(`update postcodes set country = 'England' where postcode = any ($1)`, [scottish]);
  expect(await ofScotland('')).not.toEqual([]);
});
