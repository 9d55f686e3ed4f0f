import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { flat, house } = sandboxSamples();
const CIRCLE = `lat=${house.latitude}&lng=${house.longitude}&radius_m=800`;

/** How a record of each table loses its place, and which answers it could belong to. */
interface Case {
  /** Removes the place of some records. */
  lose: string;
  /**
   * The records that a circle or an outcode cannot find but that could lie in it; an answer may concern `of_these`
   * only.
   */
  lost: string;
  asked: [path: string, of_these?: string][];
}
const IN_XE1 = "split_part(postcode, ' ', 1) = 'XE1'";
const ASKING = '/rents/yields?price_basis=asking';
const HOMES = "not of_share and property_type is distinct from 'other'";
const CASES: Record<string, Case> = {
  listings: {
    lose: 'update listings set position = null where hashtext(id) % 7 = 1',
    lost: `select count(*) as n from listings where position is null and listing_type = 'sale'
            and status <> 'withdrawn' and (postcode is null or ${IN_XE1})`,
    asked: [
      [`/listings?listing_type=sale&${CIRCLE}`],
      [`${ASKING}&${CIRCLE}&widen=false`, HOMES],
      [`${ASKING}&${CIRCLE}&widen=false&bedrooms=3`, `${HOMES} and bedrooms = 3`],
      [`${ASKING}&${CIRCLE}&widen=false&property_type=terraced`, `${HOMES} and property_type = 'terraced'`],
    ],
  },
  lettings: {
    lose: 'update lettings set position = null where hashtext(reference) % 3 = 1',
    lost: `select count(*) as n from lettings where position is null and room_type is null and ${IN_XE1}
            and let_on between '2025-11-15' and '2026-11-15'`,
    asked: [
      [`/rents/long-term?${CIRCLE}&widen=false`],
      [`/rents/long-term?${CIRCLE}&widen=false&property_type=flat`, "property_type = 'flat'"],
      [`/rents/yields?${CIRCLE}&widen=false`],
      [`/rents/yields?${CIRCLE}&widen=false&bedrooms=3`, 'bedrooms = 3'],
      [`/rents/demand?${CIRCLE}&widen=false`],
      [`/rents/demand?${CIRCLE}&widen=false&bedrooms=3`, 'bedrooms = 3'],
      [`/valuations/${house.uprn}/rental?bedrooms=3`, 'bedrooms = 3'],
    ],
  },
  sales: {
    lose: 'update sales set position = null where hashtext(transaction_id::text) % 7 = 1',
    lost: `select count(*) as n from sales where position is null and category = 'standard' and ${IN_XE1}
            and date between '2024-11-15' and '2026-11-15'`,
    asked: [
      [`/prices/comparables?${CIRCLE}&months=24&widen=false`],
      [`/prices/market?${CIRCLE}&months=24&widen=false`],
    ],
  },
  schools: {
    lose: `update schools set easting = null, northing = null, postcode = 'XE1 9ZZ' where id in
            (select p.id from place_points p where p.source = 'gias' order by p.id limit 3)`,
    lost: "select count(*) as n from schools where easting is null and postcode = 'XE1 9ZZ'",
    asked: [[`/location/schools?${CIRCLE}`], [`/location/infrastructure?${CIRCLE}&categories=education`]],
  },
  health_sites: {
    lose: `update health_sites set postcode = 'XE1 9ZZ' where id in
            (select id from health_sites where country = 'England' order by id limit 2)`,
    lost: "select count(*) as n from health_sites where postcode = 'XE1 9ZZ'",
    asked: [[`/location/infrastructure?${CIRCLE}&categories=health`]],
  },
  short_lets: {
    lose: "update short_lets set postcode = null where postcode like 'XE1 %' and id % 5 = 1",
    lost: 'select count(*) as n from short_lets where current and postcode is null',
    asked: [['/str/market?outcode=XE1&widen=false']],
  },
  planning_applications: {
    lose: 'update planning_applications set position = null where hashtext(reference) % 7 = 1',
    lost: `select count(*) as n from planning_applications where position is null and authority_code =
            (select local_authority_code from postcodes where postcode = '${house.postcode}')`,
    asked: [[`/planning/applications?${CIRCLE}&days=3650`]],
  },
  hmo_licences: {
    lose: 'update hmo_licences set position = null where id % 7 = 1',
    lost: `select count(*) as n from hmo_licences where position is null and authority_code =
            (select local_authority_code from postcodes where postcode = '${house.postcode}')`,
    asked: [[`/planning/hmo-register?${CIRCLE}&status=any`]],
  },
};
/** Tables in which every row has a place, or whose rows are not records of a source. */
const ALWAYS_PLACED: Record<string, string> = {
  changes: 'what loads changed, told by number; its record is asked for the place',
  address_records: 'what an address list told, out of which addresses are built',
  code_point_postcodes: 'a directory, out of which postcodes are built',
  onspd_postcodes: 'a directory, out of which postcodes are built',
  uprn_points: 'its columns are never null',
  postcodes: 'the directory that places the others; a postcode without a position is a place that is refused',
  addresses: 'answers by UPRN; rates that need all of them say how many postcodes hold one',
  osm_points: 'its columns are never null',
  place_points: 'built of schools, stops, health sites and shops that have a place',
  retail_points: 'its columns are never null',
  transport_stops: 'its columns are never null',
  valuation_comparables: 'built of sales that have a place',
  price_cells: 'squares of the map',
  price_sectors: 'sectors of the map',
};

let database: TestDatabase;
let api: TestApi;
const before = new Map<string, number>();
beforeAll(async () => {
  database = await sandboxDatabase();
  for (const [table, { lose, lost }] of Object.entries(CASES)) {
    before.set(table, (await database.db.query<{ n: number }>(lost)).rows[0]!.n);
    await database.db.query(lose);
  }
  api = await startTestApi(database);
}, 300_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

it('tests every table whose rows have a position', async () => {
  const { rows } = await database.db.query<{ table_name: string }>(
    `select distinct table_name from information_schema.columns
      where table_schema = 'public' and column_name in ('position', 'easting')
        and table_name not like '%\\_next' order by 1`,
  );
  const known = [...Object.keys(CASES), ...Object.keys(ALWAYS_PLACED)];
  expect(rows.map((row) => row.table_name).filter((name) => !known.includes(name))).toEqual([]);
});

describe.each(Object.entries(CASES))('%s without a position', (table, { lost, asked }) => {
  it.each(asked)('are counted in a warning of %s', async (path, of_these) => {
    const { rows } = await database.db.query<{ n: number }>(of_these ? `${lost} and ${of_these}` : lost);
    expect(rows[0]!.n).toBeGreaterThan(of_these ? 0 : before.get(table)!);
    expect((await toldBy(api, path)).map(([, n]) => n)).toContain(rows[0]!.n);
  });
});

/** The field and the number of each warning about records without a place. */
async function toldBy(asked: TestApi, path: string): Promise<[field: string | null, n: number][]> {
  const { status, body, text } = await asked.call(path);
  expect(status, text).toBe(200);
  return (body.meta.warnings as { code: string; field: string | null; message: string }[])
    .filter(({ code }) => code === 'unplaced_records')
    .map(({ field, message }) => [field, Number(/^\d+/.exec(message))]);
}

it('a yield with rents of a wider area counts the unplaced prices like a yield with lettings nearby', async () => {
  const open = await sandboxDatabase();
  await open.db.query("delete from dataset_loads where dataset = 'operator-lettings'");
  for (const table of ['sales', 'listings']) await open.db.query(CASES[table]!.lose);
  const without = await startTestApi(open);
  try {
    const [by_sales] = await toldBy(without, '/rents/yields?outcode=XE1');
    expect(by_sales).toEqual(['price_sample', expect.any(Number)]);
    const { rows } = await open.db.query<{ n: number }>(`${CASES.listings!.lost} and ${HOMES}`);
    const [by_adverts] = await toldBy(without, `${ASKING}&outcode=XE1`);
    expect(by_adverts![1]).toBeGreaterThanOrEqual(rows[0]!.n);
    // If there are no lettings, adverts describe the demand.
    const to_let = `listing_type = 'rent' and status <> 'withdrawn' and ${HOMES}`;
    await open.db.query(`update listings set bedrooms = 2 where ${to_let}`);
    await open.db.query(
      `update listings set postcode = null, bedrooms = case when nth = 1 then 3 else 2 end
         from (select id, row_number() over (order by id) as nth from listings where ${to_let} and not ${IN_XE1}) x
        where x.id = listings.id and nth <= 3`,
    );
    await open.db.query(
      `insert into listing_events (listing_id, date, price, event, load_id)
       select id, '2026-11-01', price, 'let_agreed', load_id from listings where ${to_let} and ${IN_XE1}`,
    );
    const demand = '/rents/demand?outcode=XE1&widen=false';
    expect(await toldBy(without, demand)).toEqual([[null, 3]]);
    expect(await toldBy(without, `${demand}&bedrooms=2`)).toEqual([[null, 2]]);
  } finally {
    await without.close();
    await open.drop();
  }
}, 300_000);

describe('a home without a position', () => {
  const units = [{ type: 'flat', bedrooms: 1, count: 1 }];

  it.each([
    [`/prices/market?uprn=${flat.uprn}`, null],
    [`/prices/comparables?uprn=${flat.uprn}`, null],
    [`/prices/${flat.uprn}/comparables`, null],
    ['/valuations/development-gdv', { uprn: String(flat.uprn), units }],
  ])(
    'gets from %s the reason that nothing can be near it, not that too few homes were sold',
    async (path, asked) => {
      const lose = 'update addresses set position = null, easting = null where uprn = $1';
      await database.db.query(lose, [flat.uprn]);
      const { status, body } = await api.call(path, asked ? { body: asked } : {});
      expect([status, body.error.code]).toEqual([404, 'insufficient_data']);
      expect(body.error.message).toContain('No loaded source gives a position');
    },
  );
});
