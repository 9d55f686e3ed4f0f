import { packOsm, packPlaces } from '@domesday/builds/packed-points/build.query';
import { inTransaction } from '@domesday/db';
import { publishing } from '@domesday/loading/rebuild.query';
import { emptyDatabase, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOMES, locationQueriesOf } from '../../../test/location-cases.ts';
import { type Nearby, osmAround, placesAround } from './infrastructure.query.ts';
import { packedNearby } from './nearby.ts';
import type { SearchArea } from './search-area.ts';

const TODAY = '2026-11-15';

describe('over the fictional country', () => {
  let database: TestDatabase;
  let unpacked: TestDatabase;
  let api: TestApi;
  let live: TestApi;
  beforeAll(async () => {
    [database, unpacked] = await Promise.all([sandboxDatabase(), sandboxDatabase()]);
    await unpacked.db.query("delete from derived_builds where name in ('place_squares', 'osm_squares')");
    await unpacked.db.query('truncate place_squares, osm_squares, place_square_kinds, osm_square_kinds');
    [api, live] = await Promise.all([startTestApi(database), startTestApi(unpacked)]);
  });
  afterAll(async () => {
    await Promise.all([api?.close(), live?.close()]);
    await Promise.all([database?.drop(), unpacked?.drop()]);
  });

  const filters = [
    'radius_m=2000',
    'radius_m=10000&limit=50',
    'radius_m=100&limit=1',
    'radius_m=777&categories=health,education&limit=3',
  ];
  const places = Object.values(HOMES).flatMap((home) =>
    Object.values(locationQueriesOf(home)).map((place) => place.replace('&radius_m=1500', '')),
  );
  it.each(places)('answers the same from packed points as from the tables of points: %s', async (place) => {
    for (const filter of filters) {
      const path = `/location/infrastructure?${place}&${filter}`;
      const [packed, plain] = await Promise.all([api.call(path), live.call(path)]);
      for (const { body } of [packed, plain])
        Object.assign(body.meta, { request_id: '', sources: [], dataset_release: '' });
      expect(packed.body, path).toEqual(plain.body);
    }
  });

  it('uses packed points until another load is served, then the tables of points', async () => {
    const path = `/location/infrastructure?${locationQueriesOf(HOMES.England).postcode}&categories=health,food`;
    const counts = async () => {
      const { body } = await api.call(path);
      return [body.categories, body.openstreetmap.categories].map((groups: { count: number }[]) =>
        groups.reduce((sum, { count }) => sum + count, 0),
      );
    };
    const before = await counts();
    expect(Math.min(...before)).toBeGreaterThan(0);
    await database.db.query('delete from place_squares; delete from osm_squares');
    expect(await counts()).toEqual([0, 0]);
    await database.db.query(
      `insert into dataset_loads (dataset, status, uri, content_hash, licence, attribution, started_at, finished_at)
       values ('osm-points', 'published', 'made up', 'made up', 'none', 'made up', now(), now())`,
    );
    api.clock.advance(5000);
    expect(await counts()).toEqual(before);
  });
});

describe('over made-up points', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await emptyDatabase();
    await database.db.query(MADE_UP);
    await inTransaction(database.db, (client) =>
      publishing(client, async () => {
        await packPlaces(client);
        await packOsm(client);
      }),
    );
  });
  afterAll(() => database?.drop());

  const all = ['transport', 'food', 'education', 'health', 'shops', 'culture'];
  const centres: [string, number, number][] = [
    ['a corner of four squares', 409600, 307200],
    ['the middle of a square', 409856.5, 307456.25],
    ['a step short of a border', 409600 - 2 ** -23, 307200],
    ['where points are placed by postcode', 409700, 307300],
    ['beside where points are placed by postcode', 409700.3, 307300.2],
    ['no round position', 409811.123456789, 307011.987654321],
    ['the origin of the grid', 0, 0],
    ['west and south of the grid', -713.37, -1540.02],
    ['far from the grid', 12345678.9, -9876543.21],
  ];
  const around = (easting: number, northing: number, radius_m: number) =>
    ({ easting, northing, radius_m, area: { level: 'radius', easting, northing, radius_m } }) as SearchArea;
  const told = ({ items, kinds }: Nearby, category: string) => ({
    items: items.filter((item) => item.category === category),
    kinds: kinds
      .filter((kind) => kind.category === category)
      .map(({ nearest_m, ...kind }) => ({
        ...kind,
        nearest_m: nearest_m === null ? null : Math.round(nearest_m),
      })),
  });
  const both = async (search: SearchArea, categories: string[], limit: number) => {
    const [packed, open, osm] = await Promise.all([
      packedNearby(database.db, search, categories, limit),
      placesAround(database.db, search, categories, limit, TODAY),
      osmAround(database.db, search, categories, limit, TODAY),
    ]);
    const grouped = (found: { open: Nearby; osm: Nearby }) =>
      all.map((category) => [told(found.open, category), told(found.osm, category)]);
    return { packed: packed && grouped(packed), plain: grouped({ open, osm }) };
  };

  it.each(centres)(
    'finds the same from packed points for every radius, limit and choice of categories around %s',
    async (_, easting, northing) => {
      let counted = 0;
      for (const radius_m of [100, 511.5, 1013.7, 2003.3]) {
        for (const limit of [1, 4, 10, 50]) {
          for (const categories of [all, ['health', 'shops']]) {
            const { packed, plain } = await both(around(easting, northing, radius_m), categories, limit);
            expect(packed, `${radius_m} m, ${limit} of ${categories}`).toEqual(plain);
            counted += plain.flat().reduce((sum, { items }) => sum + items.length, 0);
          }
        }
      }
      expect(counted).toBeGreaterThan(100);
    },
  );

  it.each([500, 1000, 1300])(
    'does not answer from packed points if a point is exactly %i m away, at the edge of the circle',
    async (radius_m) => {
      const { packed, plain } = await both(around(409600, 307200, radius_m), all, 10);
      expect(packed).toBeNull();
      expect(plain.flat().flatMap(({ kinds }) => kinds).length).toBeGreaterThan(0);
      const beside = await both(around(409600, 307200, radius_m + 0.00001), all, 10);
      expect(beside.packed).toEqual(beside.plain);
    },
  );

  it('does not answer from packed points if a distance lies at the border of rounding', async () => {
    await database.db.query(
      "insert into osm_points (id, category, kind, easting, northing, latitude, longitude, load_id) values ('node/half', 'culture', 'half', 600000.5, 500000, 0, 0, 1)",
    );
    await inTransaction(database.db, (client) => publishing(client, () => packOsm(client)));
    expect((await both(around(600000, 500000, 100), all, 10)).packed).toBeNull();
    const beside = await both(around(600000.001, 500000, 100), all, 10);
    expect(beside.packed).toEqual(beside.plain);
  });

  it('does not answer from packed points if a load has replaced their rows', async () => {
    const search = around(409600, 307200, 400);
    await database.db.query("update osm_points set easting = easting + 1 where category = 'food'");
    expect((await both(search, ['shops'], 4)).packed).not.toBeNull();
    expect((await both(search, ['food'], 4)).packed).toBeNull();
  });
});

/** Scattered points, points in rows a metre apart, ties in one place and on opposite sides, and points on circles. */
const MADE_UP = `
  select setseed(0.25);
  create temporary table made as
    with centres (x, y) as (values (409600, 307200), (0, 0), (-713, -1540), (12345678, -9876543)),
    scattered as (
      select x + (random() - 0.5) * 4400 as e, y + (random() - 0.5) * 4400 as n from centres, generate_series(1, 1500)),
    rows as (
      select x + i * 16, y + j * 512 from centres, generate_series(-20, 20) i, generate_series(-2, 2) j),
    ties as (
      select x + i * 37.25, y + j * 37.25 from centres, generate_series(-1, 1) i, generate_series(-1, 1) j, generate_series(1, 4)),
    steps as (select x + 50.1, y + 60.2 + i * 1e-9 from centres, generate_series(1, 3) i),
    circles as (
      select x + a * s, y + b * t from centres, (values (300, 400), (800, 600), (500, 1200)) c (a, b),
        (values (1, 1), (-1, 1), (1, -1)) d (s, t))
    select row_number() over (order by random()) as no, e, n, false as by_postcode,
           (array['transport', 'food', 'education', 'health', 'shops'])[1 + floor(random() * 5)::integer] as category,
           'kind_' || floor(random() * 4) as kind
      from (table scattered union all table rows union all table ties union all table steps union all table circles) p
    union all
    select 100000 + i, 409700 + (i % 2) * 3, 307300, true, 'health', 'kind_' || i % 3 from generate_series(1, 12) i;
  insert into place_points (source, id, category, kind, name, easting, northing, by_postcode)
    select 'naptan', md5(no::text), category, kind, 'Place ' || no, e, n, by_postcode from made;
  insert into osm_points (id, name, category, kind, easting, northing, latitude, longitude, load_id)
    select 'node/' || no, nullif('Point ' || no % 7, 'Point 3'), category, kind, e, n, 0, 0, 1 from made where no % 3 > 0`;
