import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { windowsOf } from './market-evidence.ts';

let database: TestDatabase;
let api: TestApi;
/** A home with many sales of its own kind nearby. */
let home: { uprn: string; postcode: string; latitude: number; longitude: number; property_type: string };
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  const { rows } = await database.db.query(
    `select a.uprn, a.postcode, a.latitude, a.longitude, o.property_type
       from addresses a join sales o on o.uprn = a.uprn
       join sales s on s.position <@ circle(a.position, 100) and s.property_type = o.property_type
        and s.tenure = o.tenure and s.category = 'standard' and s.date >= '2016-12-01' and s.uprn <> a.uprn
      where o.category = 'standard' and a.country = 'England'
      group by 1, 2, 3, 4, 5 order by count(*) desc, 1 limit 1`,
  );
  home = rows[0];
}, 180_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const METRES = 100;
interface Warning {
  code: string;
  field: string | null;
}
interface Answer {
  comparables: { distance_m: number | null; position: string | null }[];
  meta: { sample_size: number; geography: { radius_m: number | null }; warnings: { code: string }[] };
}

describe('max_radius_m', () => {
  it('excludes sales that are farther away, whatever place is named', async () => {
    const kind = `property_type=${home.property_type}&months=120&max_radius_m=${METRES}&limit=50`;
    const paths = [
      `/prices/${home.uprn}/comparables?months=120&max_radius_m=${METRES}&limit=50`,
      `/prices/comparables?uprn=${home.uprn}&${kind}`,
      `/prices/comparables?lat=${home.latitude}&lng=${home.longitude}&${kind}`,
      `/prices/comparables?lat=${home.latitude}&lng=${home.longitude}&months=120&max_radius_m=${METRES}`,
    ];
    for (const path of paths) {
      const { status, body } = await api.call(path);
      expect([path, status]).toEqual([path, 200]);
      const { comparables, meta } = body as Answer;
      expect(comparables.length).toBeGreaterThan(2);
      for (const { distance_m, position } of comparables) {
        if (position === 'postcode' && distance_m === null) continue;
        expect([path, distance_m! <= METRES]).toEqual([path, true]);
      }
      expect([path, meta.geography.radius_m]).toEqual([path, METRES]);
    }
  });

  it('counts the sales without a position as unplaced, and answers 404 free if too few are left', async () => {
    const outcode = home.postcode.split(' ')[0];
    const path = `/prices/comparables?outcode=${outcode}&property_type=${home.property_type}&months=120&max_radius_m=5000&widen=false`;
    const before = (await api.call(path)).body as Answer;
    const { db } = database;
    await db.query('create table kept as select transaction_id, position from sales where postcode like $1', [
      `${outcode} %`,
    ]);
    await db.query(
      'update sales set position = null where postcode like $1 and hashtext(transaction_id::text) % 2 = 0',
      [`${outcode} %`],
    );
    try {
      const { body } = await api.call(path);
      expect(body.meta.sample_size).toBeLessThan(before.meta.sample_size);
      expect(body.meta.warnings.map((one: { code: string }) => one.code)).toContain('unplaced_records');
      await db.query('update sales set position = null where postcode like $1', [`${outcode} %`]);
      const none = await api.call(path, { key: api.liveKey });
      expect([none.status, none.body.error.code, none.headers.get('x-credits-charged')]).toEqual([
        404,
        'insufficient_data',
        '0',
      ]);
    } finally {
      await db.query(
        'update sales s set position = k.position from kept k where k.transaction_id = s.transaction_id',
      );
      await db.query('drop table kept');
    }
  });
});

it('is reported as ignored if the centre of the place is not known, and only then', async () => {
  const outcode = home.postcode.split(' ')[0];
  const place = `/prices/comparables?outcode=${outcode}&property_type=${home.property_type}&months=120&widen=false`;
  const ignored = async (path: string, server = api) => {
    const { status, headers, body } = await server.call(path);
    expect([path, status]).toEqual([path, 200]);
    const warned = body.meta.warnings.filter(({ field }: { field: string }) => field === 'max_radius_m');
    return { header: headers.get('x-ignored-parameters'), warned: warned.map((one: Warning) => one.code) };
  };
  const heeded = { header: null, warned: [] };
  expect(await ignored(`${place}&max_radius_m=3000`)).toEqual(heeded);
  const { db } = database;
  await db.query('create table placed as select postcode, easting, northing, position from postcodes');
  await db.query('update postcodes set easting = null, northing = null, position = null where outcode = $1', [
    outcode,
  ]);
  const anew = await startTestApi(database);
  try {
    expect(await ignored(`${place}&max_radius_m=3000`, anew)).toEqual({
      header: 'max_radius_m',
      warned: ['parameter_ignored'],
    });
    expect(await ignored(place, anew)).toEqual(heeded);
  } finally {
    await anew.close();
    await db.query(
      `update postcodes p set easting = k.easting, northing = k.northing, position = k.position
         from placed k where k.postcode = p.postcode`,
    );
    await db.query('drop table placed');
  }
});

it('compares the number of sales with a period of equally many days before, whatever the months', () => {
  const days = ({ from, to }: { from: string; to: string }) =>
    (Date.parse(to) - Date.parse(from)) / 86_400_000;
  for (const today of ['2026-03-31', '2024-02-29', '2025-02-28', '2026-01-01', '2026-12-31', '2026-11-24']) {
    for (const months of [1, 2, 6, 12, 13, 60]) {
      const { now, prior } = windowsOf(today, today, months, 0);
      expect([today, months, days(prior)]).toEqual([today, months, days(now)]);
      expect(days({ from: prior.to, to: now.from })).toBe(1);
      const told_to = new Date(Date.parse(today) - 20 * 86_400_000).toISOString().slice(0, 10);
      const known = windowsOf(today, told_to, months, 0);
      expect(days(known.prior)).toBe(days({ from: known.now.from, to: told_to }));
      expect(known.prior.from).toBe(prior.from);
    }
  }
});

it('says why there are too few sales: no newer ones are loaded, or none of the type are at full market value', async () => {
  const other = await api.call('/prices/market?outcode=XE1&property_type=other&widen=false&months=3');
  expect(other.body.error.message).toContain('category=all');
  expect(other.body.error.message).not.toContain('are loaded to');
  const recent = await api.call('/prices/market?outcode=XE1&months=1');
  expect([recent.status, recent.body.error.message]).toEqual([
    404,
    expect.stringMatching(/Sales are loaded to 2026-09-\d\d alone/),
  ]);
  api.clock.advance(200 * 86_400_000);
  const late = await api.call('/prices/market?outcode=XE1&months=1');
  expect([late.status, late.body.error.message]).toEqual([
    404,
    expect.stringMatching(/Sales are loaded to \d{4}/),
  ]);
});
