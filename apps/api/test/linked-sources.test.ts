import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

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

const { uprn } = sandboxSamples().house;
const scheme = { outcode: 'XE1', units: [{ type: 'flat', bedrooms: 2, count: 3 }] };

it.each([
  ['/prices/market?outcode=XE1', undefined],
  ['/prices/comparables?outcode=XE1&property_type=flat', undefined],
  [`/prices/${uprn}/comparables`, undefined],
  ['/rents/yields?outcode=XE1', undefined],
  [`/valuations/${uprn}/sale`, undefined],
  [`/valuations/${uprn}/hmo?rooms=5`, undefined],
  ['/valuations/development-gdv', scheme],
])('%s names the table that links its sales to the certificates of their homes', async (path, body) => {
  const answer = await api.call(path, body && { method: 'POST', body });
  expect(answer.status, answer.text).toBe(200);
  const ids = answer.body.meta.sources.map((one: { id: string }) => one.id);
  expect(ids).toEqual(expect.arrayContaining(['price-paid', 'epc-domestic', 'hmlr-uprn-lookup']));
});

it('names the look-up of market areas if listings are sorted or filtered by yields that depend on it', async () => {
  /** Of the first page that shows a listing outside Scotland. */
  const named = async (query: string) => {
    for (let cursor = ''; ; ) {
      const { body } = await api.call(`/listings?listing_type=sale&limit=1&${query}${cursor}`);
      const ids = body.meta.sources.map((one: { id: string }) => one.id);
      if (!/^XS/.test(body.results[0].postcode)) return ids.includes('brma-lookup');
      cursor = `&cursor=${body.next_cursor}`;
    }
  };
  expect(await named('sort=yield')).toBe(true);
  expect(await named('min_yield_pct=5')).toBe(true);
  expect(await named('sort=yield&outcode=XE1')).toBe(false);
  expect(await named('sort=price&outcode=XE1')).toBe(false);
});

it('names the look-up of market areas if it gives the rent of a home for sale, as in Scotland', async () => {
  for (const [outcode, named] of [
    ['XS1', true],
    ['XE1', false],
  ]) {
    const { body } = await api.call(`/listings?listing_type=sale&outcode=${outcode}&limit=100`);
    const rents = body.results.map((one: { estimated_rent_pcm: number | null }) => one.estimated_rent_pcm);
    expect(rents.some((rent: number | null) => rent !== null)).toBe(true);
    const ids = body.meta.sources.map((one: { id: string }) => one.id);
    expect([outcode, ids.includes('brma-lookup')]).toEqual([outcode, named]);
    const { message } = body.meta.warnings.find((one: { code: string }) => one.code === 'coarser_area');
    expect(message).toContain('in Scotland of its broad rental market area');
  }
});

it('does not sort listings by yields that are null because the rent index ended too long ago', async () => {
  await database.db.query(`delete from private_rents where month > '2025-03-01'`);
  const later = await startTestApi(database);
  try {
    const { body } = await later.call('/listings?listing_type=sale&sort=yield&limit=100');
    const results: { id: string; gross_yield_pct: number | null }[] = body.results;
    expect(results.map((one) => one.gross_yield_pct)).toEqual(results.map(() => null));
    const ids = results.map(({ id }) => id);
    const { rows } = await database.db.query('select id from listings where id = any ($1) order by id', [
      ids,
    ]);
    expect(ids).toEqual(rows.map(({ id }) => id));
  } finally {
    await later.close();
  }
});
