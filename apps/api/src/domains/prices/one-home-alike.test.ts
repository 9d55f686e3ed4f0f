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

/** Records a sale of the home, like one of the sandbox house in all that is not said. */
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
  ['as another kind of house', [{ date: '2021-05-01', price: 280_000, property_type: 'semi_detached' }]],
  [
    'then for a pound',
    [
      { date: '2021-05-01', price: 280_000, property_type: 'terraced' },
      { date: '2023-05-01', price: 1, property_type: 'detached', tenure: 'Leasehold' },
    ],
  ],
  [
    'then as no plain sale',
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
    'sold %s, a %s by its certificate, are of the kind and tenure that it is valued as',
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

  it('place no price among plain sales that was none itself, and say how it is placed', async () => {
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

it('one sale has one address, distance and position wherever it is a comparable', async () => {
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
