import { startApi } from '@domesday/api';
import { createAccount, createKey } from '@domesday/api/accounts';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const uprn = String(sandboxSamples().house.uprn);
const clock = testClock();
const logged: { level: number; job?: string }[] = [];
let database: TestDatabase;
let api: Awaited<ReturnType<typeof startApi>>;
let headers: Record<string, string>;
beforeAll(async () => {
  database = await sandboxDatabase();
  await database.db.query(`
    create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
  api = await startApi(
    {
      ...{ host: '127.0.0.1', port: 0, database_url: database.url, log_level: 'info', redis_url: null },
      ...{ pool_size: 6, statement_timeout_ms: 10_000, metrics_port: 0 },
    },
    { clock, log: pino({}, { write: (line) => void logged.push(JSON.parse(line)) }) },
  );
  const account_id = await createAccount(database.db, 'made for a full disk', 'scale');
  headers = {
    Authorization: `Bearer ${(await createKey(database.db, { account_id, mode: 'live' })).secret}`,
  };
});
afterAll(async () => {
  vi.restoreAllMocks();
  await api?.close();
  await database?.drop();
});

const ask = async (path: string, init: RequestInit = {}) => {
  clock.advance(1000);
  const answer = await fetch(new URL(path, api.url), { headers, ...init });
  return { status: answer.status, body: (await answer.json()) as { ready: boolean; checks: object[] } };
};
const metric = async (name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await (await fetch(api.metrics_url!)).text())?.[1]);

it('is not ready, with the reason, while the database has no room for charges, and recovers', async () => {
  const now = performance.now.bind(performance);
  let ahead_ms = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead_ms);
  await database.db.query('create trigger no_room before insert on ledger execute function no_room()');
  expect((await ask('/health/ready')).status).toBe(200);
  expect((await ask(`/v1/properties/${uprn}`)).status).toBe(503);
  expect(await metric('domesday_charges_failed_total')).toBe(1);

  const full = {
    name: 'database',
    ready: false,
    detail: 'The database takes no charges: its disk is full.',
  };
  await expect.poll(() => ask('/health/ready'), { timeout: 5000 }).toMatchObject({ status: 503 });
  expect((await ask('/health/ready')).body).toMatchObject({ ready: false, checks: [full, {}, {}] });
  expect((await ask('/v1/status')).body).toMatchObject({ ready: false, checks: [full, {}, {}] });

  await database.db.query('drop trigger no_room on ledger');
  ahead_ms = 11_000;
  await expect.poll(() => ask('/health/ready'), { timeout: 5000 }).toMatchObject({ status: 200 });
  expect((await ask(`/v1/properties/${uprn}`)).status).toBe(200);
  expect((await ask('/v1/status')).body.ready).toBe(true);
});

it('counts each failed write of a job for monitoring, and logs a lasting failure as an error', async () => {
  await database.db.query('create trigger no_room before insert on job_results execute function no_room()');
  const started = await ask('/v1/jobs', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ operation: 'properties.get', items: [{ uprn }] }),
  });
  expect(started.status).toBe(201);
  const failures = async () => {
    clock.advance(1000);
    return metric('domesday_job_failures_total');
  };
  await expect.poll(failures, { timeout: 30_000, interval: 50 }).toBeGreaterThan(8);
  await database.db.query('drop trigger no_room on job_results');
  const levels = logged.filter(({ job }) => job !== undefined).map(({ level }) => level);
  expect(levels.slice(0, 8)).toEqual([40, 40, 40, 40, 40, 40, 50, 50]);
});
