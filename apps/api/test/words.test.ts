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
  'GET %s matches whole words and their beginnings, in any case, but no inner parts of words and no patterns',
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

it('finds an application by its reference or the beginning of it, but not by a house number, year or pattern', async () => {
  const found = async (q: string): Promise<string[]> => {
    const { body } = await api.call(
      `/planning/applications?outcode=XE1&days=3650&q=${encodeURIComponent(q)}`,
    );
    return body.applications.map(({ reference }: { reference: string }) => reference);
  };
  const { rows } = await database.db.query<{ reference: string }>(
    `select reference from planning_applications where postcode like 'XE1 %' order by 1 limit 1`,
  );
  const { reference } = rows[0]!;
  expect(await found(` ${reference.toLowerCase()} `)).toEqual([reference]);
  const begun = await found(reference.slice(0, 6));
  expect(begun).toContain(reference);
  expect(begun.filter((one) => !one.startsWith(reference.slice(0, 6)))).toEqual([]);
  expect(await found(reference.slice(0, 4))).toEqual([]);
  expect(await found(`${reference.slice(0, 2)}_____`)).toEqual([]);
});
