import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CLOSES = '2026-12-01';
/** The practice of the fictional country at this postcode. */
const PRACTICE = { name: 'Harbour Surgery', postcode: 'XE1 3AB' };

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  await database.db.query('update health_sites set closes_on = $1 where name = $2', [CLOSES, PRACTICE.name]);
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const daysTo = (day: string) => Date.parse(day) - api.clock.now().getTime();

describe('a practice with a closing date in its register', () => {
  const nearby = async (radius_m: number) => {
    const path = `/location/infrastructure?postcode=${PRACTICE.postcode}&radius_m=${radius_m}&categories=health`;
    const [health] = (await api.call(path)).body.categories;
    return { count: health.count, names: health.items.map((site: { name: string }) => site.name) };
  };

  it('is named and counted until that day, and neither named nor counted from that day on', async () => {
    api.clock.advance(daysTo('2026-11-30'));
    const before = await Promise.all([100, 2000].map(nearby));
    for (const { names } of before) expect(names).toContain(PRACTICE.name);
    api.clock.advance(daysTo(CLOSES));
    const after = await Promise.all([100, 2000].map(nearby));
    expect(after).toEqual(
      before.map(({ count, names }) => ({
        count: count - 1,
        names: names.filter((name: string) => name !== PRACTICE.name),
      })),
    );
  });
});
