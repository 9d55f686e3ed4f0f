import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_CANDIDATES } from './candidates.ts';

const { house, flat } = sandboxSamples();
let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  // As many sales of the last month as are examined, all in one postcode, which has older sales too. Every second sale
  // is of a home of four rooms; the others are of homes with no number of rooms.
  await database.db.query("delete from sales where postcode = $1 and date >= '2026-10-01'", [house.postcode]);
  await database.db.query(
    `insert into sales
     select (jsonb_populate_record(null::sales, to_jsonb(s) || jsonb_build_object('transaction_id', gen_random_uuid(), 'date', '2026-11-10',
              'uprn', case when i % 2 = 0 then c.uprn end))).*
       from (select * from sales where postcode = $1 and property_type = 'terraced' and category = 'standard'
              order by transaction_id limit 1) s,
            (select uprn from energy_certificates where habitable_rooms = 4 and floor_area_sqm is not null
              order by uprn limit 1) c,
            generate_series(1, $2::int) i`,
    [house.postcode, MOST_CANDIDATES],
  );
  api = await startTestApi(database);
}, 180_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

interface Answer {
  comparables: { floor_area_sqm: number | null }[];
  subject: { floor_area_sqm: number };
  meta: { sample_size: number; warnings: { code: string; field: string | null }[] };
}

async function answered(path: string): Promise<{ n: number; cut: boolean; answer: Answer }> {
  const { status, body, text } = await api.call(path);
  expect([path, status], text).toEqual([path, 200]);
  const answer = body as Answer;
  const cut = answer.meta.warnings.some(({ code, field }) => code === 'newest_only' && field === 'summary');
  return { n: answer.meta.sample_size, cut, answer };
}

describe('when more sales match than the limit that is read', () => {
  const postcode = encodeURIComponent(house.postcode);
  const path = `/prices/comparables?postcode=${postcode}&widen=false&limit=1`;
  const four_rooms = 'bedrooms_min=3&bedrooms_max=3';

  it('warns that only the newest were read, also if fewer of these have the requested bedrooms', async () => {
    const terraced = `${path}&property_type=terraced`;
    expect(await answered(`${terraced}&months=120`)).toMatchObject({ n: 5000, cut: true });
    expect(await answered(`${terraced}&months=120&${four_rooms}`)).toMatchObject({ n: 2500, cut: true });
    expect(await answered(`${terraced}&months=1`)).toMatchObject({ n: 5000, cut: false });
    expect(await answered(`${terraced}&months=1&${four_rooms}`)).toMatchObject({ n: 2500, cut: false });
    const around = `/prices/${house.uprn}/comparables?tenure=Freehold&limit=1`;
    expect(await answered(`${around}&months=120`)).toMatchObject({ cut: true });
    expect(await answered(`${around}&months=120&${four_rooms}`)).toMatchObject({ cut: true });
  });

  it('refuses a request for an area without property_type free, once one sale more than the limit matches', async () => {
    expect(await answered(`${path}&months=1`)).toMatchObject({ n: 5000, cut: false });
    const { status, body, headers } = await api.call(`${path}&months=120`, { key: api.liveKey });
    expect([status, body.error.code, headers.get('x-credits-charged')]).toEqual([
      422,
      'query_too_broad',
      '0',
    ]);
  });
});

describe('floor_area_tolerance_pct', () => {
  it('excludes only the sales of homes whose known floor area differs by more than the tolerance', async () => {
    const path = `/prices/${flat.uprn}/comparables?months=120&max_radius_m=5000&limit=50`;
    const { answer: all } = await answered(path);
    const { floor_area_sqm } = all.subject;
    const off = ({ comparables }: Answer) =>
      comparables.flatMap((sale) =>
        sale.floor_area_sqm === null ? [] : [Math.abs(sale.floor_area_sqm / floor_area_sqm - 1) * 100],
      );
    const { answer: alike, n } = await answered(`${path}&floor_area_tolerance_pct=10`);
    expect(Math.max(...off(all))).toBeGreaterThan(10);
    expect(off(alike).length).toBeGreaterThan(3);
    expect(Math.max(...off(alike))).toBeLessThanOrEqual(10);
    // Without their floor areas, no sale is excluded, so more sales remain than before.
    await database.db.query('update energy_certificates set floor_area_sqm = null where uprn <> $1', [
      flat.uprn,
    ]);
    const unknown = await answered(`${path}&floor_area_tolerance_pct=5`);
    expect(unknown.n).toBeGreaterThan(n);
  });
});
