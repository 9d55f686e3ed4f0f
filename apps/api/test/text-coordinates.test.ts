import { sandboxSamples } from '@domesday/sandbox';
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

const { house } = sandboxSamples();

/** Each way to send a polygon. Answers are compared without the parts that depend on the request only. */
const WAYS: [name: string, ask: (polygon: unknown) => Promise<{ status: number; body: unknown }>][] = [
  ['a query', (polygon) => api.call(`/prices/market?polygon=${encodeURIComponent(JSON.stringify(polygon))}`)],
  [
    'an input of a batch',
    async (polygon) => {
      const body = { operation: 'prices.market', items: [{ polygon }] };
      const { status, body: answer, error } = JSON.parse((await api.call('/batch?meta=lean', { body })).text);
      return { status, body: answer ?? { error } };
    },
  ],
  [
    'a body',
    (polygon) => {
      const units = [{ type: 'flat', bedrooms: 2, count: 2, floor_area_sqm: 60 }];
      return api.call('/valuations/development-gdv', { body: { polygon, units } });
    },
  ],
  ['the homes of a polygon', (polygon) => api.call('/properties/within', { body: { polygon } })],
  [
    'a job',
    (polygon) => {
      const body = { operation: 'properties.get', area: { polygon }, quote: true };
      return api.call('/jobs', { body });
    },
  ],
];

/** A square around the home with `write` for each coordinate. */
async function square(write: (value: number) => unknown, more: unknown[] = []) {
  const { rows } = await database.db.query('select longitude, latitude from addresses where uprn = $1', [
    house.uprn,
  ]);
  const { longitude: x, latitude: y } = rows[0];
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([a, b]) => [x + a! / 100, y + b! / 100]);
  return { type: 'Polygon', coordinates: [corners.map((corner) => [...corner.map(write), ...more])] };
}

const shown = (body: unknown) =>
  JSON.stringify(body).replace(/"(request_id|generated_at|docs_url)":"[^"]*"/g, '');

describe.each(WAYS)('coordinates in %s', (_name, ask) => {
  it('may be texts, with an altitude or without, like every number', async () => {
    const plain = await ask(await square(Number));
    expect(plain.status).toBe(200);
    for (const polygon of [await square(String), await square(String, ['12.5']), await square(Number, ['0'])])
      expect(shown((await ask(polygon)).body)).toBe(shown(plain.body));
  });

  it.each(['', ' ', '0x2', 'true', null, true, {}])('are refused if one is %j', async (odd) => {
    const { status } = await ask(await square(() => odd));
    expect(status).toBe(422);
  });
});
