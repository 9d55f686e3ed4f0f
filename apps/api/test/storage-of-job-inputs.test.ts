import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

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

const items = Array.from({ length: 60 }, () => ({ uprn: String(sandboxSamples().house.uprn) }));

it('the inputs of a job count towards the storage limit of its account until it ends', async () => {
  const { secret, account_id } = await api.newKey({ plan: 'scale' });
  const start = () => api.call('/jobs', { key: secret, body: { operation: 'properties.get', items } });
  const first = await start();
  const { rows } = await database.db.query('select input_bytes::float8 as bytes from jobs where id = $1', [
    first.body.id,
  ]);
  expect(rows[0].bytes).toBeGreaterThan(JSON.stringify(items).length);
  await database.db.query(
    `insert into jobs (id, account_id, key_id, operation, source, parameters, state, credit_ceiling,
                       credits_at_most, created_at, run_at, input_bytes)
       select gen_random_uuid(), account_id, key_id, operation, source, parameters, 'waiting', 0, 0, created_at,
              $2::timestamptz + interval '1 minute', 100 * 1024 * 1024
         from jobs cross join generate_series(1, 41) where account_id = $1`,
    [account_id, api.clock.now()],
  );
  const refused = await start();
  expect([refused.status, refused.body.error?.code]).toEqual([429, 'too_many_jobs']);
  expect(refused.body.error.message).toContain('4 GB');
  await database.db.query(
    `update jobs set state = 'cancelled', finished_at = $2 where account_id = $1 and finished_at is null`,
    [account_id, api.clock.now()],
  );
  expect((await start()).status).toBe(201);
});
