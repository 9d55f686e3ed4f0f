import { operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

async function ask(path: string, key = api.testKey) {
  api.clock.advance(1000);
  const answer = await fetch(`${new URL(api.url).origin}/portal${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sent.
  return { status: answer.status, body: (await answer.json()) as any };
}

const AUTHORITY = 'E06999001';
const NAME = 'Xanshire';

describe('an area in the portal', () => {
  it('gives the errors of past valuations in an outcode, by method', async () => {
    const { status, body } = await ask('/areas/xe1/accuracy');
    expect(status).toBe(200);
    const own = body.methods.find(({ method }: { method: string }) => method === 'last_sold_growth');
    expect(own.n).toBeGreaterThan(100);
    expect(own.median_off).toBeGreaterThan(0.01);
    expect(own.median_off).toBeLessThan(0.2);
    expect(own.within_10).toBeLessThan(own.within_20);
    expect(own.from < own.to && own.to <= api.clock.now().toISOString()).toBe(true);
  });

  it('gives no errors if nothing was sold, and refuses what is no outcode', async () => {
    expect((await ask('/areas/ZZ9/accuracy')).body).toEqual({ measured: true, methods: [] });
    expect((await ask(`/areas/${AUTHORITY}/accuracy`)).status).toBe(404);
  });

  it('is marked if an earlier version fitted it, since its errors are not measured', async () => {
    await database.db.query(`update valuation_areas set settings = settings - 'accuracy' where area = 'XE2'`);
    expect((await ask('/areas/XE2/accuracy')).body).toEqual({ measured: false, methods: [] });
  });

  it('is listed by number of sales, so that a truncated list holds the areas with the most', async () => {
    const { body } = await ask('/map');
    const sales: number[] = body.areas.map(({ n }: { n: number }) => n);
    expect(sales.length).toBeGreaterThan(3);
    expect(sales).toEqual([...sales].sort((a, b) => b - a));
  });

  it('is listed with the number of areas that are left out', async () => {
    const { db } = database;
    const before = (await ask('/map')).body;
    expect(before.areas_left_out).toBe(0);
    await db.query(
      `insert into price_sectors (sector, outcode, position, n, median)
       select 'XZ' || i || ' 1', 'XZ' || i, point(0, 0), 1000, 100000 from generate_series(1, 400) i`,
    );
    const { areas, areas_left_out } = (await ask('/map')).body;
    expect([areas.length, areas_left_out]).toEqual([400, before.areas.length]);
    await db.query("delete from price_sectors where outcode like 'XZ%'");
  });

  it('gives for each outcode of an authority the median price of homes sold in all its sectors', async () => {
    const { body } = await ask(`/areas/${AUTHORITY}`);
    const { rows } = await database.db.query(
      'select outcode, sum(n)::integer as n, round(sum(median::float8 * n) / sum(n))::integer as median from price_sectors group by 1',
    );
    const priced = new Map(rows.map(({ outcode, n, median }) => [outcode, { n, median }]));
    expect(body.outcodes.filter(({ n }: { n: number | null }) => n !== null)).not.toEqual([]);
    for (const { outcode, n, median } of body.outcodes)
      expect({ outcode, n, median }).toEqual({
        outcode,
        ...(priced.get(outcode) ?? { n: null, median: null }),
      });
  });

  it('gives the profile, rents, yields and demand of a whole authority at the prices of the operations', async () => {
    const { secret } = await api.newKey();
    const remaining = async () => (await api.call('/account', { key: secret })).body.credits.remaining;
    const before = await remaining();
    const profile = await ask(`/authorities/${AUTHORITY}/profile`, secret);
    expect(profile.status).toBe(200);
    expect(profile.body.meta.geography).toMatchObject({ used: NAME, level: 'local_authority' });
    // More people than in any one of its outcodes.
    const outcode = await api.call('/location/profile?outcode=XE1');
    const residents = profile.body.sections.population.data.residents;
    expect(residents).toBeGreaterThan(outcode.body.sections.population.data.residents);
    for (const section of ['deprivation', 'crime', 'broadband', 'tenure'])
      expect(profile.body.sections[section].data, section).not.toBeNull();
    const rents = await ask(`/authorities/${AUTHORITY}/rents`, secret);
    expect(rents.body.meta.geography).toMatchObject({ used: NAME, widened: false });
    expect(rents.body.rent_pcm.n).toBeGreaterThan(30);
    expect(
      (await ask(`/authorities/${AUTHORITY}/yields`, secret)).body.gross_yield_pct.point,
    ).toBeGreaterThan(1);
    expect((await ask(`/authorities/${AUTHORITY}/demand`, secret)).status).toBe(200);
    const price = (id: string) => operationTable.find((one) => one.id === id)!.credits;
    const asked = ['location.profile', 'rents.long_term', 'rents.yields', 'rents.demand'].map(price);
    expect(before - (await remaining())).toBe(asked.reduce((sum, credits) => sum + credits));
  });

  it.each(['E06999001', 'W06999001', 'S12999001'])(
    'is named, for the authority %s, by its name and never by its code',
    async (code) => {
      const { rows } = await database.db.query('select name from local_authorities where code = $1', [code]);
      for (const part of ['rents', 'yields']) {
        const { status, body } = await ask(`/authorities/${code}/${part}`);
        expect([status, body.meta.geography.requested]).toEqual([200, rows[0].name]);
        expect(JSON.stringify(body)).not.toContain(code);
      }
    },
  );

  it('is refused to a key that cannot pay, without a charge', async () => {
    const { secret } = await api.newKey({ monthly_cap: 1 });
    const { status, body } = await ask(`/authorities/${AUTHORITY}/profile`, secret);
    expect([status, body.error.code]).toEqual([402, 'key_cap_reached']);
    expect((await api.call('/account', { key: secret })).body.key.used_this_month ?? 0).toBe(0);
  });

  it('is refused for an authority without a loaded postcode, and for parts that do not exist', async () => {
    expect((await ask('/authorities/E09999999/profile')).status).toBe(404);
    expect((await ask(`/authorities/${AUTHORITY}/valuation`)).status).toBe(404);
    expect((await ask(`/authorities/${AUTHORITY}/constructor`)).status).toBe(404);
  });

  it('is said to lie outside Great Britain, as the API says, instead of asking for a dataset that covers it', async () => {
    for (const outcode of ['BT1', 'IM1', 'GY1', 'je2']) {
      const { status, body } = await ask(`/areas/${outcode}`);
      expect([status, body.error.code], outcode).toEqual([404, 'not_in_jurisdiction']);
      const market = await api.call(`/prices/market?outcode=${outcode}`);
      expect(body.error.message).toBe(market.body.error.message);
    }
  });

  it('asks for the code of a district, not for a dataset, if a code is that of a county, a region or a nation', async () => {
    for (const code of ['E10000014', 'E12000007', 'S92000003']) {
      const { status, body } = await ask(`/areas/${code}`);
      expect([status, body.error.code], code).toEqual([404, 'unknown_path']);
      expect(body.error.message).toContain('district or unitary authority');
    }
    expect((await ask('/areas/E09999999')).body.error.code).toBe('not_covered');
  });

  it('is shown for an authority with postcodes or only an index, and for no other', async () => {
    const show = async (code: string) => (await ask(`/areas/${code}`)).status;
    const index_alone = 'E06999777';
    expect([await show(AUTHORITY), await show(index_alone)]).toEqual([200, 404]);
    await database.db.query(
      `insert into house_price_index
       select (jsonb_populate_record(i, jsonb_build_object('area_code', $1::text))).*
         from house_price_index i where area_code = $2`,
      [index_alone, AUTHORITY],
    );
    expect(await show(index_alone)).toBe(200);
    await database.db.query('delete from house_price_index where area_code = $1', [index_alone]);
    expect(await show(index_alone)).toBe(404);
  });

  it('cannot be requested by authority in the public API', async () => {
    const { status } = await api.call(`/location/profile?local_authority=${AUTHORITY}`);
    expect([400, 422]).toContain(status);
  });

  it('never claims that few homes were sold if nothing is built', async () => {
    const areas = ['/areas/XE1', `/areas/${AUTHORITY}`];
    const told = () => Promise.all(areas.map(async (path) => (await ask(path)).body.priced));
    expect(await told()).toEqual([true, true]);
    await database.db.query('truncate price_sectors, valuation_areas cascade');
    expect(await told()).toEqual([false, false]);
    expect((await ask('/areas/XE1/accuracy')).body).toEqual({ measured: false, methods: [] });
  });
});
