import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOMES, locationQueriesOf } from './location-cases.ts';

let api: TestApi;
let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const CIRCLE = locationQueriesOf(HOMES.Scotland, 800).circle;

it('gives no radius if an authority answers for a circle', async () => {
  const yields = await api.call(`/rents/yields?${CIRCLE}`);
  const { lat, lng, radius_m } = Object.fromEntries(new URLSearchParams(CIRCLE));
  const scheme = await api.call('/valuations/development-gdv', {
    body: {
      lat: Number(lat),
      lng: Number(lng),
      radius_m: Number(radius_m),
      units: [{ type: 'terraced', bedrooms: 3, count: 4 }],
    },
  });
  for (const { status, body } of [yields, scheme]) {
    expect(status).toBe(200);
    const { geography } = body.meta;
    expect(geography).toMatchObject({ level: 'local_authority', radius_m: null, widened: true });
    expect(geography.widened_from).toBe(geography.requested);
  }
});

it.each(['yields', 'rents'])('does not report an authority as widened if its own %s answer', async (part) => {
  // The few lettings of a thin feed are not enough, so the index of the authority answers.
  await database.db.query(`delete from lettings`);
  const told = ['E06999001', 'S12999001'].map(async (code) => {
    const answer = await fetch(`${new URL(api.url).origin}/portal/authorities/${code}/${part}`, {
      headers: { authorization: `Bearer ${api.testKey}` },
    });
    const { meta } = (await answer.json()) as { meta: { geography: Record<string, unknown> } };
    return meta.geography;
  });
  for (const { requested, used, level, widened, widened_from } of await Promise.all(told)) {
    expect(widened).toBe(level !== 'local_authority');
    expect(widened_from).toBe(widened ? requested : null);
    if (!widened) expect(used).not.toBeNull();
  }
});
