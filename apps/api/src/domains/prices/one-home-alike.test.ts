import { randomUUID } from 'node:crypto';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

const { house, unsoldWithFloorArea } = sandboxSamples();
const { uprn } = unsoldWithFloorArea;
let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  return async () => {
    await api.close();
    await database.drop();
  };
});
afterEach(async () => {
  await database.db.query('delete from sales where uprn = $1', [uprn]);
});

type Sale = Record<string, unknown>;

/** Records a sale of the home; facts that are not given are those of the sandbox house. */
async function sell(sale: Sale): Promise<void> {
  await database.db.query(
    `insert into sales select (jsonb_populate_record(s, $2::jsonb)).* from sales s
      where s.uprn = $1 and s.category = 'standard' and not s.new_build limit 1`,
    [house.uprn, JSON.stringify({ transaction_id: randomUUID(), uprn, ...sale })],
  );
}

const certifiedAs = (property_type: string) =>
  database.db.query('update energy_certificates set property_type = $2 where uprn = $1', [
    uprn,
    property_type,
  ]);

const answerOf = async (path: string) => {
  const { status, body, text } = await api.call(path);
  expect(status, text).toBe(200);
  return body;
};
const comparables = (query = '') => answerOf(`/prices/${uprn}/comparables?months=60${query}`);
const sale = (query = '') => answerOf(`/valuations/${uprn}/sale?include=evidence${query}`);
const told = (
  body: { meta: { warnings: { code: string; field: string; message: string }[] } },
  code: string,
) => body.meta.warnings.filter((one) => one.code === code);

const SOLD: [string, Sale[]][] = [
  ['as another type of house', [{ date: '2021-05-01', price: 280_000, property_type: 'semi_detached' }]],
  [
    'then for a pound',
    [
      { date: '2021-05-01', price: 280_000, property_type: 'terraced' },
      { date: '2023-05-01', price: 1, property_type: 'detached', tenure: 'Leasehold' },
    ],
  ],
  [
    'then as an additional sale',
    [
      { date: '2019-05-01', price: 250_000, property_type: 'detached' },
      { date: '2021-05-01', price: 190_000, property_type: 'terraced', category: 'additional' },
    ],
  ],
];

describe('comparables of a home', () => {
  it.each(
    SOLD.flatMap(([how, sales]) =>
      ['detached', 'bungalow'].map((certified) => [how, certified, sales] as const),
    ),
  )(
    'of a home sold %s, with a certificate for %s, have the type and tenure that the valuation uses',
    async (_, certified, sales) => {
      await certifiedAs(certified);
      for (const one of sales) await sell(one);
      const { subject } = await sale();
      const body = await comparables();
      expect(body.subject).toMatchObject({
        property_type: subject.property_type.value,
        tenure: subject.tenure.value,
      });
      expect(body.comparables.length).toBeGreaterThan(0);
      for (const one of body.comparables) expect(one.property_type).toBe(subject.property_type.value);
      const differ = told(body, 'records_differ');
      expect(differ).toHaveLength(Number(certified !== subject.property_type.value));
      for (const { field, message } of differ) {
        expect(field).toBe('subject.property_type');
        expect(message).toContain(`its certificate says ${certified}`);
      }
    },
  );

  it('give no percentile for a last sale that was not at full market value, with the reason, unless category=all', async () => {
    await sell({ date: '2021-05-01', price: 190_000, category: 'additional' });
    const plain = await comparables();
    expect(plain.subject_percentile).toBeNull();
    expect(told(plain, 'not_recorded').map(({ field, message }) => [field, message])).toContainEqual([
      'subject_percentile',
      expect.stringContaining('of 2021-05-01, was not at full market value'),
    ]);
    const all = await comparables('&category=all');
    expect(all.subject_percentile).toBeGreaterThanOrEqual(0);
    await sell({ date: '2022-05-01', price: 290_000 });
    expect((await comparables()).subject_percentile).toBeGreaterThan(0);
  });
});

it('a sale has the same address, distance and position wherever it is a comparable', async () => {
  const near = new Map(
    (await comparables('&limit=50')).comparables.map((one: { transaction_id: string }) => [
      one.transaction_id,
      one,
    ]),
  );
  const shared = (await sale()).evidence.comparables.filter((one: { transaction_id: string }) =>
    near.has(one.transaction_id),
  );
  expect(shared.length).toBeGreaterThan(0);
  for (const { transaction_id, address, distance_m, position } of shared)
    expect(near.get(transaction_id)).toMatchObject({ address, distance_m, position });
});

describe('a home that was sold twice on one day', () => {
  const [low, high] = ['00000000-0000-4000-8000-000000000001', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];
  const cheap = { price: 250_000, property_type: 'terraced', tenure: 'Freehold' };
  const dear = { price: 265_000, property_type: 'semi_detached', tenure: 'Leasehold' };
  const plain = { price: 250_000, property_type: 'semi_detached', tenure: 'Freehold' };
  const other = { price: 265_000, property_type: 'terraced', tenure: 'Leasehold', category: 'additional' };

  it.each([
    ['at two prices', cheap, dear, dear],
    ['at full value and otherwise', other, plain, plain],
    ['twice at one price', { ...cheap, price: 265_000 }, dear, null],
  ])(
    '%s, has the same last sale in every operation, whatever the transaction numbers',
    async (_, one, two, last) => {
      for (const [first, second] of [[low, high] as const, [high, low] as const]) {
        await sell({ transaction_id: first, date: '2021-05-01', ...one });
        await sell({ transaction_id: second, date: '2021-05-01', ...two });
        const counts = last ?? (first === low ? { ...one, price: 265_000 } : two);
        const body = await sale();
        expect(body.evidence.last_sale.price).toBe(counts.price);
        expect(body.subject).toMatchObject({
          property_type: { value: counts.property_type, source: 'sale' },
          tenure: { value: counts.tenure, source: 'sale' },
        });
        const record = await answerOf(`/properties/${uprn}?include=history`);
        expect(record).toMatchObject({ last_sold_price: counts.price, tenure: counts.tenure });
        expect(record.transactions[0].transaction_id).toBe(body.evidence.last_sale.transaction_id);
        expect((await comparables('&property_type=detached&tenure=Freehold')).subject).toMatchObject({
          property_type: counts.property_type,
          tenure: counts.tenure,
        });
        await database.db.query('delete from sales where uprn = $1', [uprn]);
      }
    },
  );
});

describe('when the certificate and the sales differ', () => {
  const differ = (body: Parameters<typeof told>[0]) => told(body, 'records_differ').map(({ field }) => field);
  const record = (query = '') => answerOf(`/properties/${uprn}${query}`);

  it.each([
    ['flat', 'terraced', true],
    ['semi_detached', 'terraced', true],
    ['terraced', 'terraced', false],
    ['bungalow', 'detached', false],
    ['bungalow', 'flat', true],
    ['other', 'detached', true],
  ])(
    'on the type (%s, sold as %s), the record says which of them the valuation uses',
    async (certified, sold, apart) => {
      await certifiedAs(certified);
      await sell({ date: '2021-05-01', price: 280_000, property_type: sold });
      const [whole, alone] = [await record(), await record('?fields=property_type')];
      for (const body of [whole, alone]) {
        expect(body.property_type).toBe(certified);
        expect(differ(body)).toEqual(apart ? ['property_type'] : []);
      }
      expect(alone.meta.sources.some(({ id }: { id: string }) => id === 'price-paid')).toBe(apart);
      expect(differ(await record('?fields=postcode'))).toEqual([]);
      if (certified !== 'bungalow') expect((await sale()).subject.property_type.value).toBe(sold);
    },
  );

  it('on the tenure, the record says from which sale the valuation takes it', async () => {
    await certifiedAs('terraced');
    await sell({ date: '2021-05-01', price: 280_000, property_type: 'terraced', tenure: 'Freehold' });
    expect(differ(await record())).toEqual([]);
    await sell({ date: '2023-05-01', price: 1, property_type: 'terraced', tenure: 'Leasehold' });
    const body = await record();
    expect([body.tenure, ...differ(body)]).toEqual(['Leasehold', 'tenure']);
    expect(told(body, 'records_differ')[0]!.message).toContain('takes Freehold from the sale of 2021-05-01');
    expect((await sale()).subject.tenure.value).toBe('Freehold');
  });

  it('the record does not mention sales whose licence the request excludes', async () => {
    await certifiedAs('flat');
    await sell({ date: '2021-05-01', price: 280_000, property_type: 'terraced' });
    const licensed = async (licence: string) => {
      await database.db.query("update dataset_loads set licence = $1 where dataset = 'price-paid'", [
        licence,
      ]);
      api.clock.advance(60_000);
      return differ(await record('?fields=property_type&exclude_licences=sepa'));
    };
    expect(await licensed('SEPA data licence')).toEqual([]);
    expect(await licensed('Made up')).toEqual(['property_type']);
  });

  it('the rent is for the type that the valuation uses, and a warning says so', async () => {
    const rental = (query = '') => answerOf(`/valuations/${uprn}/rental?bedrooms=3${query}`);
    await sell({ date: '2021-05-01', price: 280_000, property_type: 'terraced' });
    await sell({ date: '2023-05-01', price: 1, property_type: 'flat' });
    for (const [certified, told_on] of [
      ['flat', ['rent_of.property_type']],
      ['detached', []],
    ] as const) {
      await certifiedAs(certified);
      const body = await rental();
      expect(body.method).toBe('listing_comparables');
      expect(body.rent_of.property_type).toBe('house');
      expect(body.value_of.property_type).toBe('terraced');
      expect(differ(body)).toEqual(told_on);
    }
    await certifiedAs('flat');
    expect(differ(await rental('&property_type=flat'))).toEqual(['value_of.property_type']);
  });
});
