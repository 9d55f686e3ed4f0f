import { buildValuations } from '@domesday/builds/valuations';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { FITTED_TYPES, type GrowthIndex, indexLevel, locationFrom, type Place } from '@domesday/valuation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const samples = sandboxSamples();
const outcode = samples.house.postcode.split(' ')[0]!;
let database: TestDatabase;
let api: TestApi;
let today: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  await buildValuations(database.db, { today: '2026-11-15' });
  api = await startTestApi(database);
  today = api.clock.now().toISOString().slice(0, 10);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

async function built(area: string, type: string): Promise<GrowthIndex> {
  const { rows } = await database.db.query(
    `select *, to_char(first_month, 'YYYY-MM') as first_month, to_char(data_month, 'YYYY-MM') as data_month
     from valuation_indices where area = $1 and property_type = $2`,
    [area, type],
  );
  return rows[0];
}

const factor = (index: GrowthIndex, from: string) =>
  Math.exp(indexLevel(index, today) - indexLevel(index, from));

interface Item {
  transaction_id: string;
  property_type: string;
  price: number;
  adjusted_price: number;
}

async function comparables(query: string): Promise<Map<string, Item>> {
  const { status, text, body } = await api.call(`${query}&months=60&limit=50`);
  expect(status, text).toBe(200);
  return new Map((body.comparables as Item[]).map((item) => [item.transaction_id, item]));
}

/** The answers show whole pounds and four decimals. */
const close = (shown: number, expected: number) => expect(Math.abs(shown / expected - 1)).toBeLessThan(2e-4);

describe('one index adjusts prices', () => {
  it.each(['detached', 'semi_detached', 'terraced', 'flat'])(
    'of %s homes in valuations.sale, in comparables and in the market',
    async (type) => {
      let compared = 0;
      for (const area of ['XE1', 'XE2', 'XW1']) {
        const items = await comparables(
          `/prices/comparables?outcode=${area}&property_type=${type}&sort=date`,
        );
        const index = await built(area, type);
        const { rows: homes } = await database.db.query(
          `select distinct on (s.uprn) s.uprn, '{' || upper(s.transaction_id::text) || '}' as transaction_id, s.date, s.category from sales s
           join addresses a on a.uprn = s.uprn and split_part(a.postcode, ' ', 1) = $1
           where s.uprn is not null order by s.uprn, s.date desc`,
          [area],
        );
        for (const home of homes.filter((one) => items.has(one.transaction_id)).slice(0, 8)) {
          const item = items.get(home.transaction_id)!;
          const { body } = await api.call(`/valuations/${home.uprn}/sale?include=evidence`);
          if (body.evidence?.last_sale?.transaction_id !== home.transaction_id) continue;
          close(item.adjusted_price / item.price, body.evidence.index.factor);
          close(body.evidence.index.factor, factor(index, home.date));
          compared++;
        }
      }
      expect(compared).toBeGreaterThan(2);
      const index = await built(outcode, type);
      const { body } = await api.call(`/prices/market?outcode=${outcode}&property_type=${type}`);
      const last = index.data_month;
      const yearAgo = `${Number(last.slice(0, 4)) - 1}${last.slice(4)}`;
      expect(body.growth_pct.to_month).toBe(last);
      expect(body.growth_pct.y1).toBeCloseTo(
        100 * Math.expm1(indexLevel(index, last) - indexLevel(index, yearAgo)),
        1,
      );
    },
  );

  it('both in the comparables of a valuation and in the list of comparables', async () => {
    const { body } = await api.call(`/valuations/${samples.bare.uprn}/sale?include=evidence`);
    const { rows } = await database.db.query('select property_type from sales where transaction_id = $1', [
      body.evidence.comparables[0].transaction_id.slice(1, -1),
    ]);
    const items = await comparables(
      `/prices/${samples.bare.uprn}/comparables?property_type=${rows[0].property_type}`,
    );
    const shared = (body.evidence.comparables as Item[]).filter((one) => items.has(one.transaction_id));
    expect(shared.length).toBeGreaterThan(2);
    for (const one of shared) {
      expect(Math.abs(one.adjusted_price - items.get(one.transaction_id)!.adjusted_price)).toBeLessThan(2);
    }
  });

  it('and the growth of all types in the market is an average of the types', async () => {
    const growth = async (query: string) =>
      (await api.call(`/prices/market?outcode=${outcode}${query}`)).body.growth_pct;
    const all = await growth('');
    const each = await Promise.all(
      ['detached', 'semi_detached', 'terraced', 'flat'].map((type) => growth(`&property_type=${type}`)),
    );
    expect(all.area).toBe(outcode);
    expect(all.y3).toBeGreaterThanOrEqual(Math.min(...each.map((one) => one.y3)));
    expect(all.y3).toBeLessThanOrEqual(Math.max(...each.map((one) => one.y3)));
  });
});

describe('one price per square foot', () => {
  it('values a development like valuations.sale values floor area in the same place', async () => {
    const { postcode } = samples.unsoldWithFloorArea;
    const area = postcode.split(' ')[0]!;
    const type = 'terraced';
    const { body } = await api.call('/valuations/development-gdv', {
      body: { postcode, new_build: false, units: [{ type, bedrooms: 3, count: 1, floor_area_sqm: 90 }] },
    });
    const { rows } = await database.db.query(
      `select v.area_intercept, v.elasticities, p.effects::json as effects from valuation_areas v
       join valuation_postcodes p on p.area = v.area and p.postcode in ($2, left($2, -2))
       where v.area = $1 order by p.postcode desc limit 1`,
      [area, postcode],
    );
    const place: Place = {
      property_type: type,
      tenure: 'Freehold',
      postcode,
      street: '',
      locality: '',
      town: '',
      saon: '',
      paon: '',
    };
    const level = locationFrom(rows[0].effects, place, rows[0].area_intercept, 'price_per_sqm').log_price;
    const index = await built(area, type);
    close(body.units[0].unit_value, Math.exp(level + indexLevel(index, today)));
    const elasticity = rows[0].elasticities[FITTED_TYPES.indexOf(type)];
    expect(body.units[0].size_exponent).toBeCloseTo(elasticity - 1, 4);
  });

  it('adjusts the level of rents by sales that the same index has adjusted to the day', async () => {
    const { db } = database;
    await db.query("truncate lettings; delete from dataset_loads where dataset = 'operator-lettings'");
    const other = await startTestApi(database);
    const { body } = await other.call(`/valuations/${samples.house.uprn}/rental?bedrooms=3`);
    await other.close();
    expect(body.method).toBe('index_local');
    const { rows } = await db.query(
      `select s.price / c.floor_area_sqm as per_sqm, s.property_type, s.date,
         split_part(s.postcode, ' ', 1) as area, s.postcode like $1 as local
       from sales s
       join postcodes p on p.postcode = s.postcode and p.local_authority_code = (
         select local_authority_code from addresses where uprn = $2)
       join lateral (select floor_area_sqm from energy_certificates
         where uprn = s.uprn and floor_area_sqm between 15 and 1000
         order by lodged_on desc nulls last limit 1) c on true
       where s.category = 'standard' and s.property_type <> 'other'
         and s.date between $3::date - interval '24 months' and $3::date`,
      [`${samples.house.postcode.slice(0, -2)}%`, samples.house.uprn, today],
    );
    const mid = (day: string) => `${day.slice(0, 7)}-15`;
    const brought: { value: number; local: boolean }[] = [];
    for (const row of rows) {
      const index = await built(row.area, row.property_type);
      const growth = Math.exp(indexLevel(index, mid(today)) - indexLevel(index, mid(row.date)));
      brought.push({ value: row.per_sqm * growth, local: row.local });
    }
    const middle = (values: number[]) => {
      const sorted = values.sort((a, b) => a - b);
      return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
    };
    const local = middle(brought.filter((one) => one.local).map((one) => one.value));
    const level = Math.sqrt(local / middle(brought.map((one) => one.value)));
    const { rows: rents } = await db.query(
      `select rent_pcm from private_rents where segment = '3' and area_name = 'Xanshire'
       order by month desc limit 1`,
    );
    expect(body.rent_pcm).toBeCloseTo(rents[0].rent_pcm * Math.min(1.35, Math.max(0.75, level)), 0);
  });
});
