import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApi } from '@domesday/api';
import { createAccount, createKey } from '@domesday/api/accounts';
import { load } from '@domesday/builds';
import { createPool, type Db, migrate } from '@domesday/db';
import { CODE_POINT } from '@domesday/testing/scratch';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Postgres, startPostgres } from '../faults/lib/postgres.ts';

// Tests back-up and restore as docs/operating.md describes them.

const run = promisify(execFile);
/** Tables that cannot be loaded again from the publishers. */
const BACKED_UP = [
  'plans',
  'accounts',
  'api_keys',
  'account_months',
  'key_months',
  'ledger',
  'usage_days',
].concat(
  ['idempotent_answers', 'oauth_records'],
  ['webhooks', 'watches', 'change_head', 'withheld_homes', 'withheld_records'],
);
/** Tables that also belong to an account, but whose rows last only a few days. */
const SHORT_LIVED = ['portal_links', 'portal_sessions', 'paid_questions', 'webhook_deliveries'].concat([
  'jobs',
  'job_inputs',
  'job_results',
  'job_notices',
  'job_turns',
]);
/** Made-up addresses and their positions, only a few for speed. */
const FILES = {
  'code-point-open': CODE_POINT('XE1 1AA'),
  'os-open-uprn':
    'UPRN,X_COORDINATE,Y_COORDINATE,LATITUDE,LONGITUDE\n998000000009,620100.0,440100.0,53.81,1.34\n',
  'address-list': [8, 9].reduce(
    (rows, n) => `${rows}99800000000${n},"${n} QUAXLEY LANE, XTON",XE1 1AA\n`,
    'UPRN,ADDRESS,POSTCODE\n',
  ),
};
const SMALL = { shared_buffers: '32MB', max_wal_size: '128MB' };
const PATH = '/v1/addresses/search?q=9+quaxley';

let folder: string;
const running: { stop(): Promise<unknown> }[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-restore-'));
});
afterAll(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the embedded database', () => {
  it('has the same keys, ledger, releases and stored answers after its folder was copied and put back', async () => {
    const home = join(folder, 'home');
    const server = await start(join(home, 'postgres'));
    const key = await fill(server.url);
    await ask(server.url, key, 'before', 3);
    const before = await stateOf(server.url);
    expect(before.charges).toBe(3);
    await server.stop();
    const copy = join(folder, 'backup');
    await cp(home, copy, { recursive: true, verbatimSymlinks: true });
    await rm(home, { recursive: true });

    await cp(copy, home, { recursive: true, verbatimSymlinks: true });
    const again = await start(join(home, 'postgres'));
    expect(await migrate(again.url)).toEqual([]);
    expect(await stateOf(again.url)).toEqual(before);
    await worksAfter(again.url, key);
  });
});

const native = ownPostgres();
if (!native)
  console.warn('skipped: pg_dump and pg_restore need a PostgreSQL 15 or newer with its server programs');

describe.skipIf(!native)("an operator's own PostgreSQL", () => {
  let server: Postgres;
  let key: string;
  const program = (name: string) => join(native!, 'bin', name);
  beforeAll(async () => {
    server = await start(join(folder, 'own'), native!);
    key = await fill(server.url);
    await ask(server.url, key, 'before', 3);
  });

  it('has the same content after pg_dump and pg_restore', async () => {
    const before = await stateOf(server.url);
    const dump = join(folder, 'domesday.dump');
    await run(program('pg_dump'), ['--format=custom', `--file=${dump}`, server.url]);
    const restored = await newDatabase(server.url, 'restored');
    await run(program('pg_restore'), ['--single-transaction', '--no-owner', `--dbname=${restored}`, dump]);
    expect(await migrate(restored)).toEqual([]);
    expect(await stateOf(restored)).toEqual(before);
    await worksAfter(restored, key);
  });

  it('stays empty after a restore of a truncated dump, and is refused if a part of the dump was restored', async () => {
    const dump = join(folder, 'cut.dump');
    await run(program('pg_dump'), ['--format=custom', `--file=${dump}`, server.url]);
    // The rows of the last tables are missing, as are all indexes, which come after them.
    await truncate(dump, (await stat(dump)).size - 500);
    const cut = await newDatabase(server.url, 'cut');
    const restore = (option: string) =>
      run(program('pg_restore'), [option, '--no-owner', `--dbname=${cut}`, dump]);
    const tables = "select count(*) as n from pg_tables where schemaname = 'public'";
    await expect(restore('--single-transaction')).rejects.toThrow('end of file');
    expect((await withDb(cut, (db) => db.query(tables))).rows[0].n).toBe(0);
    await expect(restore('--exit-on-error')).rejects.toThrow('end of file');
    await expect(migrate(cut)).rejects.toThrow('a part of a back-up');
  });

  it('has every table of an account in one of two lists: tables to back up, and short-lived tables', async () => {
    const listed = new Set([...BACKED_UP, ...SHORT_LIVED]);
    const { rows } = await withDb(server.url, (db) =>
      db.query<{ table: string }>(
        `with recursive owned as (
           select 'accounts'::regclass as relation
           union
           select c.conrelid::regclass from pg_constraint c join owned o on c.confrelid = o.relation and c.contype = 'f')
         select relation::text as table from owned
         union
         select table_name from information_schema.columns
          where table_schema = 'public' and column_name in ('account_id', 'key_id')`,
      ),
    );
    expect(rows.map(({ table }) => table).filter((table) => !listed.has(table))).toEqual([]);
    const guide = await readFile(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
    expect(guide).toContain(`printf -- '--table=%s ' ${BACKED_UP.join(' ')})`);
    expect(guide).toContain(`truncate ${BACKED_UP.join(', ')} cascade`);
  });

  /** Replaces the accounts of the database `to` by those of `from`. */
  async function moveAccounts(from: string, to: string): Promise<void> {
    const dump = join(folder, 'accounts.dump');
    const tables = BACKED_UP.map((table) => `--table=${table}`);
    await run(program('pg_dump'), ['--format=custom', '--data-only', `--file=${dump}`, ...tables, from]);
    await withDb(to, async (db) => {
      // Portal sessions belong to keys and are not backed up.
      await db.query(`truncate ${BACKED_UP.join(', ')} cascade`);
    });
    const options = ['--exit-on-error', '--single-transaction', '--data-only', `--dbname=${to}`, dump];
    await run(program('pg_restore'), options);
  }

  it('works again if only its accounts were backed up and the data are loaded again', async () => {
    const before = await stateOf(server.url);
    const restored = await newDatabase(server.url, 'anew');
    await migrate(restored);
    await moveAccounts(server.url, restored);
    expect((await stateOf(restored)).kept).toEqual(before.kept);
    await withDb(restored, loadHomes);
    await worksAfter(restored, key);
  });

  it('loses no charge if the accounts of today are put into a back-up of yesterday', async () => {
    const dump = join(folder, 'yesterday.dump');
    await run(program('pg_dump'), ['--format=custom', `--file=${dump}`, server.url]);
    const yesterday = await stateOf(server.url);
    await ask(server.url, key, 'today', 2);
    const today = await stateOf(server.url);
    expect(today.charges).toBe(yesterday.charges + 2);
    const restored = await newDatabase(server.url, 'yesterday');
    await run(program('pg_restore'), ['--single-transaction', '--no-owner', `--dbname=${restored}`, dump]);
    await moveAccounts(server.url, restored);
    expect(await stateOf(restored)).toEqual({ ...today, loads: yesterday.loads });
    expect(await ask(restored, key, 'today', 1)).toBe(true);
    await worksAfter(restored, key);
  });
});

async function start(where: string, of?: string): Promise<Postgres> {
  const server = await startPostgres(where, SMALL, of);
  running.push(server);
  return server;
}

/** Writes the schema, a few addresses, and an account with a key and a sub-key. Returns the secret of the key. */
async function fill(url: string): Promise<string> {
  await migrate(url);
  return withDb(url, async (db) => {
    await loadHomes(db);
    const account_id = await createAccount(db, 'kept', 'starter');
    const key = await createKey(db, { account_id, mode: 'live' });
    await createKey(db, { account_id, mode: 'live', parent_id: key.id, monthly_cap: 5 });
    await db.query(
      `with hook as (insert into webhooks (account_id, url, secret)
                     values ($1, 'https://example.org/hooks', 'whsec_') returning id)
       insert into watches (account_id, webhook_id, purpose, ends_on, events, outcode)
       select $1, id, 'Review', '2099-01-01', '{sold}', 'XE1' from hook`,
      [account_id],
    );
    return key.secret;
  });
}

async function loadHomes(db: Db): Promise<void> {
  for (const [dataset, text] of Object.entries(FILES)) {
    const path = join(folder, `${dataset}.csv`);
    await writeFile(path, text);
    await load(db, dataset, [path], { home: join(folder, 'files') });
  }
}

/**
 * Calls a real API over the database, the first time with an Idempotency-Key; returns whether that was a replay.
 */
async function ask(url: string, key: string, idempotency_key: string, calls: number): Promise<boolean> {
  const api = await startApi(
    {
      host: '127.0.0.1',
      port: 0,
      database_url: url,
      log_level: 'silent',
      pool_size: 4,
      statement_timeout_ms: 30_000,
      redis_url: null,
    },
    { log: pino({ level: 'silent' }) },
  );
  try {
    const headers = { authorization: `Bearer ${key}` };
    const first = await fetch(new URL(PATH, api.url), {
      headers: { ...headers, 'idempotency-key': idempotency_key },
    });
    expect(first.status).toBe(200);
    await first.arrayBuffer();
    for (let i = 1; i < calls; i++) {
      const answer = await fetch(new URL(PATH, api.url), { headers });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
    return first.headers.get('idempotency-replayed') === 'true';
  } finally {
    await api.close();
  }
}

/** The old key works, its stored answer is free, and a new charge continues the ledger. */
async function worksAfter(url: string, key: string): Promise<void> {
  const { charges } = await stateOf(url);
  expect(await ask(url, key, 'before', 2)).toBe(true);
  expect((await stateOf(url)).charges).toBe(charges + 1);
}

async function stateOf(url: string) {
  return withDb(url, async (db) => {
    const kept: Record<string, string> = {};
    for (const table of BACKED_UP) {
      const { rows } = await db.query(
        `select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as sum from ${table} t`,
      );
      kept[table] = rows[0].sum;
    }
    const { rows: loads } = await db.query(
      'select dataset, release, content_hash, rows_published from dataset_loads where status = $1 order by id',
      ['published'],
    );
    const { rows: counts } = await db.query(
      'select (select count(*) from addresses) as addresses, (select count(*) from ledger) as charges',
    );
    return { kept, loads, addresses: counts[0].addresses as number, charges: counts[0].charges as number };
  });
}

async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createPool(url, { max: 2 });
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

async function newDatabase(url: string, name: string): Promise<string> {
  await withDb(url, (db) => db.query(`create database ${name}`));
  const restored = new URL(url);
  restored.pathname = `/${name}`;
  return restored.href;
}

/** Folder of an installed PostgreSQL with server, pg_dump and pg_restore; null if there is none. */
function ownPostgres(): string | null {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const candidates = versions
    .filter((version) => Number(version) >= 15)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join('/usr/lib/postgresql', version));
  const found = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  if (found.status === 0 && found.stdout.trim().endsWith('/bin'))
    candidates.push(found.stdout.trim().slice(0, -4));
  const needed = ['postgres', 'initdb', 'pg_dump', 'pg_restore'];
  return candidates.find((at) => needed.every((name) => existsSync(join(at, 'bin', name)))) ?? null;
}
