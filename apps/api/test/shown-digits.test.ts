import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CASES, inputOf } from './location-cases.ts';

/** Degrees have the most: seven. A four-byte number that is not rounded shows more, such as 171.70000457763672. */
const MOST_DECIMALS = 7;
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

function tooLong(value: unknown, at: string): string[] {
  if (typeof value === 'number')
    return Number(value.toFixed(MOST_DECIMALS)) === value ? [] : [`${at}: ${value}`];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => tooLong(inner, `${at}.${key}`));
}

it.each(operationTable.map((entry) => [entry.id, entry] as const))(
  '%s shows no more digits than its sources have',
  async (id, entry) => {
    const { path, body } = exampleCall(entry);
    const answer = await api.call(path, { method: entry.method.toUpperCase(), body });
    expect(tooLong(answer.body, id)).toEqual([]);
  },
);

it.each(CASES)(
  'no answer for a place of %s, requested by %s, shows more digits than its sources have',
  async (nation, input) => {
    for (const { id, path, method, exactly_one } of operationTable) {
      if (method !== 'get' || !exactly_one) continue;
      const { body } = await api.call(`${path}?${inputOf(nation, input)}`);
      expect(tooLong(body, id)).toEqual([]);
    }
  },
);
