import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

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

interface Told {
  code: string;
  field: string;
  message: string;
}
const HOME = { uprn: '998000000005' };
const SCHEME = { outcode: 'XE1', units: [{ type: 'flat', bedrooms: 2, count: 6 }] };

it.each([
  ['/rents/long-term?outcode=XE1', undefined, ['change_1y_pct', 'history']],
  ['/rents/yields?outcode=XE1', undefined, ['history']],
  ['/rents/demand?outcode=XE1', undefined, ['proxies.rent_growth_1y_pct', 'proxies.lha_gap_pct']],
  ['/valuations/str-estimate', HOME, ['long_let_rent_pcm', 'break_even_occupancy_pct']],
  ['/valuations/development-gdv', SCHEME, ['rent_pcm']],
  [
    '/listings?listing_type=sale&outcode=XE1',
    undefined,
    ['results.estimated_rent_pcm', 'results.gross_yield_pct'],
  ],
])(
  'warns that each figure of the rent index is for the whole authority, beside figures for a smaller area: %s',
  async (path, body, fields) => {
    const { status, body: answer, text } = await api.call(path, { body });
    expect(status, text).toBe(200);
    const told: Told[] = answer.meta.warnings.filter((one: Told) => one.code === 'coarser_area');
    expect(told.map(({ field }) => field)).toEqual(expect.arrayContaining(fields));
    for (const { message } of told)
      expect(message).toMatch(/of the whole (of|authority) Xanshire|whole authority/);
  },
);

it('gives no such warning if the index itself answers, for its own area', async () => {
  await database.db.query('delete from lettings');
  await database.db.query(
    "delete from dataset_loads where dataset in ('operator-lettings', 'lha-list-of-rents')",
  );
  api.clock.advance(3000);
  const { body } = await api.call('/rents/long-term?outcode=XE1');
  expect([body.basis, body.history.length > 0]).toEqual(['index', true]);
  expect(body.meta.warnings.map(({ code }: Told) => code)).not.toContain('coarser_area');
});
