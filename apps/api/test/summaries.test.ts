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

const limited = operationTable.filter((entry) =>
  parametersOf(entry).some((parameter) => parameter.name === 'limit'),
);

/** Fields that are the page itself or describe only the page. */
const PAGE = new Set(['count', 'next_cursor', 'request_id', 'warnings']);

/** An answer without the lists that `limit` cuts, which may be longer in the other answer. */
function unpaged(one: unknown, other: unknown): unknown {
  if (Array.isArray(one)) {
    const cut = !Array.isArray(other) || one.length !== other.length;
    return cut ? 'a page' : one.map((value, i) => unpaged(value, other[i]));
  }
  if (typeof one !== 'object' || one === null) return one;
  const against = (other ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(one)
      .filter(([name]) => !PAGE.has(name))
      .map(([name, value]) => [name, unpaged(value, against[name])]),
  );
}

it.each(limited)('$id summarises all matches, however few are shown', async (entry) => {
  const { path } = exampleCall(entry);
  const bare = path.replace(/([?&])limit=\d+&?/, '$1');
  const ask = async (limit: number) => {
    const answer = await api.call(`${bare}${bare.includes('?') ? '&' : '?'}limit=${limit}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const { maximum: most = 50 } = parametersOf(entry).find(({ name }) => name === 'limit')!.schema;
  expect(most).toBeGreaterThan(10);
  const [few, some] = [await ask(1), await ask(most)];
  expect(unpaged(few, some)).toEqual(unpaged(some, few));
  if ('count' in few) expect(few.count).toBe(1);
});
