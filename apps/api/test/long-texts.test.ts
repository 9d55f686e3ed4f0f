import { operationTable, parametersOf, sandboxDatabase, type TestDatabase } from '@domesday/testing';
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

/** A check that reads such a text again from each character takes minutes, so the runner ends it. */
const LONG_TEXTS = ['1', ' ', '1,', '1 ', '(', 'XE1 ', '-', '.', '[', 'a'].map(
  (part) => `1${part.repeat(60_000 / part.length)}x`,
);
const LONGEST_MS = 120_000;

const PRICED = operationTable.filter(({ credits }) => credits > 0);

it.each(PRICED)(
  'answers without quadratic work, however long the texts for the parameters of $id are',
  {
    timeout: LONGEST_MS,
  },
  async (entry) => {
    for (const { name } of parametersOf(entry)) {
      const lines = LONG_TEXTS.map((text) => JSON.stringify({ [name]: text }));
      const { status } = await api.call(`/batch?operation=${entry.id}&meta=lean`, {
        body: `${lines.join('\n')}\n`,
        headers: { 'Content-Type': 'application/x-ndjson' },
      });
      expect([name, status]).toEqual([name, 200]);
    }
  },
);
