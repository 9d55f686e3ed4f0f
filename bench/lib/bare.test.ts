import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Served, serve } from './servers.ts';

let database: TestDatabase;
let bare: Served;

beforeAll(async () => {
  database = await sandboxDatabase();
  bare = await serve(
    'bench/lib/bare.ts',
    { DATABASE_URL: database.url, NODE_OPTIONS: '--import tsx' },
    '/ready',
  );
});
afterAll(async () => {
  await bare.stop();
  await database.drop();
});

it('the baseline server without metering answers the same request that the API is measured with', async () => {
  const { rows } = await database.db.query('select uprn from addresses order by uprn limit 1');
  const response = await fetch(`http://127.0.0.1:${bare.port}/v1/properties/${rows[0].uprn}?fields=address`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ uprn: String(rows[0].uprn), address: expect.any(String) });
});
