import {
  exampleCall,
  operationTable,
  parametersOf,
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

const days = operationTable.flatMap((entry) =>
  parametersOf(entry)
    .filter(({ schema }) => (schema as { format?: string }).format === 'date')
    .map(({ name }) => ({ entry, name })),
);

async function asked(entry: (typeof operationTable)[number], name: string, day: string) {
  const { path, body } = exampleCall(entry);
  const [before, query] = path.split('?');
  const search = new URLSearchParams(query);
  search.set(name, day);
  return api.call(`${before}?${search}`, body === undefined ? {} : { body });
}

it.each(days)(
  'refuses an impossible day in $name of $entry.id, and accepts the first and the last possible day',
  async ({ entry, name }) => {
    const odd = [
      '0000-01-01',
      '2026-02-30',
      '2023-02-29',
      '2026-2-3',
      '20260203',
      '2026-01-01T00:00:00Z',
      '',
      ' ',
      'today',
    ];
    for (const day of odd) {
      const { status, body } = await asked(entry, name, day);
      expect([day, status, body.error?.details[0]]).toEqual([
        day,
        422,
        { field: name, issue: 'must be a day such as 2026-01-31' },
      ]);
    }
    for (const day of ['0001-01-01', '9999-12-31']) {
      const { status } = await asked(entry, name, day);
      expect([day, [200, 404, 422].includes(status)]).toEqual([day, true]);
    }
  },
);
