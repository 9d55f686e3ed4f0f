import { emptyDatabase, exampleCall, operationTable, type TestDatabase } from '@domesday/testing';
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

const priced = operationTable.filter(({ credits }) => credits > 0);

it.each(priced)(
  '$id says on an empty database that a source is not loaded, and charges nothing',
  async (entry) => {
    const { path, ...call } = exampleCall(entry);
    const answer = await api.call(path, { key: api.liveKey, ...call });
    expect([answer.status, answer.body.error?.code], answer.text.slice(0, 300)).toEqual([
      404,
      'source_not_loaded',
    ]);
    expect(answer.headers.get('x-credits-cost')).toBe(null);
  },
);
