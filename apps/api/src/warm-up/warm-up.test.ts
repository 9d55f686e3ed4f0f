import { type RunningApi, startApi } from '@domesday/api';
import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { pino } from 'pino';
import { afterEach, beforeAll, expect, it } from 'vitest';

const LINES: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void LINES.push(line) });
const WARM_UP_MS = 1500;

let database: TestDatabase;
let api: RunningApi | undefined;
beforeAll(async () => {
  database = await sandboxDatabase();
  return () => database.drop();
});
afterEach(async () => {
  await api?.close();
  api = undefined;
});

const start = (database_url: string) =>
  startApi(
    {
      host: '127.0.0.1',
      port: 0,
      database_url,
      log_level: 'info',
      pool_size: 6,
      statement_timeout_ms: 10_000,
      redis_url: null,
      metrics_port: 0,
      warm_up_ms: WARM_UP_MS,
    },
    { clock: testClock(), log },
  );

/** How often each table of homes was read by key, in all of its life. */
async function readByKey(): Promise<Record<string, number>> {
  await database.db.query('select pg_stat_force_next_flush()');
  const { rows } = await database.db.query(
    "select relname, idx_scan::int as n from pg_stat_user_tables where relname in ('addresses', 'energy_certificates')",
  );
  return Object.fromEntries(rows.map(({ relname, n }) => [relname, n]));
}

it('answers questions about homes before the first caller, and charges, counts and logs none of them', async () => {
  const before = await readByKey();
  api = await start(database.url);
  const text = await (await fetch(api.metrics_url!)).text();
  await api.close();
  api = undefined;
  const after = await readByKey();
  for (const [table, n] of Object.entries(before)) expect(after[table], table).toBeGreaterThan(n);
  for (const table of ['ledger', 'usage_days', 'paid_questions'])
    expect((await database.db.query(`select count(*)::int as n from ${table}`)).rows, table).toEqual([
      { n: 0 },
    ]);
  expect(text).not.toMatch(/^domesday_(requests|credits_charged|charges|refused)_total(\{.*\})? [1-9]/m);
  expect(LINES.filter((line) => /warm|failed/.test(line))).toEqual([]);
});

it('starts where the database does not answer', async () => {
  api = await start('postgres://nobody@127.0.0.1:1/none');
  expect((await fetch(`${api.url.replace('/v1', '')}/health`)).status).toBe(200);
});
