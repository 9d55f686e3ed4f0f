import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await emptyDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

it.each(['schools', 'infrastructure', 'profile'])(
  '%s names the source to load, free, if none is loaded',
  async (action) => {
    const { status, body, headers } = await api.call(`/location/${action}?lat=53.9&lng=1.2`, {
      key: api.liveKey,
    });
    expect([status, body.error.code]).toEqual([404, 'source_not_loaded']);
    expect(body.error.message).toMatch(/load /);
    expect(headers.get('x-credits-charged')).toBe('0');
  },
);
