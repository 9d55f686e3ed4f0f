import { randomUUID } from 'node:crypto';
import { buildValuations } from '@domesday/builds/valuations';
import { sentBy } from '@domesday/db';
import { sandboxSamples } from '@domesday/sandbox';
import { departures, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { FITTED_TYPES } from '@domesday/valuation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../http/handler.ts';
import { nearestComparables } from './comparables.query.ts';
import { builtComparables } from './comparables-cache.ts';

const samples = sandboxSamples();
const entry = operationTable.find((o) => o.id === 'valuations.sale')!;
let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  await buildValuations(database.db, { today: '2026-11-15' });
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const value = (uprn: number, query = '') => api.call(`/valuations/${uprn}/sale${query}`);

/** Records another sale; facts that are not given are those of the sandbox house. */
async function alsoSold(uprn: number, sale: Record<string, unknown>): Promise<void> {
  await database.db.query(
    `insert into sales select (jsonb_populate_record(s, $2::jsonb)).* from sales s
      where s.uprn = $1 and s.category = 'standard' and not s.new_build limit 1`,
    [samples.house.uprn, JSON.stringify({ transaction_id: randomUUID(), uprn, ...sale })],
  );
}

describe('valuations.sale', () => {
  it('values a home that was sold from its own sales, and gives the evidence if it is requested', async () => {
    const { status, body } = await value(samples.house.uprn, '?include=evidence');
    const last = samples.house.sales.filter((s) => s.category === 'standard').at(-1)!;
    expect(status).toBe(200);
    expect(departures(entry, status, body)).toEqual([]);
    expect(body).toMatchObject({ method: 'last_sold_growth', confidence: 'High', currency: 'GBP' });
    expect(body.lower_bound).toBe(Math.round(body.value * 0.9));
    expect(body.upper_bound).toBe(Math.round(body.value * 1.1));
    expect(body.interval_80.low).toBeLessThan(body.value);
    expect(body.interval_80.high).toBeGreaterThan(body.value);
    expect(body.evidence.last_sale).toMatchObject({ price: last.price, date: last.date });
    expect(body.evidence.index.factor).toBeGreaterThan(0.5);
    expect(body.value / (last.price * body.evidence.index.factor)).toBeGreaterThan(0.6);
    expect(body.value / (last.price * body.evidence.index.factor)).toBeLessThan(1.6);
    expect((await value(samples.house.uprn)).body.evidence).toBeUndefined();
  });

  it('falls back to the floor area, then to similar sales nearby', async () => {
    const sized = await value(samples.unsoldWithFloorArea.uprn, '?include=evidence');
    expect(sized.body).toMatchObject({ method: 'sqft_estimate', confidence: 'Medium' });
    expect(departures(entry, sized.status, sized.body)).toEqual([]);
    expect(sized.body.evidence.floor_area_sqm).toBe(samples.unsoldWithFloorArea.floor_area_sqm);
    expect(sized.body.evidence.ppsf.median).toBeGreaterThan(0);
    const bare = await value(samples.bare.uprn, '?include=evidence');
    expect(bare.body).toMatchObject({ method: 'comparables', confidence: 'Low' });
    expect(departures(entry, bare.status, bare.body)).toEqual([]);
    expect(bare.body.evidence.comparables.length).toBeLessThanOrEqual(7);
  });

  it('does not base a value on a single additional-category price', async () => {
    const { body } = await value(samples.additionalSale.uprn);
    expect(body.method).not.toBe('last_sold_growth');
  });

  it('values a past day only from what was known then', async () => {
    const { sales, uprn } = samples.house;
    const [first, second] = sales.filter((s) => s.category === 'standard');
    const before = new Date(Date.parse(second!.date) - 86_400_000).toISOString().slice(0, 10);
    const { status, body } = await value(uprn, `?as_of=${before}&include=evidence`);
    expect(status).toBe(200);
    expect(departures(entry, status, body)).toEqual([]);
    expect(body.as_of).toBe(before);
    expect(body.evidence.last_sale?.date ?? first!.date).toBe(first!.date);
    expect(body.evidence.comparables.every((c: { date: string }) => c.date <= before)).toBe(true);
  });

  it('says whether the build or a new fit answers a past day, and from which day on the build does', async () => {
    const { uprn, postcode } = samples.house;
    const { rows } = await database.db.query(
      `select (known_before - 1)::text as data_end, (known_before - 2)::text as day_before
         from valuation_areas where area = $1`,
      [postcode.split(' ')[0]],
    );
    const { data_end, day_before } = rows[0];
    const told = async (day: string) => {
      const { body } = await value(uprn, `?as_of=${day}&include=evidence`);
      const of_day = body.meta.warnings.filter((one: { field: string }) => one.field === 'as_of');
      return [body.evidence.index.id, of_day.map((one: { message: string }) => one.message).join(' ')];
    };
    const [built, by_build] = await told(data_end);
    expect(built).toMatch(/build \d/);
    expect(by_build).toContain(`The build answers, whose data end on ${data_end}.`);
    expect(by_build).not.toContain('fitted now');
    const [fitted, anew] = await told(day_before);
    const known_before = fitted.match(/fitted to sales before (\S+)\)/)![1];
    expect(anew).toContain(`fitted now to the sales before ${known_before}`);
    expect(anew).toContain(`From ${data_end} on the build answers`);
    expect(Date.parse(day_before) - Date.parse(known_before!)).toBeGreaterThan(50 * 86_400_000);
  });

  it('refuses a future day, and answers 404 free if no value can be given', async () => {
    expect((await value(samples.house.uprn, '?as_of=2027-01-01')).status).toBe(422);
    const none = await value(samples.house.uprn, '?as_of=1994-05-01');
    expect([none.status, none.body.error.code]).toEqual([404, 'insufficient_data']);
    expect(none.body.error.message).toContain('from 1994-05-01 or before');
    expect((await value(samples.unknown.uprn)).body.error.code).toBe('uprn_not_found');
    const scottish = await value(samples.scottishFlat.uprn);
    expect(scottish.status).toBe(404);
    expect(scottish.body.error).toMatchObject({ code: 'not_in_jurisdiction' });
    expect(scottish.body.error.message).toMatch(/Scotland/);
    expect(scottish.headers.get('x-credits-charged')).toBe('0');
  });
});

describe('the build', () => {
  it('does nothing if nothing changed, and refits only the area whose sales changed', async () => {
    const today = '2026-11-15';
    expect((await buildValuations(database.db, { today })).areas_fitted).toBe(0);
    const outcode = samples.house.postcode.split(' ')[0]!;
    await database.db.query('update sales set price = price + 1 where transaction_id = $1', [
      samples.house.sales[0]!.transaction_id,
    ]);
    const before = await database.db.query('select area, build_id from valuation_areas order by area');
    const result = await buildValuations(database.db, { today });
    expect(result.areas_fitted).toBe(1);
    const after = await database.db.query('select area, build_id from valuation_areas order by area');
    expect(after.rows.map((r) => r.area)).toEqual(before.rows.map((r) => r.area));
    const moved = after.rows.filter((r, i) => r.build_id !== before.rows[i].build_id).map((r) => r.area);
    expect(moved).toEqual([outcode]);
  });

  it('refits the areas that use a published index if a month is added or revised', async () => {
    const { db } = database;
    const today = '2026-11-15';
    expect((await buildValuations(db, { today })).build_id).toBeNull();
    const { rows } = await db.query(
      `select i.backbone_area as area, (array_agg(distinct i.area)) as outcodes, min(h.area_code) as code
       from valuation_indices i join house_price_index h on h.area_name = i.backbone_area
       group by 1 order by 1 limit 1`,
    );
    const { code, outcodes } = rows[0];
    await db.query(
      `insert into house_price_index
       select area_code, area_name, month + interval '1 month', property_type, average_price, index_value * 1.02,
         sales_volume, load_id
       from house_price_index h
       where area_code = $1 and month = (select max(month) from house_price_index where area_code = $1)`,
      [code],
    );
    const months = async () =>
      (
        await db.query(
          `select area, max(data_month)::text as month from valuation_indices where area = any ($1)
           group by 1 order by 1`,
          [outcodes],
        )
      ).rows;
    const before = await months();
    const added = await buildValuations(db, { today });
    expect(added.areas_fitted).toBe(outcodes.length);
    expect((await months())[0].month > before[0].month).toBe(true);
    expect((await buildValuations(db, { today })).build_id).toBeNull();
    await db.query(
      `update house_price_index set index_value = index_value * 1.001
       where area_code = $1 and property_type = 'all' and month = '2020-01-01'`,
      [code],
    );
    expect((await buildValuations(db, { today })).areas_fitted).toBe(outcodes.length);
  });

  it('serves today although the published index ends after today, and fits nothing for a request', async () => {
    const { db } = database;
    const today = '2026-11-15';
    const outcode = samples.house.postcode.split(' ')[0]!;
    await db.query(
      `insert into house_price_index
       select distinct on (area_code, property_type) area_code, area_name, '2026-11-01', property_type, average_price,
         index_value, sales_volume, 0
       from house_price_index
       where area_name = (select max(backbone_area) from valuation_indices where area = $1)
       order by area_code, property_type, month desc`,
      [outcode],
    );
    await buildValuations(db, { today });
    const { rows } = await db.query('select known_before::text as day from valuation_areas where area = $1', [
      outcode,
    ]);
    expect(rows[0].day).toBe('2026-12-01');
    const { body } = await value(samples.house.uprn, '?include=evidence');
    expect(body.evidence.index.id).toContain('(build ');
    const { body: before } = await value(samples.house.uprn, '?include=evidence&as_of=2026-10-01');
    expect(before.evidence.index.id).toContain('(fitted to sales before ');
    await db.query('delete from house_price_index where load_id = 0');
    await buildValuations(db, { today });
  });

  it('gives the same values after refitting the same sales', async () => {
    const { body } = await value(samples.house.uprn);
    await buildValuations(database.db, { today: '2026-11-15', all: true });
    expect((await value(samples.house.uprn)).body.value).toBe(body.value);
  });
});

describe('the records of a home', () => {
  it('say that the value of a building which holds homes is for one home in it', async () => {
    const [building, flat] = [await value(samples.block.uprn), await value(samples.flat.uprn)];
    expect(building.body.limiting_factors[0]).toContain('a building that contains homes');
    expect(flat.body.limiting_factors.join()).not.toContain('a building that contains homes');
  });

  it('count plain sales after a day with two prices, and give a newer additional sale a small weight', async () => {
    const { uprn } = samples.unsoldWithFloorArea;
    await alsoSold(uprn, { date: '2001-03-01', price: 90_000 });
    await alsoSold(uprn, { date: '2001-03-01', price: 140_000 });
    expect((await value(uprn)).body.method).toBe('sqft_estimate');
    await alsoSold(uprn, { date: '2015-06-01', price: 200_000 });
    const plain = (await value(uprn, '?include=evidence')).body;
    expect(plain).toMatchObject({
      method: 'last_sold_growth',
      evidence: { last_sale: { date: '2015-06-01' } },
    });
    expect(plain.limiting_factors.join()).not.toContain('not as a plain market sale');
    await alsoSold(uprn, { date: '2025-06-01', price: plain.value * 2, category: 'additional' });
    const since = (await value(uprn, '?include=evidence')).body;
    expect(since.limiting_factors.join()).toContain('not as a plain market sale');
    expect(since.evidence.last_sale).toEqual(plain.evidence.last_sale);
    expect(since.value / plain.value).toBeGreaterThan(1);
    expect(since.value / plain.value).toBeLessThan(1.5);
  });

  it('lower the confidence if past estimates had larger errors, and say so', async () => {
    const confident = async (q80: number) => {
      await database.db.query(
        `update valuation_areas set settings = settings || jsonb_build_object('scale', '[0, 0, 0]'::jsonb, 'errors',
           jsonb_build_object('last_sold_growth', jsonb_build_object('q68', $1::float8 * 0.7, 'q80', $1::float8, 'n', 99)))`,
        [q80],
      );
      const server = await startTestApi(database);
      const { body } = await server.call(`/valuations/${samples.house.uprn}/sale`);
      await server.close();
      expect(body.limiting_factors.join().includes('interval is so wide')).toBe(body.confidence !== 'High');
      return body.confidence;
    };
    expect([await confident(0.1), await confident(0.3), await confident(0.6)]).toEqual([
      'High',
      'Medium',
      'Low',
    ]);
  });
});

it('values homes in areas fitted by the first release until they are fitted again', async () => {
  const { rows: fitted } = await database.db.query('select area, settings from valuation_areas');
  // What the first release stored of an area.
  await database.db.query(`
    update valuation_areas set settings = jsonb_build_object(
      'offsets', settings -> 'offsets', 'new_build_premium', settings -> 'new_build_premium', 'errors', settings -> 'errors',
      'blend', jsonb_build_object('ratio', settings #> '{blend,ratio}',
        'coefficients', jsonb_path_query_array(settings, '$.blend.coefficients[0 to 8]')))`);
  const server = await startTestApi(database);
  for (const { uprn } of [samples.house, samples.unsoldWithFloorArea])
    for (const path of [`/valuations/${uprn}/sale`, `/properties/${uprn}`]) {
      const { status, body } = await server.call(path);
      expect([path, status]).toEqual([path, 200]);
      if (path.endsWith('/sale')) expect(body.value).toBeGreaterThan(10_000);
    }
  await server.close();
  for (const { area, settings } of fitted)
    await database.db.query('update valuation_areas set settings = $2 where area = $1', [area, settings]);
});

describe('the cache of sales in a neighbourhood', () => {
  it('gives each home the sales that it would read alone, and reads them again after a build', async () => {
    let statements = 0;
    const db = sentBy(database.db, (...given) => {
      statements++;
      return (database.db.query as (...given: unknown[]) => Promise<unknown>)(...given);
    });
    const { rows: homes } = await database.db.query(
      `select uprn, easting, northing from addresses
        where easting is not null and postcode like $1 order by md5(uprn::text) limit 50`,
      [`${samples.house.postcode.split(' ')[0]} %`],
    );
    const compare = async (generation: string, most: number) => {
      const context = { db, past: false, generation } as Context;
      for (const property_type of FITTED_TYPES)
        for (const from of homes) {
          const kept = await builtComparables(context, from, property_type, most);
          const own = await nearestComparables(
            { db: database.db, past: false },
            { ...from, property_type, most },
          );
          expect(kept.map((one) => one.transaction_id).sort()).toEqual(own.map(([id]) => id).sort());
        }
    };
    await compare('first', 150);
    expect(statements).toBeLessThan(homes.length * 2);
    // So few sales that many homes have others equally near.
    await compare('few', 5);
    await database.db.query('delete from valuation_comparables where uprn % 3 = 0');
    await compare('next', 150);
  });

  it('reads a square again once the squares of many columns have filled the cache', async () => {
    const [easting, northing, sales] = [200_000, 20_000, 5000];
    await database.db.query(
      `insert into valuation_comparables (area, property_type, position, sale)
       select (select min(area) from valuation_areas), 'flat', point($1::float8, $2::float8),
              json_build_array('sale ' || i, 100000, '2020-01-01', 0, 'leasehold', 'PL1 1AA', '', $1::float8,
                $2::float8, null, null)
         from generate_series(1, $3::int) i`,
      [easting, northing, sales],
    );
    let statements = 0;
    const db = sentBy(database.db, (...given) => {
      statements++;
      return (database.db.query as (...given: unknown[]) => Promise<unknown>)(...given);
    });
    const reads = async (square: number): Promise<number> => {
      const before = statements;
      const from = {
        uprn: 1,
        easting: easting + 250 * (square % 15),
        northing: northing + 250 * (square / 15),
      };
      await builtComparables({ db, past: false, generation: 'many squares' } as Context, from, 'flat', 1);
      return statements - before;
    };
    await reads(0);
    await reads(0);
    expect(await reads(0)).toBe(0);
    for (let square = 15; square < 15 + 1_000_000 / sales; square++) {
      await reads(square);
      await reads(square);
    }
    expect(await reads(0)).toBe(1);
  });
});

describe('a value requested just after a build', () => {
  it('comes from that build alone and names it, even before the API has noticed the build', async () => {
    const { db } = database;
    const { uprn, postcode } = samples.unsoldWithFloorArea;
    const server = await startTestApi(database);
    const hold = server.clock.now();
    const path = `/valuations/${uprn}/sale?include=evidence`;
    const told = async () => {
      const { body } = await server.call(path);
      return { ...body, meta: { ...body.meta, request_id: null } };
    };
    const { rows: neighbours } = await db.query(
      'select uprn from addresses where postcode = $1 and uprn <> $2 limit 3',
      [postcode, uprn],
    );
    for (const one of neighbours) await server.call(`/valuations/${one.uprn}/sale?include=evidence`);
    const before = await told();
    const used = before.evidence.comparables.map((one: { transaction_id: string }) => one.transaction_id);
    expect(used.length).toBeGreaterThan(0);
    await db.query(`
      with made as (insert into valuation_builds (built_at, known_before, areas_fitted, areas_kept, sales, parameters)
          select built_at, known_before, areas_fitted, areas_kept, sales, parameters from valuation_builds
          order by id desc limit 1 returning id),
        fitted as (update valuation_areas set build_id = made.id, intercept = intercept + 0.1 from made)
      update derived_builds set inputs = 'build:' || made.id || ' loads:1', built_at = now() from made
      where name = 'valuations'`);
    await db.query('delete from valuation_comparables where sale::json ->> 0 = any ($1)', [used]);
    server.clock.set(hold.toISOString());
    const just_after = await told();
    server.clock.advance(5000);
    expect(just_after).toEqual(await told());
    expect(just_after.value).not.toBe(before.value);
    expect(just_after.meta.dataset_release).not.toBe(before.meta.dataset_release);
    await server.close();
  });
});
