import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
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

describe.each([
  ['/listings?listing_type=sale', 'bedroom'],
  ['/planning/applications?outcode=XE1&days=3650', 'window'],
])('words that %s looks for', (path, word) => {
  const search = (words: string[]) => api.call(`${path}&q=${encodeURIComponent(words.join(' '))}`);

  it('are refused if they are more than the patterns that PostgreSQL caches', async () => {
    const words = Array.from({ length: 21 }, (_, i) => `${String.fromCharCode(97 + i)}x`);
    expect((await search(words.slice(1))).status).toBe(200);
    for (const also of ['', '&quote=true']) {
      const { status, body } = await api.call(`${path}${also}&q=${words.join('+')}`);
      expect([status, body.error?.details]).toEqual([
        422,
        [{ field: 'q', issue: 'must have at most 20 words' }],
      ]);
    }
  });

  it('count once if one is the beginning of another or if one occurs twice', async () => {
    const beginnings = Array.from(word, (_, i) => word.slice(0, i + 1));
    const { status, body } = await search([...beginnings, word.toUpperCase(), ...Array(24).fill(word[0])]);
    expect([status, body.total]).toEqual([200, (await search([word])).body.total]);
    expect(body.total).toBeGreaterThan(0);
  });
});
