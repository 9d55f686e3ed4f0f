import { randomUUID } from 'node:crypto';
import { buildValuations } from '@domesday/builds/valuations';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

const samples = sandboxSamples();
const today = '2026-11-15';
const SOLD_ON = '2026-08-01';
const odd = [
  { what: 'a pound', sale: { price: 1 }, word: 'less than £10,000' },
  { what: 'a pound too little', sale: { price: 9_999 }, word: 'less than £10,000' },
  { what: 'a pound too much', sale: { price: 20_000_001 }, word: 'more than £20,000,000' },
  { what: 'a price of many homes', sale: { price: 95_000_000 }, word: 'more than £20,000,000' },
  {
    what: 'a shop',
    sale: { price: 400_000, property_type: 'other', category: 'additional' },
    word: 'neither a house nor a flat',
  },
  { what: 'a plain sale of a shop', sale: { price: 400_000, property_type: 'other' }, word: 'neither' },
];

let database: TestDatabase;
let api: TestApi;
const planted: string[] = [];

beforeAll(async () => {
  database = await sandboxDatabase();
  await buildValuations(database.db, { today });
  api = await startTestApi(database);
  return async () => {
    await api.close();
    await database.drop();
  };
});
afterEach(async () => {
  await database.db.query('delete from sales where transaction_id = any ($1)', [planted.splice(0)]);
});

const value = async (uprn: number, query = '') =>
  (await api.call(`/valuations/${uprn}/sale?include=evidence${query}`)).body;

/** Records a sale; facts that are not given are those of the sandbox house. */
async function sell(uprn: number, sale: Record<string, unknown>): Promise<void> {
  planted.push(randomUUID());
  await database.db.query(
    `insert into sales select (jsonb_populate_record(s, $2::jsonb)).* from sales s
      where s.uprn = $1 and s.category = 'standard' and not s.new_build limit 1`,
    [samples.house.uprn, JSON.stringify({ transaction_id: planted.at(-1), uprn, date: SOLD_ON, ...sale })],
  );
}

const { house, unsoldWithFloorArea, bare } = samples;
const figures = ({ meta, limiting_factors, ...rest }: Record<string, unknown>) => rest;

describe('a sale whose price says nothing about the value of a home', () => {
  it.each(odd)(
    'for $what does not change the value of its home, and the answer says why',
    async ({ sale, word }) => {
      for (const uprn of [house.uprn, unsoldWithFloorArea.uprn]) {
        const before = await value(uprn);
        await sell(uprn, sale);
        const after = await value(uprn);
        expect(figures(after)).toEqual(figures(before));
        expect(after.limiting_factors.join()).toContain(word);
        expect(after.limiting_factors.join()).not.toContain('No sale is linked to this home');
        expect(before.limiting_factors.join()).not.toContain('is left out');
      }
    },
  );

  it('does not change the values of its neighbours, neither after a build nor for a past day', async () => {
    const asked = [unsoldWithFloorArea.uprn, house.uprn].flatMap((uprn) =>
      ['', '&as_of=2026-09-01'].map((day) => [uprn, day] as const),
    );
    const read = () => Promise.all(asked.map(async (one) => figures(await value(...one))));
    const before = await read();
    for (const { sale } of odd) for (let n = 0; n < 20; n++) await sell(samples.flat.uprn, sale);
    await buildValuations(database.db, { today, all: true });
    const server = await startTestApi(database);
    const after = await Promise.all(
      asked.map(async ([uprn, day]) =>
        figures((await server.call(`/valuations/${uprn}/sale?include=evidence${day}`)).body),
      ),
    );
    await server.close();
    const versionless = (found: unknown) =>
      JSON.parse(JSON.stringify(found).replaceAll(/@\d+ \(build \d+\)/g, ''));
    expect(versionless(after)).toEqual(versionless(before));
  });

  it('for several homes at one price does not change their values or those of neighbours', async () => {
    const { rows } = await database.db.query<{ uprn: string }>(
      'select uprn from addresses where postcode = $1 order by uprn',
      [house.postcode],
    );
    const homes = rows.map((row) => Number(row.uprn));
    expect(homes.length).toBeGreaterThan(3);
    const builtValues = async () => {
      await buildValuations(database.db, { today, all: true });
      const server = await startTestApi(database);
      const found = await Promise.all(
        homes.flatMap((uprn) =>
          ['', '&as_of=2026-09-01'].map((day) =>
            server.call(`/valuations/${uprn}/sale?include=evidence${day}`),
          ),
        ),
      );
      await server.close();
      return found.map(({ body }) => body);
    };
    const plain = ({ value, interval_80, drivers }: Record<string, unknown>) => ({
      value,
      interval_80,
      drivers,
    });
    const before = await builtValues();
    for (const uprn of homes.slice(1)) await sell(uprn, { price: 4_000_000 });
    const after = await builtValues();
    expect(after.map(plain)).toEqual(before.map(plain));
    const told = after.map((body) => body.limiting_factors.join().includes('registered at one price'));
    expect(told).toEqual(homes.flatMap((_, i) => [i > 0, i > 0]));
  });

  it.each([10, 0.1])(
    'at %d times the price that its place and its earlier sale suggest is ignored, and lowers the confidence',
    async (times) => {
      const before = await value(house.uprn);
      expect([before.confidence, before.limiting_factors.join().includes('newest plain sale')]).toEqual([
        'High',
        false,
      ]);
      await sell(house.uprn, { price: Math.round(before.value * times) });
      const { confidence, limiting_factors, meta, ...after } = await value(house.uprn);
      expect(after).toEqual(figures({ ...before, confidence: undefined }));
      expect(confidence).toBe('Medium');
      expect(limiting_factors.join()).toContain('Its newest plain sale is left out');
    },
  );

  it.each([10, 0.1])(
    'at %d times the price that its place and its floor area suggest is ignored, and lowers the confidence',
    async (times) => {
      const { uprn } = unsoldWithFloorArea;
      const before = await value(uprn);
      await sell(uprn, { price: Math.round(before.value * times) });
      const after = await value(uprn);
      expect([before.method, before.confidence, after.confidence]).toEqual([
        'sqft_estimate',
        'Medium',
        'Low',
      ]);
      expect(after).toMatchObject({ value: before.value, interval_80: before.interval_80 });
      expect(after.evidence.last_sale).toBeNull();
      expect(after.limiting_factors.join()).toContain('Its only plain sale is left out');
    },
  );

  it.each([10_000, 20_000_000])(
    'does not include a sale at £%d, the lowest or the highest usable price',
    async (price) => {
      const before = await value(bare.uprn);
      await sell(bare.uprn, { price });
      const after = await value(bare.uprn);
      expect(after.evidence.last_sale.price).toBe(price);
      expect(after.value).not.toBe(before.value);
      expect(after.limiting_factors.join()).not.toContain('is left out');
    },
  );
});
