import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAlike } from '../domains/valuations/rental-yield.ts';
import type { Context } from '../http/handler.ts';
import { PLAUSIBLE_YIELD_PCT } from './plausible-yield.ts';

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

describe('an implausible yield is null', () => {
  it('for a listing, sorted or filtered by yield, with the reason', async () => {
    const outcode = sandboxSamples().house.postcode.split(' ')[0];
    const ask = (query: string) =>
      api.call(`/listings?listing_type=sale&outcode=${outcode}&limit=100${query}`);
    const best = (await ask('&sort=yield')).body.results[0];
    expect(best.gross_yield_pct).toBeGreaterThan(1);
    await database.db.query('update listings set price = 15000, price_comparable = 15000 where id = $1', [
      best.id,
    ]);
    const { results, meta } = (await ask('&sort=yield')).body;
    const garage = results.find((one: { id: string }) => one.id === best.id);
    expect(garage).toMatchObject({ price: 15_000, gross_yield_pct: null });
    expect(results[0].id).not.toBe(best.id);
    expect(meta.warnings).toContainEqual(
      expect.objectContaining({ code: 'not_recorded', field: 'results.gross_yield_pct' }),
    );
    expect((await ask(`&min_yield_pct=${PLAUSIBLE_YIELD_PCT}`)).body.total).toBe(0);
  });

  it('for homes with one number of bedrooms, with the reason', async () => {
    const outcode = sandboxSamples().house.postcode.split(' ')[0];
    const ask = async () =>
      (await api.call(`/rents/yields?widen=false&outcode=${outcode}&price_basis=asking`)).body;
    const known = (await ask()).by_bedrooms.find(
      (row: { gross_yield_pct: number | null }) => row.gross_yield_pct !== null,
    );
    await database.db.query(
      'update listings set price = price / 20, price_comparable = price_comparable / 20 where bedrooms = $1',
      [known.bedrooms],
    );
    const { by_bedrooms, meta } = await ask();
    expect(by_bedrooms).toContainEqual({ ...known, gross_yield_pct: null });
    expect(meta.warnings).toContainEqual(
      expect.objectContaining({ code: 'not_recorded', field: 'by_bedrooms' }),
    );
  });

  it('for a past month, with the reason', async () => {
    const outcode = sandboxSamples().house.postcode.split(' ')[0];
    const ask = async () => (await api.call(`/rents/yields?outcode=${outcode}`)).body;
    const months = (body: { history: { month: string }[] }) => body.history.map(({ month }) => month);
    const before = await ask();
    const odd = months(before)[3]!;
    await database.db.query(
      "update private_rents set rent_pcm = rent_pcm * 20 where segment = 'all' and month = $1::date",
      [`${odd}-01`],
    );
    // A server that has just started remembers no rents.
    const fresh = await startTestApi(database);
    const after = await fresh.call(`/rents/yields?outcode=${outcode}`);
    await fresh.close();
    expect(months(after.body)).toEqual(months(before).filter((month) => month !== odd));
    expect(after.body.meta.warnings).toContainEqual(
      expect.objectContaining({ code: 'not_recorded', field: 'history' }),
    );
  });

  it('for an area of Scotland, where the index of rents replaces implausible lettings', async () => {
    const outcode = sandboxSamples().scottishFlat.postcode.split(' ')[0];
    const ask = async () => {
      const fresh = await startTestApi(database);
      const answer = await fresh.call(`/rents/yields?outcode=${outcode}`);
      await fresh.close();
      return answer;
    };
    const multiply = (table: string, where: string) =>
      database.db.query(`update ${table} set rent_pcm = rent_pcm * 20 where ${where}`);
    const before = (await ask()).body;
    expect(before.rent_of.source).toBe('operator-lettings');
    await multiply('lettings', `postcode like '${outcode} %'`);
    const by_index = (await ask()).body;
    expect(by_index.rent_of.source).not.toBe('operator-lettings');
    expect(by_index.gross_yield_pct.point).toBeLessThan(PLAUSIBLE_YIELD_PCT);
    await multiply('private_rents', 'brma_key is not null');
    await database.db.query('update lha_rents set median_pw = median_pw * 20');
    const neither = await ask();
    expect([neither.status, neither.body.error.code]).toEqual([404, 'insufficient_data']);
  });

  it("for a shared home, except from the caller's own assumptions, with a warning", async () => {
    const { uprn } = sandboxSamples().house;
    const ask = async (more: string) =>
      (await api.call(`/valuations/${uprn}/hmo?occupancy_pct=95${more}`)).body;
    const codes = (body: { meta: { warnings: { code: string }[] } }) =>
      body.meta.warnings.map(({ code }) => code);
    const usual = await ask('&rooms=5');
    expect(usual.gross_yield_pct).toBeLessThan(PLAUSIBLE_YIELD_PCT);
    expect(codes(usual)).not.toContain('implausible_yield');
    const assumed = await ask('&double_ensuite=20&target_yield_pct=20');
    expect(assumed.gross_yield_pct).toBeGreaterThan(PLAUSIBLE_YIELD_PCT);
    expect(codes(assumed)).toContain('implausible_yield');
  });

  it('beside the rent of a home', () => {
    const warned: string[] = [];
    const context = {
      today: '2026-11-29',
      warn: (...[, field]: string[]) => warned.push(field!),
    } as unknown as Context;
    const homes = {
      bedrooms: 2,
      and_more: false,
      property_type: 'all' as const,
      source: 'private-rents',
      area: 'XE1',
      period: { from: '2026-09-01', to: '2026-09-30' },
    };
    expect(isAlike(context, homes, homes, PLAUSIBLE_YIELD_PCT)).toBe(true);
    expect(isAlike(context, homes, homes, PLAUSIBLE_YIELD_PCT + 0.01)).toBe(false);
    expect(warned).toEqual(['gross_yield_pct']);
  });
});
