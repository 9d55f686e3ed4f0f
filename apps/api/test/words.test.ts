import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

const TEXT = 'Two BEDROOM flat (re-roofed), 50% off; O’Xan’s café_bar\\ élan';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  await database.db.query('update listings set summary = $1', [TEXT]);
  await database.db.query('update planning_applications set description = $1', [TEXT]);
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

it.each(['/listings?listing_type=sale&outcode=XE1', '/planning/applications?outcode=XE1&days=3650'])(
  'GET %s finds whole words and beginnings, in any case, and takes no part of a word and no sign for more than it is',
  async (path) => {
    const total = async (q: string) => {
      const { status, body } = await api.call(`${path}&q=${encodeURIComponent(q)}`);
      expect([q, status]).toEqual([q, 200]);
      return body.total > 0;
    };
    for (const q of [
      'bedroom',
      'BED',
      'flat two',
      'roofed',
      '(re-roofed)',
      '50%',
      'o’x',
      'café',
      '_bar\\',
      'élan',
    ])
      expect([q, await total(q)]).toEqual([q, true]);
    for (const q of ['room', 'edroom', 'lat', 'b.droom', 'f%t', 'fl_t', '(bed|x)', 'bed*', '[a-z]', 'flat$'])
      expect([q, await total(q)]).toEqual([q, false]);
  },
);
