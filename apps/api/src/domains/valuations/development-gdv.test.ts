import { sandboxSamples } from '@domesday/sandbox';
import { departures, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locationsOf } from '../../../test/location-cases.ts';
import { perArea, shrunkPremium, standardArea, unitValue } from './development-gdv-model.ts';

const samples = sandboxSamples();
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

const entry = operationTable.find((o) => o.id === 'valuations.development_gdv')!;
const ask = (body: object, key = api.testKey) => api.call(entry.path, { body, key });

describe('the arithmetic of a development', () => {
  const per = { median: 3000, low: 2700, high: 3300, usual_area_sqm: 100, n: 12 };
  it('values a home of the usual area at its area times the price per square metre', () => {
    expect(unitValue(100, per, 1)).toEqual({ point: 300_000, low: 270_000, high: 330_000 });
  });
  it('values a larger home at a lower price per square metre, and a smaller home at a higher one', () => {
    expect(unitValue(200, per, 1).point).toBe(Math.round(300_000 * 2 ** 0.8));
    expect(unitValue(50, per, 1).point).toBe(Math.round(300_000 * 0.5 ** 0.8));
  });
  it('averages the new-build premium with a prior of 8 per cent that weighs as much as 20 sales', () => {
    expect(shrunkPremium(null, per)).toBe(0.08);
    expect(shrunkPremium({ ...per, median: 3600, n: 20 }, per)).toBeCloseTo(0.14);
  });
  it('gives no price for fewer than 5 sales', () => {
    const sale = { price: 200_000, floor_area_sqm: 80 };
    expect(perArea([sale, sale, sale, sale])).toBeNull();
    expect(perArea([sale, sale, sale, sale, sale])).toMatchObject({
      median: 2500,
      low: 2000,
      high: 3000,
      n: 5,
    });
  });
  it('uses the space standards of flats and houses', () => {
    expect([standardArea('flat', 0), standardArea('flat', 2), standardArea('terraced', 3)]).toEqual([
      37, 70, 93,
    ]);
  });
});

interface Answer {
  back_test: unknown;
  meta: { warnings: { code: string; field: string | null }[] };
}

/** Without a measured error the answer says so. */
function isNotMeasured({ back_test, meta }: Answer): void {
  expect(back_test).toBeNull();
  expect(meta.warnings).toContainEqual(expect.objectContaining({ code: 'not_measured', field: 'back_test' }));
}

const units = [
  { type: 'terraced', bedrooms: 3, count: 4 },
  { type: 'terraced', bedrooms: 2, count: 2, floor_area_sqm: 70 },
];

describe.each([
  ['England', samples.house],
  ['Wales', samples.welshHouse],
  ['Scotland', samples.scottishFlat],
] as const)('valuations.development_gdv in %s', (nation, home) => {
  it.each(Object.entries(locationsOf(home)))('answers for a location by %s', async (_by, place) => {
    const answer = await ask({ ...place, units });
    expect(answer.status, answer.text).toBe(200);
    expect(departures(entry, 200, answer.body)).toEqual([]);
    const { gdv, units: lines, total_units, confidence } = answer.body;
    isNotMeasured(answer.body);
    expect(total_units).toBe(6);
    expect(gdv.point).toBe(lines[0].unit_value * 4 + lines[1].unit_value * 2);
    expect(gdv.low).toBeLessThan(gdv.point);
    expect(gdv.high).toBeGreaterThan(gdv.point);
    if (nation === 'Scotland') {
      expect([confidence, lines[0].basis]).toEqual(['Low', 'index_average']);
    } else {
      expect(lines[0].sample_size).toBeGreaterThanOrEqual(5);
      expect(lines[1].unit_value).toBeLessThan(lines[0].unit_value);
    }
  });
});

describe('valuations.development_gdv', () => {
  it('warns exactly of the floor areas that hardly any home of their type has', async () => {
    const areas = [10, 14, 15, 90, 250, 251, 1000];
    const flats = areas.map((floor_area_sqm) => ({ type: 'flat', bedrooms: 1, count: 1, floor_area_sqm }));
    const fields = async (place: object) =>
      (await ask({ ...place, units: [...flats, { type: 'flat', bedrooms: 0, count: 1 }] })).body.meta.warnings
        .filter((one: { code: string }) => one.code === 'unusual_floor_area')
        .map((one: { field: string }) => one.field);
    expect(await fields({ outcode: 'XE1' })).toEqual(
      [0, 1, 5, 6].map((line) => `units.${line}.floor_area_sqft`),
    );
    // The average of an authority answers in Scotland, whatever the floor area.
    expect(await fields({ outcode: samples.scottishFlat.postcode.split(' ')[0] })).toEqual([]);
  });

  it('widens the interval and lowers the confidence, the farther the floor area lies outside the usual ones', async () => {
    const schemes = [350, 351, 700, 1000, 60, 25, 24, 10].map(async (floor_area_sqm) => {
      const { gdv, confidence } = (
        await ask({ outcode: 'XE1', units: [{ ...units[1], bedrooms: 1, floor_area_sqm }] })
      ).body;
      return { width: (gdv.high - gdv.low) / gdv.point, confidence };
    });
    const [most, more, twice, thrice, usual, least, less, none] = await Promise.all(schemes);
    for (const { width } of [most!, least!]) expect(width).toBeCloseTo(usual!.width, 3);
    for (const [wider, than] of [
      [more, most],
      [twice, more],
      [thrice, twice],
      [less, least],
      [none, less],
    ])
      expect(wider!.width).toBeGreaterThan(than!.width);
    expect([usual!.confidence, thrice!.confidence, none!.confidence]).toEqual(['Medium', 'Low', 'Low']);
  });

  it('warns that the floor area is too small for the bedrooms', async () => {
    const lines = [
      [6, 20],
      [6, 53],
      [2, 22],
      [2, 23],
      [0, 20],
    ].map(([bedrooms, floor_area_sqm]) => ({ type: 'flat', bedrooms, count: 1, floor_area_sqm }));
    const { meta } = (await ask({ outcode: 'XE1', units: lines })).body;
    const told = meta.warnings.filter((one: { code: string }) => one.code === 'unusual_floor_area');
    expect(told.map((one: { field: string }) => one.field)).toEqual(
      [0, 2].map((line) => `units.${line}.floor_area_sqft`),
    );
    expect(told[0].message).toContain('6 bedrooms have no room in 20 m²');
  });

  it('values converted homes from as many sales as an independent query finds', async () => {
    const { body } = await ask({ outcode: 'XE1', units: [units[1]], new_build: false, widen: false });
    const { rows } = await database.db.query(
      `select count(*) as n from sales s
        cross join lateral (select c.floor_area_sqm from energy_certificates c
          where c.uprn = s.uprn and c.floor_area_sqm is not null order by c.lodged_on desc limit 1) c
        where s.postcode like 'XE1 %' and s.property_type = 'terraced' and not s.new_build and s.category = 'standard'
          and s.date between ($1::date - interval '36 months') and $1::date and c.floor_area_sqm between 15 and 1000`,
      [api.clock.now().toISOString().slice(0, 10)],
    );
    expect(body.units[0]).toMatchObject({ basis: 'other_sales', premium_pct: null, sample_size: rows[0].n });
    isNotMeasured(body);
    expect(body.units[0].floor_area_sqft).toBeCloseTo(753.47, 1);
    expect(body.units[0].price_per_sqft).toBeCloseTo(
      body.units[0].unit_value / body.units[0].floor_area_sqft,
      1,
    );
  });

  it('states the exponent by which the value for any other floor area follows', async () => {
    const areas = [10, 60, 93, 140, 1000];
    for (const [type, new_build] of [
      ['terraced', true],
      ['terraced', false],
      ['flat', true],
    ] as const) {
      const lines = areas.map((floor_area_sqm) => ({ type, bedrooms: 2, count: 1, floor_area_sqm }));
      const [first, ...others] = (await ask({ outcode: 'XE1', units: lines, new_build })).body.units;
      const scale = (line: typeof first) =>
        line.floor_area_sqft *
        Math.min(2.5, Math.max(0.4, line.floor_area_sqft / first.usual_floor_area_sqft)) **
          first.size_exponent;
      for (const line of others)
        expect(line.unit_value / ((first.unit_value * scale(line)) / scale(first))).toBeCloseTo(1, 3);
    }
  });

  it('raises the value by the finish', async () => {
    const plain = await ask({ outcode: 'XE1', units });
    const fine = await ask({ outcode: 'XE1', units, finish_quality: 'very_high' });
    for (const { body } of [plain, fine]) isNotMeasured(body);
    expect(fine.body.gdv.point / plain.body.gdv.point).toBeCloseTo(1.1, 3);
    expect(plain.body.rent_pcm.point).toBeGreaterThan(0);
  });

  it('uses new-build sales if there are 5, and otherwise adds the new-build premium to other sales', async () => {
    const lines = async (outcode: string) =>
      (await ask({ outcode, units: [{ type: 'semi_detached', bedrooms: 3, count: 1 }], widen: false })).body
        .units;
    expect(await lines('XW1')).toMatchObject([
      { basis: 'new_build_sales', premium_pct: null, sample_size: 14, confidence: 'Medium' },
    ]);
    const [line] = await lines('XE2');
    expect(line).toMatchObject({ basis: 'other_sales_with_premium', sample_size: 61 });
    expect(Math.abs(line.premium_pct)).toBeLessThan(30);
  });

  it('refuses a scheme with an unvalued line free, unless allow_partial is set', async () => {
    const scheme = {
      outcode: 'XE2',
      units: [
        { type: 'semi_detached', bedrooms: 3, count: 2 },
        { type: 'terraced', bedrooms: 2, count: 1 },
      ],
      widen: false,
    };
    const whole = await ask(scheme, api.liveKey);
    expect([whole.status, whole.body.error.code]).toEqual([404, 'insufficient_data']);
    expect(whole.body.error.details).toEqual([{ field: 'units.1', issue: 'has no evidence' }]);
    expect(whole.body.error.message).toContain('Ask with widen=true');
    expect(whole.body.error.message).not.toContain('and around it');
    expect(whole.headers.get('x-credits-charged')).toBe('0');
    const part = await ask({ ...scheme, allow_partial: true }, api.liveKey);
    expect(part.status, part.text).toBe(200);
    expect(departures(entry, 200, part.body)).toEqual([]);
    expect(part.headers.get('x-credits-charged')).toBe('5');
    isNotMeasured(part.body);
    expect(part.body.units[1]).toMatchObject({ unit_value: null, total_value: null, basis: null });
    expect(part.body.gdv.point).toBe(part.body.units[0].total_value);
    // The rent is for the same homes as the value.
    const alone = await ask({ ...scheme, units: [scheme.units[0]] });
    expect(part.body.rent_pcm).toEqual(alone.body.rent_pcm);
    expect(part.body.rent_pcm.point).toBeGreaterThan(0);
    expect(part.body.meta.warnings).toContainEqual(
      expect.objectContaining({ code: 'insufficient_sample', field: 'units.1.unit_value' }),
    );
    const of_all = part.body.meta.warnings.find((one: { field: string }) => one.field === 'gdv');
    expect(of_all.message).toContain('that of 2 of 3 units');
    expect(alone.body.meta.warnings.map((one: { field: string }) => one.field)).not.toContain('gdv');
  });

  it('refuses a scheme without units, without a location, or with two locations', async () => {
    const codes = [];
    for (const body of [
      { outcode: 'XE1', units: [] },
      { outcode: 'XE1' },
      { units },
      { outcode: 'XE1', postcode: 'XE1 1AA', units },
    ]) {
      const answer = await ask(body);
      codes.push(`${answer.status} ${answer.body.error.code}`);
    }
    expect(codes).toEqual([
      '422 invalid_parameter',
      '400 missing_parameter',
      '400 location_required',
      '422 multiple_locations',
    ]);
  });

  it('warns that prices are not adjusted to the day if the loaded index lacks the area', async () => {
    const bare = await sandboxDatabase();
    await bare.db.query('truncate valuation_builds cascade');
    await bare.db.query("delete from house_price_index where area_code <> 'S92000003'");
    const server = await startTestApi(bare);
    try {
      const { status, body } = await server.call(entry.path, { body: { outcode: 'XE1', units } });
      expect(status).toBe(200);
      expect(body.meta.warnings).toContainEqual(
        expect.objectContaining({ code: 'not_covered', field: 'gdv' }),
      );
    } finally {
      await server.close();
      await bare.drop();
    }
  });

  it('says in Scotland that the price index lacks a type, and does not mention sales', async () => {
    await database.db.query(`delete from house_price_index where property_type = 'detached'`);
    const server = await startTestApi(database);
    const scheme = {
      outcode: samples.scottishFlat.postcode.split(' ')[0],
      units: ['detached', 'flat'].map((type) => ({ type, bedrooms: 2, count: 1 })),
    };
    const whole = await server.call(entry.path, { body: scheme });
    const part = await server.call(entry.path, { body: { ...scheme, allow_partial: true } });
    await server.close();
    expect([whole.status, part.status]).toEqual([404, 200]);
    const { message } = part.body.meta.warnings.find(
      (one: { field: string }) => one.field === 'units.0.unit_value',
    );
    for (const said of [whole.body.error.message, message]) {
      expect(said).toContain('price index has no average price');
      expect(said).not.toContain('sales');
    }
  });
});
