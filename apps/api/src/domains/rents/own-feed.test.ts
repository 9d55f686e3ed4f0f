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

describe('what an operator’s own lettings add', () => {
  it.each([
    '/rents/long-term?outcode=XE1',
    '/rents/hmo?outcode=XE1',
    `/valuations/${house.uprn}/rental?bedrooms=3`,
  ])('is told in meta.coverage of %s', async (path) => {
    const { body } = await api.call(path);
    expect(body.meta.coverage).toMatchObject([{ source: 'operator-lettings', status: 'covered' }]);
    expect(body.meta.coverage[0].note).toMatch(/^\d+ records of your own feed answer here/);
  });

  it('is told nowhere else', async () => {
    const { body } = await api.call('/rents/long-term?outcode=XW1');
    const lettings = await database.db.query("select from lettings where postcode like 'XW1 %'");
    expect(body.meta.coverage).toHaveLength(lettings.rowCount ? 1 : 0);
  });
});
