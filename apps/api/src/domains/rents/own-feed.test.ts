import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { house } = sandboxSamples();
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

describe('the number of an operator’s own lettings', () => {
  it.each([
    '/rents/long-term?outcode=XE1',
    '/rents/hmo?outcode=XE1',
    `/valuations/${house.uprn}/rental?bedrooms=3`,
  ])('is stated in meta.coverage of %s', async (path) => {
    const { body } = await api.call(path);
    expect(body.meta.coverage).toMatchObject([{ source: 'operator-lettings', status: 'covered' }]);
    expect(body.meta.coverage[0].note).toMatch(/^\d+ records of your own feed answer here/);
  });

  it('is not stated where no own lettings answer', async () => {
    const { body } = await api.call('/rents/long-term?outcode=XW1');
    const lettings = await database.db.query("select from lettings where postcode like 'XW1 %'");
    expect(body.meta.coverage).toHaveLength(lettings.rowCount ? 1 : 0);
  });
});

it('gives the requested months as the period of its figures, in every operation', async () => {
  for (const [months, from] of [
    [12, '2025-11-15'],
    [24, '2024-11-15'],
  ])
    for (const path of [
      `/rents/long-term?outcode=XE1&months=${months}`,
      `/rents/hmo?outcode=XE1&months=${months}`,
      `/rents/yields?outcode=XE1&months=${months}`,
      `/valuations/${house.uprn}/rental?bedrooms=3&months=${months}`,
    ]) {
      const { meta } = (await api.call(path)).body;
      expect([path, meta.sources.map(({ id }: { id: string }) => id)]).toEqual([
        path,
        expect.arrayContaining(['operator-lettings']),
      ]);
      expect([path, meta.period]).toEqual([path, { from, to: '2026-11-15' }]);
    }
});

it('counts in meta only the rooms of the requested type', async () => {
  for (const kind of ['single_ensuite', 'double_ensuite']) {
    const { body } = await api.call(`/rents/hmo?outcode=XE1&room_type=${kind}&widen=false`);
    const { rows } = await database.db.query<{ n: number }>(
      `select count(*)::int as n from lettings
        where postcode like 'XE1 %' and room_type = $1 and let_on between '2025-11-15' and '2026-11-15'`,
      [kind],
    );
    expect([kind, body.meta.sample_size]).toEqual([kind, rows[0]!.n]);
    expect(body.meta.coverage[0].note).toMatch(new RegExp(`^${rows[0]!.n} records`));
  }
});

it('does not mention a wider area if widen=false', async () => {
  const said = async (widen: boolean) => (await api.call(`/rents/demand?outcode=XE4&widen=${widen}`)).text;
  expect(await said(false)).not.toContain('or a wider one');
  expect(await said(true)).toContain('or a wider one');
});

it('warns that the allowance beside its own lettings is for one of several market areas', async () => {
  await database.db.query(
    `update brma_postcodes set brma_key = (select max(brma_key) from brma_postcodes)
      where postcode = (select min(postcode) from postcodes where outcode = 'XE1' and terminated_on is null)`,
  );
  const server = await startTestApi(database);
  for (const path of ['/rents/long-term?outcode=XE1', '/rents/hmo?outcode=XE1']) {
    const { meta } = (await server.call(path)).body;
    expect(meta.coverage).toMatchObject([{ source: 'operator-lettings' }]);
    expect(meta.warnings.map(({ code }: { code: string }) => code)).toContain('several_market_areas');
  }
  await server.close();
});
