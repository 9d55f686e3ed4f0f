import { buildValuations } from '@domesday/builds/valuations';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { beforeAll, describe, expect, it } from 'vitest';

const { house, flat, unsoldWithFloorArea, bare } = sandboxSamples();
let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await sandboxDatabase();
  await buildValuations(database.db, { today: '2026-11-15' });
  api = await startTestApi(database);
  return async () => {
    await api.close();
    await database.drop();
  };
});

const value = async (uprn: number, query = '') => (await api.call(`/valuations/${uprn}/sale?${query}`)).body;

interface Warned {
  meta: { warnings: { code: string; field: string | null }[] };
}
const warned = ({ meta }: Warned, field: string) =>
  meta.warnings.filter((one) => one.field === field).map((one) => one.code);
const FACTS = ['property_type', 'floor_area_sqm', 'tenure', 'new_build', 'bedrooms'];
const width = ({ value, interval_80 }: { value: number; interval_80: { low: number; high: number } }) =>
  (interval_80.high - interval_80.low) / value;

const VALUES = {
  bedrooms: [1, 4, 8],
  floor_area_sqm: [40, 90, 160],
  tenure: ['Freehold', 'Leasehold'],
  property_type: ['flat', 'terraced', 'detached'],
};

/** Expects that a fact is reported as ignored exactly if each of its values gives the same answer. */
async function toldOfEffects({ uprn }: { uprn: number }): Promise<void> {
  for (const [field, values] of Object.entries(VALUES)) {
    const bodies = await Promise.all(values.map((one) => value(uprn, `${field}=${one}`)));
    const answers = new Set(bodies.map((body) => JSON.stringify([body.value, body.interval_80])));
    for (const body of bodies.filter((one) => one.value !== undefined)) {
      const codes = warned(body, field);
      expect(codes.includes('parameter_ignored'), `${field} of ${uprn}`).toBe(answers.size === 1);
      if (codes.includes('parameter_ignored')) expect(codes).not.toContain('contradicts_record');
    }
  }
  const [old, fresh] = [await value(uprn), await value(uprn, 'new_build=true')];
  expect(warned(fresh, 'new_build').includes('parameter_ignored')).toBe(old.value === fresh.value);
}

describe('a fact given by the caller', () => {
  it.each([
    ['property_type=flat', 'contradicts_record'],
    ['property_type=other', 'parameter_ignored'],
    ['property_type=bungalow', 'parameter_ignored'],
    ['tenure=Leasehold', 'contradicts_record'],
    ['new_build=true', 'parameter_ignored'],
    ['bedrooms=3', 'parameter_ignored'],
    ['floor_area_sqm=140', 'contradicts_record'],
  ])(
    'is named in a warning if it is %s, and contradicts the record or has no effect',
    async (query, code) => {
      const body = await value(house.uprn, query);
      expect(warned(body, query.split('=')[0]!)).toEqual([code]);
    },
  );

  it('does not make a home new that was sold before', async () => {
    const [plain, fresh] = [await value(house.uprn), await value(house.uprn, 'new_build=true')];
    expect(fresh.value).toBe(plain.value);
    expect(fresh.subject.new_build).toEqual({ value: false, source: 'assumed' });
    expect((await value(house.uprn, 'new_build=false')).subject.new_build.source).toBe('given');
    expect((await value(bare.uprn, 'new_build=true')).subject.new_build.value).toBe(true);
  });

  it.each([house, flat, unsoldWithFloorArea])(
    'raises no warning if it agrees with the record',
    async (home) => {
      const { subject } = await value(home.uprn);
      const same = new URLSearchParams({
        property_type: subject.property_type.value,
        tenure: subject.tenure.value,
        floor_area_sqm: String(subject.floor_area_sqm.value),
        new_build: 'false',
      });
      const body = await value(home.uprn, String(same));
      expect(FACTS.flatMap((field) => warned(body, field))).toEqual([]);
    },
  );

  it.each([house, flat, unsoldWithFloorArea, bare])(
    'widens the interval, with a warning, if it is a floor area that no home of the type has',
    async (home) => {
      const [usual, huge] = [await value(home.uprn), await value(home.uprn, 'floor_area_sqm=1000')];
      expect(warned(huge, 'floor_area_sqm')).toContain('unusual_floor_area');
      expect(huge.limiting_factors.join()).toContain('The floor area is outside');
      expect(huge.result_code).not.toBe('ok');
      expect(huge.confidence).toBe('Low');
      expect(width(huge)).toBeGreaterThan(1.5 * width(usual));
      expect(usual.limiting_factors.join()).not.toContain('The floor area is outside');
    },
  );

  it.each([house, flat, unsoldWithFloorArea, bare])(
    'is reported as ignored exactly if it has no effect',
    toldOfEffects,
  );

  it('is named by rents and short lets too if it contradicts the record, and only then', async () => {
    const rent = async (query: string) => (await api.call(`/valuations/${house.uprn}/rental?${query}`)).body;
    const short_let = async (given: object) => {
      const body = { uprn: String(house.uprn), bedrooms: 2, ...given };
      return (await api.call('/valuations/str-estimate', { body })).body;
    };
    const fields = ({ meta }: Warned) =>
      meta.warnings.filter((one) => one.code === 'contradicts_record').map((one) => one.field);
    expect(fields(await rent('bedrooms=10'))).toEqual(['bedrooms']);
    expect(fields(await rent('bedrooms=2&property_type=flat'))).toEqual(['property_type']);
    expect(fields(await rent('bedrooms=2&property_type=bungalow'))).toEqual([]);
    expect(fields(await rent('property_type=detached'))).toEqual([]);
    expect(fields(await short_let({ property_type: 'apartment' }))).toEqual(['property_type']);
    expect(fields(await short_let({ property_type: 'house' }))).toEqual([]);
  });

  it('widens the interval if it is a floor area that contradicts the past sales', async () => {
    const [usual, large] = [await value(flat.uprn), await value(flat.uprn, 'floor_area_sqm=240')];
    expect(large.limiting_factors.join()).toContain('contradict each other');
    expect(warned(large, 'floor_area_sqm')).not.toContain('unusual_floor_area');
    expect(width(large)).toBeGreaterThan(width(usual));
  });
});

describe('before the area is built', () => {
  beforeAll(async () => {
    await database.db.query('delete from valuation_areas');
    await api.close();
    api = await startTestApi(database);
  });

  it.each([house, flat, unsoldWithFloorArea, bare])(
    'a fact given by the caller is reported as ignored exactly if it has no effect',
    toldOfEffects,
  );

  it('a home that can only be valued as its least probable type says so, with a wide interval', async () => {
    const [mixed, part] = [await value(bare.uprn), await value(bare.uprn, 'tenure=Leasehold')];
    expect(mixed.limiting_factors.join()).not.toContain('has no value here');
    expect(part.subject.property_type).toMatchObject({ value: 'flat', source: 'assumed' });
    expect(part.subject.property_type.probability).toBeLessThan(0.1);
    expect(part.limiting_factors.join()).toContain('of a type that has no value here');
    expect(warned(part, 'value')).toContain('insufficient_sample');
    expect(part.confidence).toBe('Low');
    expect(part.interval_80.high / part.interval_80.low).toBeGreaterThan(4);
  });

  it('an inferred floor area is named as inferred and widens the interval', async () => {
    const [inferred, given] = [
      await value(bare.uprn, 'bedrooms=3'),
      await value(bare.uprn, 'floor_area_sqm=84'),
    ];
    expect(inferred.method).toBe('comparables');
    expect(inferred.limiting_factors.join()).toContain('homes of so many rooms usually have');
    expect(width(inferred)).toBeGreaterThan(width(given));
  });
});

describe('a certificate', () => {
  it('that contradicts another one of the same day about the floor area widens the interval and is named', async () => {
    const { uprn } = unsoldWithFloorArea;
    const certify = (times: number) =>
      database.db.query(
        `insert into energy_certificates select (jsonb_populate_record(c, jsonb_build_object(
            'certificate_number', '0', 'floor_area_sqm', floor_area_sqm * $2::float8))).*
          from energy_certificates c where uprn = $1 order by lodged_on desc, certificate_number desc limit 1`,
        [uprn, times],
      );
    const withdraw = () =>
      database.db.query(`delete from energy_certificates where certificate_number = '0'`);
    const before = await value(uprn);
    await certify(1.1);
    expect(await value(uprn)).toMatchObject({ value: before.value, interval_80: before.interval_80 });
    await withdraw();
    await certify(2);
    const after = await value(uprn);
    const given = await value(uprn, `floor_area_sqm=${before.subject.floor_area_sqm.value}`);
    await withdraw();
    expect(after.value).toBe(before.value);
    expect(after.interval_80.high).toBeGreaterThan(1.2 * before.interval_80.high);
    expect(after.limiting_factors.join()).toContain('certificates of one day differ');
    expect(given.interval_80).toEqual(before.interval_80);
  });
});
