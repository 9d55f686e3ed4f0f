import { buildMarket } from '@domesday/builds/packed-sales';
import { readAreaSales } from '@domesday/builds/valuations';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nearbySales } from '../valuations/sale.query.ts';

const { house } = sandboxSamples();
let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  // A newer, made-up certificate of the home, with every fact except the floor area.
  await database.db.query(
    `insert into energy_certificates
     select (json_populate_record(c, json_build_object('certificate_number', 'made-up', 'lodged_on', c.lodged_on + 1,
       'floor_area_sqm', null, 'current_rating', 'G', 'habitable_rooms', 11, 'construction_age', '2012 onwards',
       'build_form', 'detached'))).*
     from energy_certificates c where uprn = $1 order by lodged_on desc limit 1`,
    [house.uprn],
  );
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const ofHome = async (path: string) => {
  const { status, body } = await api.call(path);
  expect(status).toBe(200);
  return body.comparables.find(({ uprn }: { uprn: string }) => uprn === String(house.uprn));
};

it.each(['the table of sales', 'packed sales'])(
  'describes a comparable by its newest certificate, and its floor area by the newest that states one: %s',
  async (from) => {
    await database.db.query("delete from derived_builds where name = 'market'");
    if (from === 'packed sales') await buildMarket(database.db);
    const { body: home } = await api.call(`/properties/${house.uprn}`);
    expect(home).toMatchObject({ habitable_rooms: 11, epc: { current_rating: 'G' } });
    const told = {
      epc_rating: 'G',
      habitable_rooms: home.habitable_rooms,
      build_form: home.build_form,
      floor_area_sqm: home.floor_area_sqm,
    };
    const near = `/prices/comparables?postcode=${encodeURIComponent(house.postcode)}&months=120&limit=100`;
    expect(await ofHome(near)).toMatchObject(told);
    // The range of bedrooms is checked against the same certificate.
    expect(await ofHome(`${near}&bedrooms_max=${home.bedrooms - 1}`)).toBeUndefined();
  },
  120_000,
);

it('values a neighbour by the newest certificate on the day: its construction age, and the newest known floor area', async () => {
  const { db } = database;
  const [newest, before] = (
    await db.query(
      `select lodged_on::text as day, construction_age, floor_area_sqm from energy_certificates
        where uprn = $1 order by lodged_on desc limit 2`,
      [house.uprn],
    )
  ).rows;
  expect([newest.construction_age, newest.floor_area_sqm]).toEqual(['2012 onwards', null]);
  expect(before.construction_age).not.toBe('2012 onwards');
  const told = ({
    construction_age,
    floor_area_sqm,
  }: {
    construction_age?: unknown;
    floor_area_sqm?: unknown;
  }) => [construction_age, floor_area_sqm];
  const fitted = await readAreaSales(db, [house.postcode]);
  const own = fitted.filter(({ uprn }) => uprn === String(house.uprn));
  expect(own.length).toBeGreaterThan(0);
  for (const sale of own) expect(told(sale)).toEqual(['2012 onwards', before.floor_area_sqm]);
  const [{ transaction_id, property_type }] = own as [(typeof own)[number]];
  const on = async (day: string) => {
    const from = { uprn: 1, easting: house.easting, northing: house.northing };
    const near = await nearbySales(db, from, property_type, '1995-01-01', day, [], 1000);
    return told(near.find((sale) => sale.transaction_id === transaction_id)!);
  };
  expect(await on(newest.day)).toEqual(['2012 onwards', before.floor_area_sqm]);
  expect(await on(before.day)).toEqual([before.construction_age, before.floor_area_sqm]);
});
