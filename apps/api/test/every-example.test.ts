import {
  departures,
  exampleCall,
  operationTable,
  sandboxDatabase,
  type TestDatabase,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

describe.each(operationTable)('$id', (entry) => {
  it('answers its worked example as the contract says, and charges its price', async () => {
    const { path, body } = exampleCall(entry);
    const answer = await api.call(path, { key: api.liveKey, ...(body === undefined ? {} : { body }) });
    expect(answer.status, answer.text).toBe(200);
    expect(departures(entry, 200, answer.body)).toEqual([]);
    const charged = Number(answer.headers.get('x-credits-charged'));
    if (entry.credits_per) expect(charged).toBeLessThanOrEqual(entry.credits);
    else expect(charged).toBe(entry.credits);
    expect(answer.body.meta.request_id).toBe(answer.headers.get('x-request-id'));
  });
});
