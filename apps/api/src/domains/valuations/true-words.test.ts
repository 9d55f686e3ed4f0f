import { randomUUID } from 'node:crypto';
import { buildValuations } from '@domesday/builds/valuations';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

const { house, unsoldWithFloorArea, bare } = sandboxSamples();
const today = '2026-11-15';
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

const value = async (uprn: number, query = '') => (await api.call(`/valuations/${uprn}/sale?${query}`)).body;

/** Records a sale; facts that are not given are those of the sandbox house. */
async function sell(uprn: number, sale: Record<string, unknown>): Promise<void> {
  planted.push(randomUUID());
  await database.db.query(
    `insert into sales select (jsonb_populate_record(s, $2::jsonb)).* from sales s
      where s.uprn = $1 and s.category = 'standard' and not s.new_build limit 1`,
    [house.uprn, JSON.stringify({ transaction_id: planted.at(-1), uprn, ...sale })],
  );
}

describe('the explanations of a value', () => {
  it.each([
    ['2026-11-15', 'less than three months old'],
    ['2026-11-14', 'less than three months old'],
    ['2026-08-16', 'less than three months old'],
    ['2026-08-15', 'less than a year old'],
    ['2025-11-16', 'less than a year old'],
    ['2025-11-15', null],
    ['2016-11-15', null],
    ['2016-11-14', 'more than ten years old'],
  ])('give the age of a last sale on %s correctly', async (date, words) => {
    await sell(unsoldWithFloorArea.uprn, { date, price: 350_000 });
    const said = (await value(unsoldWithFloorArea.uprn)).limiting_factors.join();
    for (const one of ['less than three months old', 'less than a year old', 'more than ten years old'])
      expect(said.includes(one), one).toBe(one === words);
    expect(said.includes('often improved')).toBe(words === 'less than a year old');
  });

  it('say that no error is measured for a past day that is fitted again, and count only the sales up to it', async () => {
    const said = (await value(house.uprn, 'as_of=2022-06-15')).limiting_factors.join();
    expect(said).toContain('for a day that is fitted anew');
    expect(said).not.toContain('Too few');
    await sell(bare.uprn, { date: '2024-03-01', price: 250_000 });
    const before = (await value(bare.uprn, 'as_of=2022-06-15')).limiting_factors.join();
    expect(before).toContain('No sale is linked to this home up to the day of the valuation');
  });

  it('say for a past day that sales count up to the day, although the fit uses earlier ones', async () => {
    const day = '2022-06-15';
    await sell(house.uprn, { date: '2022-06-10', price: 300_000 });
    const { evidence, meta } = await value(house.uprn, `as_of=${day}&include=evidence`);
    const told = meta.warnings.map((one: { message: string }) => one.message).join(' ');
    const [, fitted_before] = /fitted now to the sales before (\S+),/.exec(told)!;
    expect(evidence.last_sale.date > fitted_before! && evidence.last_sale.date <= day).toBe(true);
    for (const one of evidence.comparables) expect(one.date <= day, one.date).toBe(true);
    expect(told).toContain('own sales and those nearby count up to the day');
  });

  it('name plain and additional sales that cannot be adjusted to the day', async () => {
    const { uprn } = unsoldWithFloorArea;
    expect((await value(uprn)).limiting_factors.join()).toContain('No sale is linked to this home');
    await sell(uprn, { date: '2001-03-01', price: 90_000 });
    await sell(uprn, { date: '2001-03-01', price: 140_000 });
    await sell(uprn, { date: '2020-06-01', price: 600_000, category: 'additional' });
    const said = (await value(uprn)).limiting_factors.join();
    expect(said).toContain('No past market sale of this address can be carried forward');
    expect(said).toContain('Sales of it that are no plain market sales count');
    expect(said).not.toContain('Only sales that are not plain market sales');
    expect(said).not.toContain('No sale is linked to this home');
  });

  it('do not call the last plain sale the last sale if another one followed', async () => {
    const { uprn } = unsoldWithFloorArea;
    await sell(uprn, { date: '2016-06-01', price: 300_000 });
    const said = async () => (await value(uprn)).limiting_factors.join();
    expect(await said()).toContain('The last sale is more than ten years old');
    for (const sale of [{ price: 1 }, { price: 15_000 }, { price: 310_000, category: 'additional' }]) {
      await sell(uprn, { date: '2024-06-01', ...sale });
      expect(await said()).toContain('The last plain sale that counts is more than ten years old');
      expect(await said()).not.toContain('The last sale');
      await database.db.query('delete from sales where transaction_id = $1', [planted.pop()]);
    }
  });
});

it('names beside a rent the type that the value is for, whatever the certificate records', async () => {
  const { uprn } = house;
  const shown = async () => (await api.call(`/valuations/${uprn}/rental`)).body.value_of.property_type;
  for (const [i, property_type] of ['detached', 'semi_detached', 'terraced', 'flat'].entries()) {
    await sell(uprn, { date: `2026-06-0${i + 1}`, price: 300_000, property_type });
    expect((await value(uprn)).subject.property_type.value).toBe(property_type);
    expect(await shown()).toBe(property_type);
  }
});

describe('a value far from the other homes of its place', () => {
  const isTold = ({
    limiting_factors,
    meta,
  }: {
    limiting_factors: string[];
    meta: { warnings: { code: string }[] };
  }) => {
    const warned = meta.warnings.some((one) => one.code === 'far_from_its_place');
    expect(limiting_factors.join().includes('the other homes of its place')).toBe(warned);
    return warned;
  };

  it('is flagged, whether it is above or below', async () => {
    for (const price of [9_000_000, 30_000]) {
      for (const date of ['2022-03-01', '2025-03-01', '2026-03-01'])
        await sell(unsoldWithFloorArea.uprn, { date, price });
      expect(isTold(await value(unsoldWithFloorArea.uprn)), String(price)).toBe(true);
      await database.db.query('delete from sales where transaction_id = any ($1)', [planted.splice(0)]);
    }
  });

  it('is explained by the floor area if only that is unusual', async () => {
    for (const sqm of [15, 1000]) {
      const found = await value(house.uprn, `floor_area_sqm=${sqm}`);
      expect(isTold(found), String(sqm)).toBe(true);
      const { message } = found.meta.warnings.find(
        (one: { code: string }) => one.code === 'far_from_its_place',
      );
      expect(message).toContain(`a floor area of ${sqm} m²`);
      expect(message).toContain(sqm === 15 ? 'over twice' : 'under half');
    }
    for (const date of ['2022-03-01', '2025-03-01', '2026-03-01'])
      await sell(unsoldWithFloorArea.uprn, { date, price: 9_000_000 });
    const dear = await value(unsoldWithFloorArea.uprn);
    expect(dear.meta.warnings.map((one: { message: string }) => one.message).join()).not.toContain(
      'a floor area of',
    );
  });

  it('is not reported for ordinary homes', async () => {
    for (const { uprn } of [house, unsoldWithFloorArea, bare]) expect(isTold(await value(uprn))).toBe(false);
  });
});

describe('a last sale that contradicts the value', () => {
  /** Whether the words state a contradiction, and whether the numbers show one. */
  async function contradicts(uprn: number) {
    const { limiting_factors, interval_80, evidence } = await value(uprn, 'include=evidence');
    const today = evidence.last_sale.price * evidence.index.factor;
    return {
      said: limiting_factors.join().includes('lies outside the interval'),
      is: today < interval_80.low || today > interval_80.high,
    };
  }

  it('is named exactly if the index puts it outside the interval', async () => {
    const { uprn } = unsoldWithFloorArea;
    const found = [];
    for (const price of [150_000, 250_000, 350_000, 600_000, 1_200_000]) {
      await sell(uprn, { date: '2026-09-15', price });
      const one = await contradicts(uprn);
      expect(one.said, `£${price}`).toBe(one.is);
      found.push(one.is);
      await database.db.query('delete from sales where transaction_id = any ($1)', [planted.splice(0)]);
    }
    expect(new Set(found)).toEqual(new Set([true, false]));
  });
});
