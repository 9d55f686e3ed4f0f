import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '@domesday/builds';
import { createPool, type Db, migrate } from '@domesday/db';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Settings that a server, a database or a role may have, and that must not affect Domesday. */
const FOREIGN = {
  datestyle: "'SQL, DMY'",
  intervalstyle: "'sql_standard'",
  timezone: "'Pacific/Kiritimati'",
  extra_float_digits: '-3',
  bytea_output: "'escape'",
  standard_conforming_strings: 'off',
  transform_null_equals: 'on',
  array_nulls: 'off',
  quote_all_identifiers: 'on',
  search_path: 'own',
  default_transaction_isolation: "'serializable'",
  statement_timeout: "'300ms'",
  lock_timeout: "'50ms'",
  idle_in_transaction_session_timeout: "'50ms'",
  idle_session_timeout: "'150ms'",
  tcp_keepalives_idle: '7200',
  tcp_keepalives_interval: '75',
  tcp_keepalives_count: '9',
};
/** A setting that exists since PostgreSQL 17. */
const FOREIGN_SINCE_17 = { transaction_timeout: "'300ms'" };

let database: TestDatabase;
let db: Db;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-session-'));
  database = await emptyDatabase();
  const name = new URL(database.url).pathname.slice(1);
  await database.db.query('create schema own');
  await database.db.query('drop schema public, staging, past cascade; create schema public');
  const { rows } = await database.db.query(
    "select current_setting('server_version_num')::int >= 170000 as is",
  );
  const foreign = { ...FOREIGN, ...(rows[0].is ? FOREIGN_SINCE_17 : {}) };
  for (const [setting, value] of Object.entries(foreign))
    await database.db.query(`alter database ${name} set ${setting} = ${value}`);
  await migrate(database.url);
  db = createPool(database.url, { max: 2 });
});
afterAll(async () => {
  await db?.end();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

it('reads days, timestamps, numbers and names the same, whatever the database sets', async () => {
  const { rows } = await db.query(`
    select date '2026-03-04' as day, timestamptz '2026-03-31 23:30+00' as moment,
           (timestamptz '2026-03-31 23:30+00')::date as day_of_moment, 0.1::float8 + 0.2 as sum, '\\d' as text,
           null = null as nothing, '{null}'::text[] as list, pg_get_indexdef('api_keys_pkey'::regclass) as index,
           interval '26 hours'::text as span, current_setting('transaction_isolation') as isolation`);
  expect(rows).toEqual([
    {
      day: '2026-03-04',
      moment: new Date('2026-03-31T23:30:00Z'),
      day_of_moment: '2026-03-31',
      sum: 0.30000000000000004,
      text: '\\d',
      nothing: null,
      list: [null],
      index: 'CREATE UNIQUE INDEX api_keys_pkey ON public.api_keys USING btree (id)',
      span: '26:00:00',
      isolation: 'read committed',
    },
  ]);
});

it('creates its tables in the schema public, whatever the search path', async () => {
  const { rows } = await db.query(
    "select schemaname from pg_tables where tablename in ('api_keys', 'sales', 'kysely_migration') order by 1",
  );
  expect(rows).toEqual([1, 2, 3].map(() => ({ schemaname: 'public' })));
});

it('connects even if the server or the address sets an empty search path', async () => {
  const url = new URL(database.url);
  url.searchParams.set('options', '-csearch_path=');
  const pool = createPool(url.href, { max: 1 });
  expect((await pool.query("select current_setting('search_path') as path")).rows).toEqual([
    { path: 'public' },
  ]);
  await pool.end();
});

it('refuses a database with an encoding other than UTF8, which cannot store every name', async () => {
  for (const encoding of ['SQL_ASCII', 'LATIN1']) {
    const name = `domesday_test_${encoding.toLowerCase()}_${process.pid}`;
    await database.db.query(`create database ${name} encoding '${encoding}' template template0 locale 'C'`);
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    await expect(migrate(url.href)).rejects.toThrow(`encoding of the database is ${encoding}`);
    await database.db.query(`drop database ${name}`);
  }
});

it('refuses a database in whose locale the capital of i is not I, since searches for a high street would fail', async () => {
  const name = `domesday_test_turkish_${process.pid}`;
  const locale = "template template0 encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'tr-TR'";
  await database.db.query(`create database ${name} ${locale}`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  await expect(migrate(url.href)).rejects.toThrow('the capital of i is not I');
  await database.db.query(`drop database ${name}`);
});

it.each(['pg_trgm', 'btree_gist'])(
  'creates %s and its indexes again if it was dropped or missing in a restore',
  async (extension) => {
    const restored = await emptyDatabase();
    const indexes = async () =>
      (await restored.db.query("select indexdef from pg_indexes where schemaname = 'public' order by 1"))
        .rows;
    const before = await indexes();
    await restored.db.query(`drop extension ${extension} cascade`);
    expect((await migrate(restored.url))[0]).toBe(extension);
    expect(await indexes()).toEqual(before);
    expect(await migrate(restored.url)).toEqual([]);
    await restored.drop();
  },
);

it('creates the indexes again even if the extension was already restored by hand', async () => {
  const restored = await emptyDatabase();
  await restored.db.query('drop extension btree_gist cascade; create extension btree_gist');
  expect(await migrate(restored.url)).toEqual(['areas_box', 'price_cells_place']);
  expect(await migrate(restored.url)).toEqual([]);
  await restored.drop();
});

it.each([
  ['accounts', 'create table accounts (id int)'],
  [
    'accounts, users',
    'create table users (id int primary key); create table accounts (of int references users)',
  ],
  ['webhooks', 'create table webhooks (id int)'],
  ['things', 'create table things (id int)'],
  ['schema staging', 'create schema staging'],
  [
    'kysely_migration',
    "create table kysely_migration (name text, timestamp text); insert into kysely_migration values ('1', '1')",
  ],
])(
  'refuses a database with tables of another program, and creates nothing there: %s',
  async (tables, made) => {
    const name = `domesday_test_shared_${process.pid}`;
    await database.db.query(`create database ${name}`);
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    const other = createPool(url.href, { max: 1 });
    await other.query(made);
    const held =
      "select array_agg(tablename::text order by tablename) as names from pg_tables where schemaname = 'public'";
    const before = (await other.query(held)).rows;
    await expect(migrate(url.href)).rejects.toThrow(`in its schemas public, staging and past (${tables})`);
    expect((await other.query(held)).rows).toEqual(before);
    await other.end();
    await database.db.query(`drop database ${name}`);
  },
);

it.each([
  ['if no migration was started', ''],
  [
    'if the first migration was interrupted',
    `create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
     create table kysely_migration_lock (id varchar(255) primary key, is_locked int not null default 0)`,
  ],
])('migrates beside tables of an extension and of another schema, %s', async (_where, begun) => {
  const name = `domesday_test_begun_${process.pid}`;
  await database.db.query(`create database ${name}`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const db = createPool(url.href, { max: 1 });
  await db.query(`create table brought (id int); alter extension plpgsql add table brought;
    create schema other; create table other.accounts (id int);
    create table other.kysely_migration (name text, timestamp text);
    insert into other.kysely_migration values ('1', '1'); create table other.kysely_migration_lock (id text);
    ${begun}`);
  await db.query(`alter database ${name} set search_path = other`);
  const applied = await migrate(url.href);
  expect(applied).toEqual(expect.arrayContaining(['2026-11-21-01-accounts', 'settle_batch']));
  expect(await migrate(url.href)).toEqual([]);
  expect((await db.query('select name from other.kysely_migration')).rows).toEqual([{ name: '1' }]);
  await db.end();
  await database.db.query(`drop database ${name}`);
});

it('finds its extensions in a schema outside the search path, and says so if it may not use that schema', async () => {
  const name = `domesday_test_extensions_${process.pid}`;
  const user = `domesday_test_user_${process.pid}`;
  await database.db.query(`create role ${user} login password 'of a test'`);
  await database.db.query(`create database ${name} owner ${user}`);
  const admin = new URL(database.url);
  admin.pathname = `/${name}`;
  const owner = createPool(admin.href, { max: 1 });
  await owner.query('create schema "Its extensions"');
  for (const extension of ['pg_trgm', 'btree_gist'])
    await owner.query(`create extension ${extension} schema "Its extensions"`);
  const url = new URL(admin);
  Object.assign(url, { username: user, password: 'of a test' });
  await expect(migrate(url.href)).rejects.toThrow('are in the schema "Its extensions", which the user');
  await owner.query(`grant usage on schema "Its extensions" to ${user}`);
  await migrate(url.href);
  const pool = createPool(url.href, { max: 1 });
  expect((await pool.query("select similarity('oak', 'oak') as alike")).rows).toEqual([{ alike: 1 }]);
  await pool.end();
  await owner.end();
  await database.db.query(`drop database ${name}`);
  await database.db.query(`drop role ${user}`);
});

it('cancels work only at its own time limits, not at those of the database', async () => {
  const client = await db.connect();
  try {
    await client.query('begin');
    await client.query('select pg_sleep(0.4)');
    await new Promise((resolve) => setTimeout(resolve, 200));
    await client.query('commit');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await client.query('select 1');
  } finally {
    client.release();
  }
  const short = createPool(database.url, { max: 1, statement_timeout_ms: 100 });
  await expect(short.query('select pg_sleep(1)')).rejects.toThrow('statement timeout');
  await short.end();
});

it('releases the locks of a client machine that was switched off after two minutes, not two hours', async () => {
  const { rows } = await db.query(`select current_setting('tcp_keepalives_idle')::int as idle_s,
    current_setting('tcp_keepalives_interval')::int as every_s, current_setting('tcp_keepalives_count')::int as times`);
  expect(rows).toEqual([{ idle_s: 60, every_s: 10, times: 6 }]);
});

it.runIf(process.platform === 'linux')(
  'detects within minutes that the server was switched off, however long a statement may take',
  async () => {
    const client = await db.connect();
    try {
      const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
      const port = stream.localPort!.toString(16).toUpperCase().padStart(4, '0');
      // Finds the client's end by its local port. In the line of the server's end the same port is the remote one.
      const line = readFileSync('/proc/net/tcp', 'utf8')
        .split('\n')
        // The number of a line has no leading blank from the thousandth line on.
        .find((one) => one.trim().split(/[\s:]+/)[2] === port)!;
      // The timer of the connection: 02 means keepalive, and the time left is in hundredths of a second.
      const [, timer, wait] = / (\d\d):([0-9A-F]{8}) /.exec(line)!;
      expect(timer).toBe('02');
      expect(Number.parseInt(wait!, 16) / 100).toBeLessThanOrEqual(300);
    } finally {
      client.release();
    }
  },
);

it('waits for the disk at each commit, except for data that can be loaded again', async () => {
  const waits = async (pool: Db) =>
    (await pool.query("select current_setting('synchronous_commit') as waits")).rows[0].waits;
  const fictional = createPool(database.url, { max: 1, reloadable: true });
  expect([await waits(db), await waits(fictional)]).toEqual(['on', 'off']);
  await fictional.end();
});

it('loads two files into a database with such settings, and records their newest days', async () => {
  for (const [id, day] of [
    ['1', '2026-03-04'],
    ['2', '2026-04-05'],
  ]) {
    const path = join(folder, `pp-${id}.csv`);
    await writeFile(
      path,
      `"{00000000-0000-0000-0000-00000000000${id}}","250000","${day} 00:00","XE1 1AA","T","N","F","1","","QUAXLEY STREET","","XANBURY","XANBURY","XANSHIRE","A","A"\n`,
    );
    await load(db, 'price-paid', [path], { home: folder });
  }
  const { rows } = await db.query(
    `select release, newest_record from dataset_loads where status = 'published' order by id`,
  );
  expect(rows).toEqual([
    { release: '2026-03', newest_record: '2026-03-04' },
    { release: '2026-04', newest_record: '2026-04-05' },
  ]);
});
