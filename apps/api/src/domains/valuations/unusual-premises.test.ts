import { buildValuations } from '@domesday/builds/valuations';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

const { house, bare, unsoldWithFloorArea } = sandboxSamples();
const today = '2026-11-15';
const CODE = 'not_an_ordinary_home';
let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await sandboxDatabase();
  await buildValuations(database.db, { today });
  api = await startTestApi(database);
  return async () => {
    await api.close();
    await database.drop();
  };
});

const classes = new Map<number, string | null>();

/** Gives premises a class; the class of the sandbox is restored after each test. */
async function classify(uprn: number, classification: string | null): Promise<void> {
  const [row] = (await database.db.query('select classification from addresses where uprn = $1', [uprn]))
    .rows;
  if (!classes.has(uprn)) classes.set(uprn, row.classification);
  await database.db.query('update addresses set classification = $2 where uprn = $1', [uprn, classification]);
}
afterEach(async () => {
  for (const [uprn, classification] of classes) await classify(uprn, classification);
  classes.clear();
});

const warned = ({ meta }: { meta: { warnings: { code: string; field: string | null }[] } }) =>
  meta.warnings.filter((one) => one.code === CODE).map((one) => one.field);
const value = (uprn: number, query = '') => api.call(`/valuations/${uprn}/sale?${query}`);

const NO_HOMES = [
  'CR08',
  'CO01',
  'CA01',
  'CE07',
  'LD01',
  'LA',
  'MA',
  'OR04',
  'PS',
  'RB',
  'RC01',
  'RG02',
  'RI01',
  'ZW99CH',
  'cr08',
];
const HOMES_OF_ANOTHER_KIND = ['RD01', 'RD07', 'RD10', 'RH01', 'RH02', 'RH03', 'X'];
/** Ordinary homes, premises whose class is not decided, and words of an operator's own. */
const ORDINARY = [
  'RD',
  'RD02',
  'RD03',
  'RD04',
  'RD06',
  'RD08',
  'R',
  'UC',
  'PP',
  '',
  null,
  'FLAT',
  'MAISONETTE',
  'COTTAGE',
  'LODGE',
  'HOUSE',
];

describe('premises that no record shows to be a home', () => {
  it.each(NO_HOMES)(
    'of the class %s have no sale value, free, and the refusal names the class',
    async (code) => {
      await classify(bare.uprn, code);
      const { status, body, headers } = await value(bare.uprn);
      expect([status, body.error.code]).toEqual([404, 'not_a_home']);
      expect(headers.get('x-credits-charged') ?? '0').toBe('0');
      expect(body.error.message).toContain(`(${code.toUpperCase()})`);
      const property = (await api.call(`/properties/${bare.uprn}?fields=svc_estimate`)).body;
      expect(property.svc_estimate).toBeNull();
      expect(JSON.stringify(property.meta.warnings)).toContain(code.toUpperCase());
    },
  );

  it('are valued as a home, with a warning, if the caller says that they are one', async () => {
    await classify(bare.uprn, 'CR08');
    const { status, body } = await value(bare.uprn, 'property_type=flat');
    expect(status).toBe(200);
    expect(warned(body)).toEqual(['value']);
    expect((await value(bare.uprn, 'property_type=other')).status).toBe(404);
  });

  it('have rents, a value as a shared home, and comparables, each with a warning', async () => {
    await classify(bare.uprn, 'RG02');
    const rent = (await api.call(`/valuations/${bare.uprn}/rental?bedrooms=2`)).body;
    expect(warned(rent)).toEqual(['rent_pcm']);
    expect(rent.gross_yield_pct).toBeNull();
    const shared = (await api.call(`/valuations/${bare.uprn}/hmo?rooms=5&target_yield_pct=8`)).body;
    expect(warned(shared)).toEqual(['hmo_value']);
    expect(shared.single_let_value).toBeNull();
    expect(shared.hmo_value.confidence).toBe('Low');
    const similar = (await api.call(`/prices/${bare.uprn}/comparables`)).body;
    expect(warned(similar)).toEqual(['comparables']);
  });
});

describe('premises with a sale or a certificate of a home', () => {
  it.each([...NO_HOMES, ...HOMES_OF_ANOTHER_KIND])(
    'of the class %s keep their value, with a warning',
    async (code) => {
      const plain = (await value(house.uprn)).body;
      await classify(house.uprn, code);
      const { status, body } = await value(house.uprn);
      expect([status, body.value]).toEqual([200, plain.value]);
      expect(warned(body)).toEqual(['value']);
      expect(body.limiting_factors[0]).toContain('other than a house or flat');
      expect([plain.confidence, body.confidence]).toEqual(['High', 'Medium']);
      expect((await value(unsoldWithFloorArea.uprn)).status).toBe(200);
    },
  );
});

describe('homes of another type', () => {
  it.each(HOMES_OF_ANOTHER_KIND)(
    'of the class %s are valued like ordinary homes, with a warning',
    async (code) => {
      await classify(bare.uprn, code);
      expect(warned((await value(bare.uprn)).body)).toEqual(['value']);
      const shared = (await api.call(`/valuations/${bare.uprn}/hmo?rooms=5&target_yield_pct=8`)).body;
      expect(warned(shared).includes('hmo_value')).toBe(!code.startsWith('RH'));
      expect(warned(shared)).toContain('single_let_value');
    },
  );

  it('according to the certificate get the warning too', async () => {
    const { uprn } = unsoldWithFloorArea;
    const was = await database.db.query(
      'select certificate_number, property_type from energy_certificates where uprn = $1',
      [uprn],
    );
    await database.db.query(`update energy_certificates set property_type = 'other' where uprn = $1`, [uprn]);
    const { body } = await value(uprn);
    for (const { certificate_number, property_type } of was.rows)
      await database.db.query(
        'update energy_certificates set property_type = $2 where certificate_number = $1',
        [certificate_number, property_type],
      );
    expect(warned(body)).toEqual(['value']);
    expect(JSON.stringify(body.meta.warnings)).toContain('park home');
  });
});

it.each(ORDINARY)('an ordinary home, or one of the class %s, gets no warning', async (code) => {
  await classify(bare.uprn, code);
  const { status, body } = await value(bare.uprn);
  expect(status).toBe(200);
  expect(warned(body)).toEqual([]);
});

/** Lists addresses below a home or building for as long as `work` takes. */
async function beside(
  listed: [uprn: number, address: string, classification: string, parent_uprn: number | null][],
  work: () => Promise<void>,
): Promise<void> {
  for (const [uprn, address, classification, parent_uprn] of listed)
    await database.db.query(
      `insert into addresses select (jsonb_populate_record(a, $2::jsonb)).* from addresses a where uprn = $1`,
      [
        house.uprn,
        JSON.stringify({ uprn, address: `${address}, ${house.postcode}`, classification, parent_uprn }),
      ],
    );
  await work().finally(() => database.db.query('delete from addresses where uprn between 990 and 999'));
}

const toldOfBuilding = ({ meta }: { meta: { warnings: { code: string; field: string | null }[] } }) =>
  meta.warnings.filter((one) => one.code === 'building_of_homes').map((one) => one.field);

describe('a building of homes', () => {
  it('is valued as one of its flats, although its own address does not mention flats', () =>
    beside(
      [
        [997, 'OXWETHER', 'PP', null],
        [998, '1 OXWETHER', 'CR08', 997],
        [999, 'FLAT 2, OXWETHER', 'RD06', 997],
      ],
      async () => {
        const [building, flat] = [(await value(997)).body, (await value(999)).body];
        expect(building.subject.property_type).toMatchObject({ value: 'flat', source: 'inferred' });
        expect([building.value, building.interval_80]).toEqual([flat.value, flat.interval_80]);
      },
    ));

  it('is named by every answer that is for one home in it', async () => {
    const { uprn } = sandboxSamples().block;
    const answers = {
      sale: `/valuations/${uprn}/sale`,
      rental: `/valuations/${uprn}/rental?bedrooms=2`,
      hmo: `/valuations/${uprn}/hmo?rooms=6&target_yield_pct=8`,
      comparables: `/prices/${uprn}/comparables`,
      record: `/properties/${uprn}?fields=svc_estimate`,
    };
    const told: Record<string, unknown> = {};
    for (const [name, path] of Object.entries(answers))
      told[name] = toldOfBuilding((await api.call(path)).body);
    const short_let = { body: { uprn: String(uprn), bedrooms: 2 } };
    told.short_let = toldOfBuilding((await api.call('/valuations/str-estimate', short_let)).body);
    expect(told).toEqual({
      sale: ['value'],
      rental: ['rent_pcm', 'gross_yield_pct'],
      hmo: ['single_let_value', 'uplift_pct'],
      comparables: ['comparables'],
      record: ['svc_estimate'],
      short_let: ['annual'],
    });
  });

  it('that was sold itself is not described as valued as one home in it', () =>
    beside([[999, 'FLAT 1', 'RD06', house.uprn]], async () => {
      await classify(house.uprn, 'PP');
      const { body } = await value(house.uprn);
      expect(body.method).toBe('last_sold_growth');
      expect(body.limiting_factors[0]).toContain('may be those of the whole building');
      expect(toldOfBuilding(body)).toEqual(['value']);
    }));

  it.each(['RG02', 'CR08', 'RB', 'RC01', 'LD', 'RH02', 'rg02 '])(
    'does not include a home below which only a %s has its own address',
    async (code) => {
      await classify(bare.uprn, 'PP');
      const plain = (await value(bare.uprn)).body;
      await beside([[999, 'BESIDE IT', code, bare.uprn]], async () => {
        const { body } = await value(bare.uprn);
        expect([body.value, body.limiting_factors]).toEqual([plain.value, plain.limiting_factors]);
      });
    },
  );

  it('does not include a house with one annexe, but includes a house with two homes in it', async () => {
    await classify(bare.uprn, 'RD02');
    const plain = (await value(bare.uprn)).body;
    await beside([[998, 'ANNEXE', 'RD06', bare.uprn]], async () => {
      const { body } = await value(bare.uprn);
      expect([body.value, toldOfBuilding(body)]).toEqual([plain.value, []]);
    });
    await beside(
      [
        [998, 'FLAT 1', 'RD06', bare.uprn],
        [999, 'FLAT 2', 'RD06', bare.uprn],
      ],
      async () => expect(toldOfBuilding((await value(bare.uprn)).body)).toEqual(['value']),
    );
  });
});
