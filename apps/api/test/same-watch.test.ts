import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { house } = sandboxSamples();
const ring = [
  [-1.6, 52.4],
  [-1.5, 52.4],
  [-1.5, 52.5],
  [-1.6, 52.4],
];
const PLACES = {
  uprn: { uprn: String(house.uprn), events: ['sold', 'value_moved'], value_moved_pct: 2.5 },
  postcode: { postcode: house.postcode, events: ['planning'] },
  outcode: { outcode: house.postcode.split(' ')[0], events: ['sold', 'certificate'] },
  polygon: { polygon: { type: 'Polygon', coordinates: [ring] }, events: ['sold'] },
};
let database: TestDatabase;
let api: TestApi;
let webhook_id: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  const { body } = await api.call('/webhooks', { key: api.liveKey, body: { url: 'https://example.org/x' } });
  webhook_id = body.id;
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const make = (given: object) =>
  api.call('/watches', {
    key: api.liveKey,
    body: { webhook_id, purpose: 'for a test', ends_on: '2027-01-31', ...given },
  });
const total = async () => (await api.call('/watches', { key: api.liveKey })).body.total;

it.each(Object.entries(PLACES))(
  'makes one watch of a %s for repeated and concurrent requests and any order of events, and another for other settings',
  async (_kind, given) => {
    const before = await total();
    const made = await Promise.all(Array.from({ length: 4 }, () => make(given)));
    expect(made.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    const again = [await make(given), await make({ ...given, events: given.events.toReversed() })];
    expect(again.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set([...made, ...again].map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await total()).toBe(before + 1);
    for (const other of [
      { purpose: 'another' },
      { ends_on: '2027-02-01' },
      { events: [...given.events, 'listing'] },
    ])
      expect((await make({ ...given, ...other })).status, JSON.stringify(other)).toBe(201);
  },
);
