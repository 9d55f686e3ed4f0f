import { sandboxSamples } from '@domesday/sandbox';
import { departures, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { LIST_ERRORS } from '@domesday/valuation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../http/handler.ts';
import { RENT_BY_FINISH } from './finish.ts';
import { incomeValue, licenceThreshold, mixRent, roomsToLet } from './hmo-model.ts';
import { readLettingsOnce } from './rental-lettings.ts';
import { localFactor } from './rental-model.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
}, 300_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const samples = sandboxSamples();
const HOMES = { England: samples.house, Wales: samples.welshHouse, Scotland: samples.scottishFlat };
const NATIONS = ['England', 'Wales', 'Scotland'] as const;

async function ask(action: 'rental' | 'hmo', uprn: number, query = '', server = api) {
  const answer = await server.call(`/valuations/${uprn}/${action}${query && `?${query}`}`);
  const entry = operationTable.find((candidate) => candidate.id === `valuations.${action}`)!;
  expect(departures(entry, answer.status, answer.body)).toEqual([]);
  return answer;
}
const codes = (body: { meta: { warnings: { code: string; field: string | null }[] } }) =>
  body.meta.warnings.map((warning) => `${warning.code} ${warning.field}`);

describe('valuations.rental', () => {
  it.each(NATIONS)('answers in %s with a lower and an upper bound around the rent', async (nation) => {
    const { status, body } = await ask('rental', HOMES[nation].uprn, 'bedrooms=3');
    expect(status).toBe(200);
    expect(body.lower_pcm).toBeLessThan(body.rent_pcm);
    expect(body.upper_pcm).toBeGreaterThan(body.rent_pcm);
    expect(body.rent_pw).toBeCloseTo((body.rent_pcm * 84) / 365, 2);
    expect(body.bedrooms_source).toBe('input');
    expect(body.gross_yield_pct === null).toBe(nation === 'Scotland');
    // Figures that are computed from the value are absent for the same reason as the value.
    if (nation === 'Scotland')
      for (const field of ['gross_yield_pct', 'value_of'])
        expect(codes(body).filter((code) => code.endsWith(field))).toEqual([`not_in_jurisdiction ${field}`]);
  });

  it('is High only with at least 10 own lets within 1.3 km, and gives their median', async () => {
    const { body } = await ask('rental', samples.house.uprn, 'bedrooms=3');
    const { rows } = await database.db.query(
      `select l.rent_pcm, l.let_on::text as let_on from lettings l, addresses a
        where a.uprn = $1 and l.room_type is null and l.bedrooms = 3
          and (l.property_type is null or l.property_type <> 'flat')
          and l.let_on between '2025-11-15' and '2026-11-15' and l.position <@ circle(a.position, $2)
        order by 1`,
      [samples.house.uprn, body.search_radius_m],
    );
    expect(rows.length).toBeGreaterThanOrEqual(10);
    expect(body).toMatchObject({
      method: 'listing_comparables',
      confidence: 'High',
      comparable_count: rows.length,
    });
    const middle = rows.length / 2;
    const median =
      rows.length % 2
        ? rows[Math.floor(middle)].rent_pcm
        : (rows[middle - 1].rent_pcm + rows[middle].rent_pcm) / 2;
    expect(body.rent_pcm).toBeCloseTo(median, 2);
    expect(body.search_radius_m).toBeLessThanOrEqual(1300);
    const off = rows
      .map((row) => [row, rows.filter((one) => one.let_on < row.let_on).map((one) => one.rent_pcm)] as const)
      .filter(([, earlier]) => earlier.length >= 5)
      .map(([row, earlier]) => Math.abs(medianOf(earlier) / row.rent_pcm - 1))
      .sort((a, b) => a - b);
    expect(body.back_test).toMatchObject({
      n: off.length,
      median_off_pct: expect.closeTo(100 * medianOf(off), 1),
      within_10_pct: expect.closeTo((100 * off.filter((one) => one < 0.1000001).length) / off.length, 1),
    });

    const longer = await ask('rental', samples.house.uprn, 'bedrooms=3&months=24');
    expect(longer.body.confidence).toBe('Medium');
    const narrow = await ask('rental', samples.house.uprn, 'bedrooms=3&max_radius_m=100');
    expect(narrow.body.confidence).not.toBe('High');
  });

  it('reads the lettings around a home in two statements, whatever the circles and bedrooms', async () => {
    const { rows } = await database.db.query('select easting, northing from addresses where uprn = $1', [
      samples.house.uprn,
    ]);
    let statements = 0;
    const query = database.db.query.bind(database.db) as (...args: unknown[]) => unknown;
    const db = {
      query: (...args: unknown[]) => {
        statements++;
        return query(...args);
      },
    };
    const within = readLettingsOnce(
      { db, today: '2026-11-15' } as unknown as Context,
      { place: rows[0], bedrooms: 3 },
      { from: '2025-11-15', max_radius_m: 2000 },
    );
    for (const radius_m of [100, 250, 500, 1000, 2000, 250]) {
      const counted = await database.db.query(
        `select count(*)::int as n from lettings where room_type is null and bedrooms between 2 and 4
          and let_on between '2025-11-15' and '2026-11-15' and position <@ circle(point($1, $2), $3)`,
        [rows[0].easting, rows[0].northing, radius_m],
      );
      expect((await within(radius_m)).length, `${radius_m} m`).toBe(counted.rows[0].n);
    }
    expect((await within(2000)).length).toBeGreaterThan(10);
    expect(statements).toBe(2);
  });

  it('gives the measured error, or the reason why there is none, for every home, number of bedrooms and radius', async () => {
    const told = { error: 0, why: 0 };
    for (const { uprn } of Object.values(HOMES))
      for (const bedrooms of [0, 1, 2, 3, 4, 6])
        for (const reach of ['', '&max_radius_m=100', '&months=1', '&months=24&max_radius_m=5000']) {
          const { status, body } = await ask('rental', uprn, `bedrooms=${bedrooms}${reach}`);
          if (status !== 200) continue;
          const why = codes(body).filter((code) =>
            /^(not_measured|insufficient_sample) back_test$/.test(code),
          );
          expect(why.length, `${uprn} ${bedrooms} ${reach}`).toBe(body.back_test === null ? 1 : 0);
          told[body.back_test === null ? 'why' : 'error']++;
        }
    expect(told.error && told.why, JSON.stringify(told)).toBeGreaterThan(0);
  });

  it('gives no yield if the rent is for a flat and the value is for a house', async () => {
    const { uprn } = samples.house;
    const certify = 'update energy_certificates set property_type = $2, habitable_rooms = $3 where uprn = $1';
    const { rows } = await database.db.query(
      'select distinct property_type, habitable_rooms from energy_certificates where uprn = $1',
      [uprn],
    );
    expect(rows).toHaveLength(1);
    await database.db.query(certify, [uprn, 'flat', 3]);
    const server = await startTestApi(database);
    const { body } = await ask('rental', uprn, 'property_type=flat', server);
    const sale = (await server.call(`/valuations/${uprn}/sale`)).body;
    await server.close();
    await database.db.query(certify, [uprn, rows[0].property_type, rows[0].habitable_rooms]);
    expect(body.rent_of).toMatchObject({ bedrooms: 2, property_type: 'flat' });
    expect(body.value_of).toMatchObject({ bedrooms: 2, property_type: sale.subject.property_type.value });
    expect(sale.subject.property_type.value).not.toBe('flat');
    expect(body.gross_yield_pct).toBeNull();
    expect(codes(body)).toContain('not_recorded gross_yield_pct');
  });

  it('requires the bedrooms if no certificate states them', async () => {
    const { status, body } = await ask('rental', samples.bare.uprn);
    expect([status, body.error.code]).toEqual([422, 'bedrooms_required']);
    expect((await ask('rental', samples.bare.uprn, 'bedrooms=2')).status).toBe(200);
  });

  it('answers 404 for a UPRN that no source has', async () => {
    const { status, body } = await ask('rental', samples.unknown.uprn, 'bedrooms=2');
    expect([status, body.error.code]).toEqual([404, 'uprn_not_found']);
  });
});

describe('without the operator’s lettings', () => {
  let bare: TestApi;
  let other: TestDatabase;
  const without = (dataset: string, table: string) =>
    other.db.query(`truncate ${table}; delete from dataset_loads where dataset = '${dataset}'`);
  beforeAll(async () => {
    other = await sandboxDatabase();
    await without('operator-lettings', 'lettings');
    // Without a build prices count as they were paid; same-index.test.ts tests them indexed to the day.
    await other.db.query('delete from valuation_areas');
    bare = await startTestApi(other);
  }, 300_000);
  afterAll(async () => {
    await bare?.close();
    await other?.drop();
  });

  it('the rent is the index times the square root of the local price level, and never High', async () => {
    const { body } = await ask('rental', samples.house.uprn, 'bedrooms=3', bare);
    expect(body).toMatchObject({ method: 'index_local', comparable_count: 0, stats: null });
    const { rows: index } = await other.db.query(
      `select rent_pcm from private_rents where segment = '3' and area_name = 'Xanshire' order by month desc limit 1`,
    );
    const { rows: priced } = await other.db.query(
      `select s.price / c.floor_area_sqm as per_sqm, s.postcode like 'XE1 1%' as local
         from sales s
         join postcodes p on p.postcode = s.postcode and p.local_authority_code = (
           select local_authority_code from addresses where uprn = ${samples.house.uprn})
         join lateral (select floor_area_sqm from energy_certificates
                        where uprn = s.uprn and floor_area_sqm between 15 and 1000
                        order by lodged_on desc nulls last limit 1) c on true
        where s.category = 'standard' and s.property_type <> 'other'
          and s.date between '2024-11-15' and '2026-11-15'`,
    );
    const middle = (values: number[]) => {
      const sorted = values.sort((a, b) => a - b);
      return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
    };
    const local = middle(priced.filter((row) => row.local).map((row) => row.per_sqm));
    const all = middle(priced.map((row) => row.per_sqm));
    const factor = Math.min(1.35, Math.max(0.75, Math.sqrt(local / all)));
    expect(body.rent_pcm).toBeCloseTo(index[0].rent_pcm * factor, 1);
    expect(body.confidence).toBe('Medium');
    expect(body.back_test).toBeNull();
    expect(codes(body)).toContain('not_measured back_test');
  });

  it.each(NATIONS)('a shared home in %s is valued from open room rents, never High', async (nation) => {
    const { status, body } = await ask('hmo', HOMES[nation].uprn, 'rooms=5', bare);
    expect(status).toBe(200);
    expect(body.assumptions.room_rent_source).toBe('lha-list-of-rents');
    expect(body.hmo_value.confidence).not.toBe('High');
    expect(body.back_test).toBeNull();
    expect(codes(body)).toContain('not_measured back_test');
  });

  it('old room rents give no yield and no uplift over the current value as a single home, with the reason', async () => {
    const floor = () => ask('hmo', samples.house.uprn, 'rooms=3&target_yield_pct=20', bare);
    const { body: new_rents } = await floor();
    expect(new_rents).toMatchObject({ hmo_value: { method: 'single_let_floor' }, uplift_pct: 0 });
    expect(new_rents.gross_yield_pct).toBeGreaterThan(0);
    await other.db.query('update lha_rents set year = year - 4');
    bare = await restarted(bare, other);
    const { body } = await floor();
    expect(body).toMatchObject({ gross_yield_pct: null, uplift_pct: null });
    expect(body.single_let_value).toBe(new_rents.single_let_value);
    for (const field of ['gross_yield_pct', 'uplift_pct'])
      expect(codes(body)).toContain(`not_recorded ${field}`);
    await other.db.query('update lha_rents set year = year + 4');
  });

  it('the list of rents answers next, then the allowance divided by 0.92, and then a refusal with its reason', async () => {
    await without('private-rents', 'private_rents');
    bare = await restarted(bare, other);
    const list = await ask('rental', samples.house.uprn, 'bedrooms=3', bare);
    expect(list.body).toMatchObject({ method: 'brma_quantile', confidence: 'Low' });
    expect(list.body.lower_pcm).toBe(list.body.stats.p10);
    expect(list.body.back_test).toBeNull();
    expect(codes(list.body)).toContain('not_measured back_test');
    await other.db.query('delete from lha_rents where year < 2025; update lha_rents set year = 2026');
    await other.db.query(`update dataset_loads set uri = 'of a publisher' where uri like 'fictional:%'`);
    bare = await restarted(bare, other);
    const real = await ask('rental', samples.house.uprn, 'bedrooms=3', bare);
    expect(real.body).toMatchObject({ rent_pcm: list.body.rent_pcm, back_test: LIST_ERRORS.D });
    await without('lha-list-of-rents', 'lha_rents');
    bare = await restarted(bare, other);
    const allowance = await ask('rental', samples.house.uprn, 'bedrooms=3', bare);
    const { rows } = await other.db.query(
      `select weekly from lha_rates where brma_key = 'xanburyshore' and category = 'D' and year = 2026`,
    );
    const monthly = Math.round((rows[0].weekly * 5200) / 12) / 100;
    expect(allowance.body.rent_pcm).toBeCloseTo(monthly / 0.92, 2);
    expect(allowance.body.back_test).toBeNull();
    expect(codes(allowance.body)).toContain('not_measured back_test');
    await without('lha-rates', 'lha_rates');
    bare = await restarted(bare, other);
    const nothing = await ask('rental', samples.house.uprn, 'bedrooms=3', bare);
    expect([nothing.status, nothing.body.error.code]).toEqual([404, 'source_not_loaded']);
    expect(nothing.body.error.message).toContain('private-rents');
  });
});

function medianOf(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
}

/** A running API notices new loads only every two seconds; a new server reads them at once. */
async function restarted(server: TestApi, database_: TestDatabase): Promise<TestApi> {
  await server.close();
  return startTestApi(database_);
}

describe('valuations.hmo', () => {
  it.each(NATIONS)('answers in %s, and every figure follows from its assumptions', async (nation) => {
    const { status, body } = await ask('hmo', HOMES[nation].uprn, 'rooms=6&target_yield_pct=8');
    expect(status).toBe(200);
    const { assumptions: a, gross_rent_pcm: gross } = body;
    expect(gross.rooms).toBe(6);
    expect(gross.total).toBeCloseTo(6 * a.room_rent_pcm, 1);
    expect(body.net_rent_pcm).toBeCloseTo(gross.total * 0.95 * 0.7, 1);
    const income = (body.net_rent_pcm * 12) / 0.08;
    const floor = body.single_let_value ?? 0;
    expect(body.hmo_value.point).toBeCloseTo(Math.max(income, floor), -1);
    expect(body.hmo_value.method).toBe(income >= floor ? 'income' : 'single_let_floor');
    expect(body.licensing).toMatchObject({
      likely_required: true,
      threshold_people: nation === 'Scotland' ? 3 : 5,
    });
    expect(body.back_test).toBeNull();
    expect(codes(body)).toContain('not_measured back_test');
    if (nation !== 'England') expect(codes(body)).toContain('not_in_jurisdiction article_4');
    if (nation === 'Scotland') expect(codes(body)).toContain('not_in_jurisdiction single_let_value');
  });

  it('is no more confident than valuations.sale if the value as a single home is the greater', async () => {
    const order = ['Low', 'Medium', 'High'];
    const { house, unsoldWithFloorArea, bare } = samples;
    for (const { uprn } of [house, unsoldWithFloorArea, bare]) {
      const { hmo_value } = (await ask('hmo', uprn, 'rooms=3&target_yield_pct=20')).body;
      const single = (await api.call(`/valuations/${uprn}/sale`)).body;
      expect([hmo_value.method, hmo_value.point]).toEqual(['single_let_floor', single.value]);
      expect(order.indexOf(hmo_value.confidence)).toBeLessThanOrEqual(order.indexOf(single.confidence));
    }
  });

  it('refuses too few rooms, unknown rooms and numbers of rooms that do not add up', async () => {
    const { rows } = await database.db.query(
      `select a.uprn from addresses a
        where (select habitable_rooms from energy_certificates c where c.uprn = a.uprn
                order by lodged_on desc nulls last, certificate_number desc limit 1) = 2 limit 1`,
    );
    const small = await ask('hmo', rows[0].uprn);
    expect([small.status, small.body.error.code]).toEqual([422, 'not_suitable_for_hmo']);
    const unknown = await ask('hmo', samples.bare.uprn);
    expect([unknown.status, unknown.body.error.code]).toEqual([422, 'rooms_required']);
    for (const query of ['rooms=6&double=2&single=1', 'rooms=4&double=0', 'double=0&single=0']) {
      const wrong = await ask('hmo', samples.house.uprn, query);
      expect([wrong.status, wrong.body.error.code], query).toEqual([422, 'invalid_parameter']);
    }
    const few = await ask('hmo', samples.house.uprn, 'double=1&single=0');
    expect(few.body.error.details.map((detail: { field: string }) => detail.field)).toEqual([
      'double',
      'single',
    ]);
  });

  it('states the factor of every type of room and extra, from which the rent follows', async () => {
    const query = 'double_ensuite=3&single_ensuite=1&single=2&parking=true&outside_space=true';
    const { body } = await ask('hmo', samples.house.uprn, query);
    const { assumptions: a, gross_rent_pcm: gross } = body;
    const rooms = 3 * a.double_ensuite_factor + a.single_ensuite_factor + 2 * a.single_factor;
    expect(gross.total).toBeCloseTo(rooms * a.room_rent_pcm * a.finish_factor * a.extras_factor, 1);
  });

  it('assigns the own lettings of a type of room to that type', async () => {
    const own = await sandboxDatabase();
    await own.db.query(
      "update lettings set room_type = 'double_ensuite', rent_pcm = 690 where room_type is not null",
    );
    const fresh = await startTestApi(own);
    const { body } = await fresh.call(`/valuations/${samples.house.uprn}/hmo?double_ensuite=3&single=1`);
    await fresh.close();
    await own.drop();
    const factors = { double_ensuite_factor: 1.15, single_factor: 0.85 };
    expect(body.assumptions).toMatchObject({ room_rent_pcm: 600, ...factors });
    expect(body.gross_rent_pcm.total).toBeCloseTo(3 * 690 + 0.85 * 600, 2);
  });

  it('warns that more rooms are given than the certificate states, and that living_room then has no effect', async () => {
    const { gross_rent_pcm, meta } = (await ask('hmo', samples.house.uprn)).body;
    expect(codes({ meta })).not.toContain('contradicts_record gross_rent_pcm.rooms');
    const few = (await ask('hmo', samples.house.uprn, `rooms=${gross_rent_pcm.rooms}&living_room=true`)).body;
    expect(codes(few)).toContain('parameter_ignored living_room');
    expect(codes(few)).not.toContain('contradicts_record gross_rent_pcm.rooms');
    for (const query of ['rooms=20', 'double=15&single=15'])
      expect(codes((await ask('hmo', samples.house.uprn, query)).body)).toContain(
        'contradicts_record gross_rent_pcm.rooms',
      );
  });

  it('gives null, not false, for a licence below the threshold', async () => {
    const { body } = await ask('hmo', samples.house.uprn, 'rooms=3');
    expect(body.licensing).toEqual({ likely_required: null, scheme: null, threshold_people: 5 });
    expect(codes(body)).toContain('not_covered licensing.likely_required');
  });
});

describe('the arithmetic of rents', () => {
  it('adjusts the rent of an authority to a sector by the square root of prices, within limits', () => {
    const factor = (local: number, authority: number, [local_n, n] = [5, 20]) =>
      localFactor({ n: local_n!, median: local }, { n: n!, median: authority });
    expect(factor(4000, 4000)).toBe(1);
    expect(factor(5760, 4000)).toBeCloseTo(1.2, 10);
    expect(factor(400, 4000)).toBe(0.75);
    expect(factor(40_000, 4000)).toBe(1.35);
    expect(factor(4000, 4000, [4, 20])).toBeNull();
    expect(factor(4000, 4000, [5, 19])).toBeNull();
  });

  it('sums the rents of rooms, and divides the income by a yield', () => {
    expect(mixRent({ double: 2, double_ensuite: 1 }, 500)).toEqual({
      total: expect.closeTo(1575, 6),
      rooms: 3,
    });
    expect(incomeValue(1000, 8)).toBe(150_000);
    expect(roomsToLet(5, true)).toBe(4);
    expect(roomsToLet(5, false)).toBe(5);
    expect([licenceThreshold('Wales'), licenceThreshold('Scotland')]).toEqual([5, 3]);
    expect(RENT_BY_FINISH.average).toBe(1);
  });
});
