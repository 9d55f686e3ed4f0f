import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

interface Listed {
  transaction_id: string;
  date: string;
  distance_m: number | null;
}
const { house } = sandboxSamples();
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

async function listed(path: string): Promise<Listed[]> {
  const { status, body } = await api.call(path);
  expect(status).toBe(200);
  return body.comparables;
}
const ids = (sales: Listed[]): string[] => sales.map((sale) => sale.transaction_id);

it('lists the same most similar sales of a property in whichever order is requested', async () => {
  const of = `/prices/${house.uprn}/comparables?months=120`;
  const all = await listed(`${of}&limit=50`);
  for (const limit of [3, 9]) {
    const similar = await listed(`${of}&limit=${limit}`);
    expect(ids(similar)).toEqual(ids(all.slice(0, limit)));
    for (const sort of ['date', 'distance'])
      expect(ids(await listed(`${of}&limit=${limit}&sort=${sort}`)).sort()).toEqual(ids(similar).sort());
    const dates = (await listed(`${of}&limit=${limit}&sort=date`)).map((sale) => sale.date);
    expect(dates).toEqual([...dates].sort().reverse());
  }
});

it('lists the first sales of an area in the requested order', async () => {
  for (const sort of ['similarity', 'date', 'distance']) {
    const of = `/prices/comparables?outcode=XE1&property_type=terraced&months=24&sort=${sort}`;
    const all = await listed(`${of}&limit=100`);
    expect(all.length).toBeGreaterThan(9);
    for (const limit of [1, 4, 9])
      expect(ids(await listed(`${of}&limit=${limit}`))).toEqual(ids(all.slice(0, limit)));
  }
});
