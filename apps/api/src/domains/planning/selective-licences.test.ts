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

it('says how many of the counted licences are selective, for homes that are not shared', async () => {
  const path = '/planning/hmo-register?outcode=XE1';
  const warned = async (asked: string) =>
    (await api.call(path + asked)).body.meta.warnings.filter(
      ({ code }: { code: string }) => code === 'selective_licences',
    );
  const { body } = await api.call(path);
  expect(await warned('')).toEqual([]);
  await database.db.query("update hmo_licences set licence_type = 'selective' where licence_number = $1", [
    body.results[0].licence_number,
  ]);
  expect(await warned('')).toMatchObject([
    { field: 'summary', message: expect.stringContaining('Selective licences among those counted: 1.') },
  ]);
  expect(await warned('&licence_type=selective')).toEqual([]);
  expect(await warned('&status=expired')).toEqual([]);
});
