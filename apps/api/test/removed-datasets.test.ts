import { remove } from '@domesday/builds';
import { datasetIds } from '@domesday/datasets/catalogue';
import {
  departures,
  exampleCall,
  operationTable,
  sandboxDatabase,
  type TestDatabase,
} from '@domesday/testing';
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

// Each dataset is removed after those before it.
it.each(datasetIds)(
  'answers as the contract says without %s once it is removed, and refuses free what depends on it',
  async (id) => {
    await remove(database.db, id);
    api.clock.advance(5000);
    for (const entry of operationTable) {
      if (!entry.datasets.includes(id)) continue;
      const { path, body } = exampleCall(entry);
      const answer = await api.call(path, { key: api.liveKey, ...(body === undefined ? {} : { body }) });
      const charged = Number(answer.headers.get('x-credits-charged'));
      const named = (answer.body.meta?.sources ?? []).map((source: { id: string }) => source.id);
      const told = [entry.id, answer.status, answer.body.error?.code];
      expect([...told, answer.status < 500]).toEqual([...told, true]);
      expect([entry.id, named]).toEqual([entry.id, expect.not.arrayContaining([id])]);
      expect([entry.id, departures(entry, answer.status, answer.body)]).toEqual([entry.id, []]);
      if (answer.status !== 200) expect([entry.id, charged]).toEqual([entry.id, 0]);
    }
  },
);
