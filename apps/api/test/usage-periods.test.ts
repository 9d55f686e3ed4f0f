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

const ways: [string, (query: string) => Promise<{ status: number; text: string }>][] = [
  ['account.usage', (query) => api.call(`/account/usage?${query}`)],
  ['the portal', (query) => api.call(`/../portal/usage?${query}`)],
];

it.each(ways)('accepts a period of 1 to 92 days, and otherwise states these limits: %s', async (_, ask) => {
  for (const to of ['2026-10-01', '2026-12-31']) {
    const { status, text } = await ask(`from=2026-10-01&to=${to}`);
    expect([to, status]).toEqual([to, 200]);
    expect(text).toContain(`"from":"2026-10-01","to":"${to}"`);
  }
  for (const to of ['2026-09-30', '2027-01-01']) {
    const { status, text } = await ask(`from=2026-10-01&to=${to}`);
    expect([to, status]).toEqual([to, 422]);
    expect(JSON.parse(text).error.details).toEqual([
      { field: 'to', issue: 'must be from 2026-10-01 to at most 91 days later' },
    ]);
  }
});
