import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract, createPool, migrate } from '@domesday/db';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../../packages/db/generated/migrations.ts';
import { up as countSubKeys } from '../../packages/db/migrations/2026-11-24-01-caps-of-sub-keys.ts';
import { OF_FIRST_RELEASE } from '../../packages/db/src/first-release.ts';
import { BASELINE, ofFirstRelease } from './first-release.ts';

// Two versions run side by side during an upgrade: a migration must be compatible with both.

const FOLDER = resolve(import.meta.dirname, '../../packages/db/migrations');
const TAKES_AWAY =
  /\bdrop (table|column|function|view|type|schema|index)\b|\brename (to|column)\b|\balter column \w+ (set data )?type\b|\bset not null\b|\btruncate\b/i;

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());

const names = async (text: string): Promise<string[]> =>
  (await database.db.query(text)).rows.map((row) => row.name);
const functionNames = () => names('select name from sql_functions order by name');
const NEWER = "insert into kysely_migration (name, timestamp) values ('2999-01-01-01-newer', now()::text)";

it('migrations only add: none drops, renames or retypes what the previous version reads', () => {
  const later = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && name.slice(0, -3) > BASELINE);
  expect(later.length).toBeGreaterThan(0);
  for (const name of later) expect(readFileSync(join(FOLDER, name), 'utf8'), name).not.toMatch(TAKES_AWAY);
  for (const text of ['alter table t drop column c', 'alter table t alter column c type text', 'truncate t'])
    expect(text).toMatch(TAKES_AWAY);
});

it('an older version starts on a database that a newer one has upgraded, and does not replace its functions', async () => {
  await database.db.query(NEWER);
  await database.db.query("update sql_functions set hash = 'of a newer version' where name = 'settle_batch'");
  expect(await migrate(database.url)).toEqual([]);
  expect(await names("select hash as name from sql_functions where name = 'settle_batch'")).toEqual([
    'of a newer version',
  ]);
  await expect(contract(database.url)).rejects.toThrow('contract it with that one');
  await database.db.query("delete from kysely_migration where name like '2999%'");
  expect(await migrate(database.url)).toEqual(['settle_batch']);
});

const LOADS = 'select uri as name from dataset_loads order by uri';

it('upgrades a database of 1.1.0, whose processes stay ready until it is contracted, even if two processes start together', async () => {
  const old = await ofFirstRelease(database, 'of_first_release', [
    '/tmp/domesday-sandbox-aB3_d9/price-paid/pp.csv',
  ]);
  const applied = await Promise.all([migrate(old.url), migrate(old.url)]);
  // Either of the two processes may be the first.
  expect(applied.map(([first]) => first)).toContain(BASELINE);
  const recorded = () => old.namesOf('select name from kysely_migration order by name');
  // A process of 1.1.0 is ready only if each of its own migrations is recorded.
  const of_both_versions = [...new Set([...OF_FIRST_RELEASE, ...Object.keys(migrations)])].sort();
  expect(await recorded()).toEqual(of_both_versions);
  // The fictional country was removed, since it would be served as if it were real.
  expect(await old.namesOf(LOADS)).toEqual([]);
  expect(await migrate(old.url)).toEqual([]);
  // A changed function is replaced although the migrations of 1.1.0 are still recorded.
  const change = () => old.namesOf("update sql_functions set hash = '' where name = 'settle_batch'");
  await change();
  expect(await migrate(old.url)).toEqual(['settle_batch']);
  expect(await recorded()).toEqual(of_both_versions);
  await contract(old.url);
  expect(await recorded()).toEqual(Object.keys(migrations).sort());
  await change();
  expect(await migrate(old.url)).toEqual(['settle_batch']);
  await old.drop();
});

it('keeps the real data of a database of 1.1.0, even if it also contains the fictional country', async () => {
  const uris = ['/data/pp-complete.csv', '/tmp/domesday-sandbox-aB3_d9/price-paid/pp.csv'];
  const old = await ofFirstRelease(database, 'of_real_data', uris);
  await migrate(old.url);
  expect(await old.namesOf(LOADS)).toEqual(uris);
  await old.drop();
});

it('an upgrade retries after PostgreSQL has cancelled it to resolve a deadlock with a serving process', async () => {
  const old = await ofFirstRelease(database, 'of_busy_processes', ['/data/pp-complete.csv']);
  const pool = createPool(old.url, { max: 1 });
  const serving = await pool.connect();
  try {
    // With this setting PostgreSQL cancels the upgrade in a deadlock, and not this connection.
    await serving.query("set deadlock_timeout = '10min'");
    await serving.query('begin; lock table company_titles in access share mode');
    const upgraded = migrate(old.url);
    const waits =
      "select from pg_stat_activity where datname = 'of_busy_processes' and wait_event_type = 'Lock'";
    while ((await database.db.query(waits)).rowCount === 0) await sleep(20);
    await serving.query('select from dataset_loads');
    await serving.query('commit');
    expect(await upgraded).toContain('2026-11-26-01-more-proprietors');
    expect(await migrate(old.url)).toEqual([]);
  } finally {
    serving.release();
    await pool.end();
    await old.drop();
  }
});

it.each([
  ['an upgrade', migrate, 'company_titles', '2026-11-26-01-more-proprietors'],
  ['a contraction', contract, 'ledger', '2026-11-21-01-ledger-charged-at'],
] as const)(
  'does not block the statements of a serving process while %s waits for a locked table',
  async (_, apply, table, name) => {
    const old = await ofFirstRelease(database, 'of_long_statements', ['/data/pp-complete.csv']);
    if (apply === contract) await migrate(old.url);
    const pool = createPool(old.url, { max: 2 });
    const holder = await pool.connect();
    try {
      await holder.query(`begin; lock table ${table} in access share mode`);
      const applied = apply(old.url);
      const waits =
        "select from pg_stat_activity where datname = 'of_long_statements' and wait_event_type = 'Lock'";
      for (let times = 0; times < 5; times += 1) {
        while ((await database.db.query(waits)).rowCount === 0) await sleep(20);
        // An upgrade waits for the first of these tables, and has altered the second before.
        await pool.query('select from company_titles, ledger');
      }
      await holder.query('commit');
      expect(await applied).toContain(name);
    } finally {
      holder.release();
      await pool.end();
      await old.drop();
    }
  },
);

it('an upgrade names the PostgreSQL process that it waits for, how long its transaction has been open, and how to end it', async () => {
  const old = await ofFirstRelease(database, 'of_long_reports', ['/data/pp-complete.csv']);
  const pool = createPool(old.url, { max: 1, application_name: 'a long report' });
  const holder = await pool.connect();
  try {
    const { pid } = (await holder.query('select pg_backend_pid() as pid')).rows[0];
    await holder.query("begin; select 'a secret' from company_titles");
    const messages: string[] = [];
    const options = { tell: (sentence: string) => void messages.push(sentence), look_every_ms: 50 };
    const both = [migrate(old.url, options), migrate(old.url, options)];
    const ofReport = () => messages.filter((sentence) => sentence.includes(`process ${pid} `));
    // The second upgrade waits for the first, and also names the process that both wait for.
    while (ofReport().length < 2) await sleep(20);
    for (const sentence of ofReport()) {
      expect(sentence).toContain(`process ${pid} of PostgreSQL (a long report, user `);
      expect(sentence).toMatch(/ has been open for \d+ s and holds a lock on what it changes\. /);
      expect(sentence).toContain(`select pg_terminate_backend(${pid})`);
      expect(sentence).not.toContain('secret');
    }
    await holder.query('commit');
    await Promise.all(both);
    const before = ofReport().length;
    await holder.query('begin; lock table ledger in access share mode');
    const contracted = contract(old.url, options);
    while (ofReport().length === before) await sleep(20);
    await holder.query('commit');
    expect(await contracted).toContain('2026-11-21-01-ledger-charged-at');
  } finally {
    holder.release(true);
    await pool.end();
    await old.drop();
  }
});

it('an upgrade keeps what only the previous version uses, and a contraction removes it once', async () => {
  const shipped = await functionNames();
  await database.db.query(
    'create function of_the_version_before() returns integer language sql as $$ select 1 $$',
  );
  await database.db.query("insert into sql_functions values ('of_the_version_before', 'its hash')");
  expect(await migrate(database.url)).toEqual([]);
  await database.db.query('select of_the_version_before()');
  const index = () => names("select indexname as name from pg_indexes where indexname = 'ledger_charged_at'");
  expect(await index()).toEqual(['ledger_charged_at']);

  // This state is that of a database with accounts, whose running processes may be of the previous version.
  await database.db.query('update address_index_state set compact = false, packs_records = false');
  const compact = async () =>
    (await database.db.query('select compact, packs_records from address_index_state')).rows[0];
  expect(await migrate(database.url)).toEqual([]);
  expect(await compact()).toEqual({ compact: false, packs_records: false });

  expect(await contract(database.url)).toEqual([
    '2026-11-21-01-ledger-charged-at',
    '2026-11-23-01-compact-homes',
    '2026-11-23-04-packed-records',
    '2026-11-29-06-watched-boxes',
    'of_the_version_before',
  ]);
  expect(await index()).toEqual([]);
  expect(await compact()).toEqual({ compact: true, packs_records: true });
  expect(await functionNames()).toEqual(shipped);
  await expect(database.db.query('select of_the_version_before()')).rejects.toThrow('does not exist');
  expect(await contract(database.url)).toEqual([]);
  expect(await migrate(database.url)).toEqual([]);
});

it('an upgrade counts the earlier spending of sub-keys towards the cap of their parent key', async () => {
  const [account, key, one, two] = ['a', 'b', 'c', 'd'].map(
    (digit) => `00000000-0000-0000-0000-${digit.repeat(12)}`,
  );
  await database.db.query('alter table key_months drop column sub_keys_used');
  await database.db.query("insert into accounts (id, name, plan_id) values ($1, 'before', 'free')", [
    account,
  ]);
  await database.db.query(
    `insert into api_keys (id, account_id, parent_id, hash, prefix, mode)
     select k.id, $1, k.parent_id, sha256(k.id::text::bytea), 'svc_live_', 'live'
       from (values ($2::uuid, null::uuid), ($3, $2), ($4, $2)) as k (id, parent_id)`,
    [account, key, one, two],
  );
  await database.db.query(
    `insert into key_months values ($1, '2026-10-01', 4), ($2, '2026-10-01', 3), ($2, '2026-11-01', 2), ($3, '2026-11-01', 1)`,
    [key, one, two],
  );
  await countSubKeys(new Kysely({ dialect: new PostgresDialect({ pool: database.db }) }));
  const { rows } = await database.db.query(
    'select month, credits_used, sub_keys_used from key_months where key_id = $1 order by month',
    [key],
  );
  expect(rows).toEqual([
    { month: '2026-10-01', credits_used: 4, sub_keys_used: 3 },
    { month: '2026-11-01', credits_used: 0, sub_keys_used: 3 },
  ]);
});
