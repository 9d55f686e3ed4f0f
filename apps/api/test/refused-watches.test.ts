import { sandboxSamples } from '@domesday/sandbox';
import { emptyDatabase, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { house } = sandboxSamples();
const uprn = String(house.uprn);
const { postcode } = house;
const outcode = postcode.split(' ')[0]!;
let database: TestDatabase;
let api: TestApi;
let webhook_id: string;
/** A service on which nothing is loaded. */
let empty: TestDatabase;
let before: TestApi;
let webhook_before: string;
const webhookOf = async (one: TestApi): Promise<string> =>
  (await one.call('/webhooks', { key: one.liveKey, body: { url: 'https://example.org/x' } })).body.id;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  webhook_id = await webhookOf(api);
  empty = await emptyDatabase();
  before = await startTestApi(empty);
  webhook_before = await webhookOf(before);
});
afterAll(async () => {
  await api?.close();
  await before?.close();
  await database?.drop();
  await empty?.drop();
});

const make = (given: object) =>
  api.call('/watches', {
    key: api.liveKey,
    body: { webhook_id, purpose: 'for a test', ends_on: '2027-01-31', ...given },
  });
const count = async () => (await database.db.query('select count(*)::int as n from watches')).rows[0].n;

const WRONG: Record<string, [given: object, field: string, issue: string]> = {
  'a distance without planning': [{ uprn, events: ['sold'], near_m: 100 }, 'near_m', 'planning'],
  'a distance around an outcode': [
    { outcode, events: ['planning'], near_m: 100 },
    'near_m',
    'needs a uprn or a postcode',
  ],
  'a size of moves without the event value_moved': [
    { uprn, events: ['sold'], value_moved_pct: 5 },
    'value_moved_pct',
    'value_moved',
  ],
  'the value of a postcode': [{ postcode, events: ['value_moved'] }, 'events', 'only for a uprn'],
};

it.each(Object.entries(WRONG))(
  'refuses to watch for %s, names the field, and creates nothing',
  async (_what, [given, field, issue]) => {
    const { status, body } = await make(given);
    expect(status).toBe(422);
    expect(body.error.details).toContainEqual(
      expect.objectContaining({ field, issue: expect.stringContaining(issue) }),
    );
    expect(await count()).toBe(0);
  },
);

it.each([
  ['postcode', 'XE1 9ZZ'],
  ['outcode', 'XE99'],
])('refuses to watch an unknown %s, since no event could occur', async (kind, code) => {
  const { status, body } = await make({ [kind]: code, events: ['sold'] });
  expect([status, body.error.code]).toEqual([404, 'postcode_not_found']);
  expect(body.error.message).toContain(code);
  expect(await count()).toBe(0);
});

it.each([
  ['a home', { uprn }],
  ['a postcode', { postcode }],
  ['an outcode', { outcode }],
  [
    'a polygon',
    {
      polygon: {
        type: 'Polygon',
        coordinates: [
          [
            [1.4, 53.8],
            [1.5, 53.8],
            [1.5, 53.9],
            [1.4, 53.8],
          ],
        ],
      },
    },
  ],
])('refuses to watch %s before anything is loaded, since no event could occur', async (_what, place) => {
  const { status, body } = await before.call('/watches', {
    key: before.liveKey,
    body: {
      ...{ webhook_id: webhook_before, events: ['sold'], purpose: 'for a test', ends_on: '2027-01-31' },
      ...place,
    },
  });
  expect([status, body.error?.code]).toEqual([
    404,
    'postcode' in place ? 'postcode_not_found' : 'source_not_loaded',
  ]);
});

it('limits the watches of an account, and allows another once one is deleted', async () => {
  const one = await make({ uprn, events: ['sold'] });
  expect(one.status).toBe(201);
  await database.db.query(
    `insert into watches select (jsonb_populate_record(w, jsonb_build_object('id', gen_random_uuid()))).*
       from watches w cross join generate_series(2, 10000)`,
  );
  const more = { uprn, events: ['sold'], purpose: 'one more' };
  const refused = await make(more);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'limit_reached']);
  expect(await count()).toBe(10_000);
  const gone = await api.call(`/watches/${one.body.id}`, { key: api.liveKey, method: 'DELETE' });
  expect(gone.status).toBeLessThan(300);
  expect((await make(more)).status).toBe(201);
});
