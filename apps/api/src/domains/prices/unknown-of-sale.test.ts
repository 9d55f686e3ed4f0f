import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

interface Listed {
  transaction_id: string;
  uprn: string;
  similarity: number;
  similarity_parts: Record<string, number | null>;
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
  const { status, body, text } = await api.call(path);
  expect(status, text).toBe(200);
  return body.comparables;
}
const idOf = ({ transaction_id }: Listed) => transaction_id.slice(1, -1);

it('lists no sale without a position as one of the most similar of an area', async () => {
  const of = '/prices/comparables?outcode=XE1&property_type=terraced&months=24&limit=100';
  const before = await listed(of);
  const [nearest] = [...before].sort((a, b) => b.similarity_parts.distance! - a.similarity_parts.distance!);
  await database.db.query('update sales set position = null where transaction_id = $1', [idOf(nearest!)]);
  const after = await listed(of);
  const at = after.findIndex((sale) => idOf(sale) === idOf(nearest!));
  expect(after[at]!.similarity_parts.distance).toBeNull();
  const { recency, property_type } = after[at]!.similarity_parts;
  expect(after[at]!.similarity).toBeCloseTo((recency! + property_type!) / 3, 1.9);
  expect(at).toBeGreaterThan(before.findIndex((sale) => idOf(sale) === idOf(nearest!)));
});

it('ranks a sale lower without its certificate than with one of an equal home', async () => {
  const of = `/prices/${house.uprn}/comparables?months=60&limit=50`;
  const before = await listed(of);
  const twin = before.find(({ similarity_parts: { floor_area, construction_age } }) => {
    return floor_area! > 0.5 && construction_age === 1;
  })!;
  await database.db.query('delete from energy_certificates where uprn = $1', [twin.uprn]);
  const found = (await listed(of)).find((sale) => idOf(sale) === idOf(twin))!;
  expect(found.similarity_parts).toEqual({
    ...twin.similarity_parts,
    floor_area: null,
    construction_age: null,
  });
  expect(found.similarity).toBeLessThan(twin.similarity);
  const { distance, recency, property_type, tenure } = found.similarity_parts;
  expect(found.similarity).toBeCloseTo((distance! + recency! + property_type! + tenure! + 1) / 6, 1.9);
});
