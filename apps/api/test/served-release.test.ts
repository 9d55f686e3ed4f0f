import {
  exampleCall,
  operationTable,
  parametersOf,
  sandboxDatabase,
  type TestDatabase,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

// The fictional country has no recorded release, and neither has real data between a load and the next build.

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

const lasting = (text: string) => text.replaceAll(/"request_id":"[^"]*"/g, '');
const also = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;
const releasable = operationTable.filter((entry) =>
  parametersOf(entry).some(({ name }) => name === 'release'),
);

it('answers for a release that an answer names before a build records it, until the next load', async () => {
  expect(releasable.length).toBeGreaterThan(5);
  const names = new Set<string>();
  for (const entry of releasable) {
    const { path } = exampleCall(entry);
    const now = await api.call(path);
    expect(now.status, entry.id).toBe(200);
    names.add(now.body.meta.dataset_release);
    const named = await api.call(also(path, `release=${now.body.meta.dataset_release}`));
    expect(`${named.status} ${lasting(named.text)}`, entry.id).toBe(`200 ${lasting(now.text)}`);
  }
  const [name] = [...names];
  expect(names.size).toBe(1);
  const market = `/prices/market?outcode=XE1&release=${name}`;
  expect((await api.call(also(market, 'as_of=2020-01-31'))).body.error).toMatchObject({
    status: 422,
    details: [{ field: 'as_of' }],
  });
  await database.db.query(
    "update dataset_loads set content_hash = reverse(content_hash) where dataset = 'price-paid'",
  );
  api.clock.advance(3000);
  expect((await api.call(market)).body.error).toMatchObject({ status: 404, code: 'release_not_kept' });
});
