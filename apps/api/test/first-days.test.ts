import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
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

const DAYS = ['0001-01-01', '0004-12-31', '1994-12-31'];
const called = operationTable.filter(
  (entry) => entry.method.toUpperCase() === 'GET' && !entry.path.includes('/account'),
);

it.each(called)('$id does not fail for days before all records', async (entry) => {
  const { path } = exampleCall(entry);
  for (const name of ['as_of', 'added_since', 'decided_since', 'since', 'from'])
    for (const day of DAYS) {
      const answer = await api.call(`${path}${path.includes('?') ? '&' : '?'}${name}=${day}`);
      expect(answer.status, `${name}=${day} ${answer.text.slice(0, 200)}`).toBeLessThan(500);
    }
});
