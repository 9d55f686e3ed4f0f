import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely';
import { functions } from '../generated/functions.ts';
import { contractions, migrations } from '../generated/migrations.ts';
import { besidePast } from './beside-past.ts';
import {
  hasExtensions,
  makeLackingExtensions,
  makeLackingIndexes,
  mustReachExtensions,
} from './extensions.ts';
import {
  adoptCharging,
  adoptFirstRelease,
  countSubKeysOfFirstRelease,
  isChargingAdopted,
  OF_FIRST_RELEASE_ALONE,
} from './first-release.ts';
import { createPool } from './pool.ts';
import { type HolderReport, reportingHolders } from './who-holds.ts';

/** Key of the advisory lock for SQL functions: a number that nothing else in this database uses. */
const FUNCTIONS_LOCK = 7_411_206;

/** Key of the advisory lock that the migrator of Kysely holds. */
const LOCK_OF_KYSELY = '3853314791062309107';

/** Names of the tables that record the applied contractions. */
const CONTRACTIONS_TABLE = 'contraction';

/** SQLSTATEs of a deadlock and of a lock timeout. */
const GAVE_WAY = ['40P01', '55P03'];
/**
 * How long a migration first waits for a table lock, milliseconds. The wait is shorter than a second, after which
 * PostgreSQL checks for deadlocks and might abort a statement of a serving process. Statements that queue behind the
 * waiting migration wait too.
 */
const FIRST_WAIT_MS = 300;
/** The wait grows with each attempt up to this, so that the migration gets its turn beside slow statements. */
const LONGEST_WAIT_MS = 10_000;
const AGAIN_MS = 100;

/**
 * Brings a database to the newest schema: applies missing migrations, then changed SQL functions. Both only add, so
 * that processes of the previous version can keep running. A database that a newer version has upgraded keeps its
 * schema and functions. Safe to run from several processes at once: both steps hold a database lock. `report` reports
 * what the migration waits for, by default on standard error. Returns the names of what this call applied.
 */
export async function migrate(databaseUrl: string, report: HolderReport = {}): Promise<string[]> {
  return withDatabase(databaseUrl, async (db) => {
    await mustBeWhole(db);
    if (await isUpToDate(db)) return [];
    await mustHoldAllText(db);
    await mustBeAlone(db);
    return reportingHolders(db, databaseUrl, report, () => bringUpToDate(db));
  });
}

async function bringUpToDate(db: Kysely<unknown>): Promise<string[]> {
  await adoptFirstRelease(db);
  const { newer } = await otherMigrations(db);
  const is_new = (await recordedMigrations(db)).length === 0;
  const migrated = is_new ? await run(db, migrations) : await migrateServed(db);
  const applied = [...migrated, ...(await make(db, makeLackingExtensions))];
  await mustReachExtensions(db);
  if (newer.length > 0) return applied;
  applied.push(...(await givingWay((wait_ms) => make(db, makeLackingIndexes, wait_ms))));
  const functionsApplied = await givingWay(() => applyFunctions(db, functions));
  await givingWay((wait_ms) => countSubKeysOfFirstRelease(db, wait_ms));
  return [...applied, ...functionsApplied];
}

/**
 * Removes what this version no longer reads: what the contractions drop, and SQL functions that are no longer shipped.
 * Run it once no older version will be started again. Returns the names of what this call removed.
 */
export async function contract(databaseUrl: string, report: HolderReport = {}): Promise<string[]> {
  await migrate(databaseUrl, report);
  return withDatabase(databaseUrl, async (db) => {
    const { newer, former } = await otherMigrations(db);
    if (newer.length > 0)
      throw new Error('A newer version has upgraded this database: contract it with that one.');
    await sql`delete from public.kysely_migration where name = any(${former})`.execute(db);
    return reportingHolders(db, databaseUrl, report, async () => {
      const contracted = await givingWay(async (wait_ms) => {
        // Set for the session, since Kysely's migrator begins its transaction itself.
        await sql.raw(`set lock_timeout = ${wait_ms}`).execute(db);
        return run(db, contractions, CONTRACTIONS_TABLE);
      });
      return [...contracted, ...(await givingWay(() => dropOldFunctions(db, functions)))];
    });
  });
}

async function withDatabase<T>(databaseUrl: string, work: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: createPool(databaseUrl, { max: 1, application_name: 'domesday upgrade' }),
    }),
  });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Retries `work` until it succeeds, as long as it fails by a deadlock or a lock timeout. Serving processes lock tables
 * in the order of their own statements, which no migration can follow.
 */
async function givingWay<T>(work: (wait_ms: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(Math.min(attempt * FIRST_WAIT_MS, LONGEST_WAIT_MS));
    } catch (error) {
      if (!GAVE_WAY.includes((error as { code?: string }).code ?? '')) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

/** Applies the migrations that the database lacks, in one transaction. */
async function run(
  db: Kysely<unknown>,
  wanted: Record<string, Migration>,
  table?: string,
): Promise<string[]> {
  const names = table
    ? { migrationTableName: `kysely_${table}`, migrationLockTableName: `kysely_${table}_lock` }
    : {};
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => wanted },
    // Otherwise Kysely would take the migration tables of another program, in any schema, for its own.
    migrationTableSchema: 'public',
    ...names,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).filter((r) => r.status === 'Success').map((r) => r.migrationName);
}

/**
 * Applies missing migrations to a database that may be in use, each in its own transaction, since serving processes
 * wait for an altered table until the transaction ends. Records them like Kysely's migrator, which would use one
 * transaction for all.
 */
async function migrateServed(db: Kysely<unknown>): Promise<string[]> {
  const recorded = await recordedMigrations(db);
  const applied: string[] = [];
  for (const [name, migration] of Object.entries(migrations)) {
    if (recorded.includes(name)) continue;
    const is_ours = await givingWay((wait_ms) =>
      db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${LOCK_OF_KYSELY})`.execute(trx);
        if ((await recordedMigrations(trx)).includes(name)) return false;
        await sql.raw(`set local lock_timeout = ${wait_ms}`).execute(trx);
        await besidePast(migration).up(trx);
        await sql`insert into public.kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
          trx,
        );
        return true;
      }),
    );
    if (is_ours) applied.push(name);
  }
  return applied;
}

/** Names of the migrations applied to the database; empty for a new one. */
async function recordedMigrations(db: Kysely<unknown>): Promise<string[]> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('public.kysely_migration') is not null as there`.execute(db);
  if (!found[0]?.there) return [];
  const { rows } = await sql<{ name: string }>`select name from public.kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Throws if a new database cannot store every letter: a load would fail at a Welsh street name. Also throws if its
 * locale changes case as Turkish does, where the capital of i is not I: no sale would be linked to a home in a High
 * Street. Databases that are already in use are accepted.
 */
async function mustHoldAllText(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ encoding: string; plain: boolean; begun: boolean }>`
    select current_setting('server_encoding') as encoding, upper('i') = 'I' and lower('I') = 'i' as plain,
           to_regclass('public.kysely_migration') is not null as begun`.execute(db);
  const { encoding, plain, begun } = rows[0]!;
  if (encoding !== 'UTF8' && !begun)
    throw new Error(
      `The encoding of the database is ${encoding}, which does not have every letter of names and addresses. Make one with createdb --template=template0 --encoding=UTF8 --locale=C, and name it in place of this one.`,
    );
  if (!plain && !begun)
    throw new Error(
      'In the locale of the database the capital of i is not I, as in Turkish, so that addresses would not be found. Make one with createdb --template=template0 --encoding=UTF8 --locale=C, and name it in place of this one.',
    );
}

/**
 * Throws if a new database contains tables of another program: many programs have tables such as `accounts` and `jobs`,
 * and a record of other migrations would be taken for that of a newer version. Databases that are already in use are
 * accepted, and tables of extensions are ignored.
 */
async function mustBeAlone(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all select 'schema ' || nspname from pg_namespace where nspname in ('staging', 'past')`.execute(db);
  const others = rows.map(({ name }) => name).filter((name) => !name.startsWith('kysely_migration'));
  const done = rows.some(({ name }) => name === 'kysely_migration')
    ? (await sql<{ name: string }>`select name from public.kysely_migration`.execute(db)).rows
    : [];
  if (done.some(({ name }) => Object.hasOwn(migrations, name))) return;
  if (others.length === 0 && done.length === 0) return;
  const examples = (others.length > 0 ? others : ['kysely_migration']).sort().slice(0, 3).join(', ');
  throw new Error(
    `The database has something else where the tables of Domesday belong, in its schemas public, staging and past (${examples}): another program, or a restore that broke off. Make one for Domesday alone with createdb --template=template0 --encoding=UTF8 --locale=C, and name it in place of this one.`,
  );
}

/**
 * Creates what `lacking` finds missing and returns its names, in one transaction that no other process runs at the same
 * time.
 */
async function make(
  db: Kysely<unknown>,
  lacking: (trx: Kysely<unknown>) => Promise<string[]>,
  wait_ms = 0,
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${FUNCTIONS_LOCK})`.execute(trx);
    await sql.raw(`set local lock_timeout = ${wait_ms}`).execute(trx);
    return lacking(trx);
  });
}

/**
 * Throws if an interrupted restore left tables without rows or without unique keys, which would be served as complete.
 * Such a database has no foreign keys: `pg_restore` restores them last, while migrations create them with their tables.
 */
async function mustBeWhole(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ whole: boolean }>`
    select not exists (select from information_schema.columns
                        where table_schema = 'public' and table_name = 'accounts' and column_name = 'plan_id')
        or exists (select from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace) as whole`.execute(
    db,
  );
  if (!rows[0]!.whole)
    throw new Error(
      'The database holds a part of a back-up: its restore was interrupted, or the file is cut short. Restore into a new, empty database, with pg_restore --single-transaction, and name that one.',
    );
}

/**
 * Whether the database has exactly this version's migrations, its functions and the extensions. Takes no lock: every
 * command and process asks this at its start, and almost always nothing has changed.
 */
async function isUpToDate(db: Kysely<unknown>): Promise<boolean> {
  const { rows: tables } = await sql<{ there: boolean }>`
    select to_regclass('public.kysely_migration') is not null and to_regclass('public.sql_functions') is not null
           as there`.execute(db);
  if (!tables[0]?.there || !(await hasExtensions(db))) return false;
  const { rows } = await sql<{ name: string; hash: string | null }>`
    select name, null as hash from public.kysely_migration union all select name, hash from sql_functions`.execute(
    db,
  );
  const migrated = rows
    .filter(({ name, hash }) => hash === null && !OF_FIRST_RELEASE_ALONE.includes(name))
    .map(({ name }) => name);
  const hashes = new Map(rows.map(({ name, hash }) => [name, hash]));
  const names = Object.keys(migrations);
  return (
    (await isChargingAdopted(db)) &&
    migrated.length === names.length &&
    names.every((name) => migrated.includes(name)) &&
    Object.entries(functions).every(([name, text]) => hashes.get(name) === functionHash(text))
  );
}

/** Applied migrations that this version does not have: `newer` ones of later versions, and `former` ones of 1.1.0. */
async function otherMigrations(db: Kysely<unknown>): Promise<{ newer: string[]; former: string[] }> {
  const others = (await recordedMigrations(db)).filter((name) => !Object.hasOwn(migrations, name));
  const isFormer = (name: string): boolean => OF_FIRST_RELEASE_ALONE.includes(name);
  return { newer: others.filter((name) => !isFormer(name)), former: others.filter(isFormer) };
}

/**
 * Makes the SQL functions of the database equal to `wanted` (name -> text): applies new and changed ones. A function
 * is dropped before it is created, since its columns may have changed; callers see the old one until the commit.
 * Functions that are no longer wanted stay for processes of the previous version. Returns the names of those applied.
 */
export async function applyFunctions(
  db: Kysely<unknown>,
  wanted: Readonly<Record<string, string>>,
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const hashes = await lockedFunctions(trx);
    const applied: string[] = [];
    for (const [name, text] of Object.entries(wanted)) {
      const hash = functionHash(text);
      if (hashes.get(name) === hash) continue;
      await dropFunction(trx, name);
      await sql.raw(text).execute(trx);
      await sql`
        insert into sql_functions (name, hash) values (${name}, ${hash})
        on conflict (name) do update set hash = excluded.hash`.execute(trx);
      applied.push(name);
    }
    await adoptCharging(trx);
    return applied;
  });
}

/** Drops the functions that were once applied and are no longer wanted. Returns their names. */
export async function dropOldFunctions(
  db: Kysely<unknown>,
  wanted: Readonly<Record<string, string>>,
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const old = [...(await lockedFunctions(trx)).keys()].filter((name) => !Object.hasOwn(wanted, name));
    for (const name of old) {
      await dropFunction(trx, name);
      await sql`delete from sql_functions where name = ${name}`.execute(trx);
    }
    return old;
  });
}

/** The functions in the database, by name, locked until the end of the transaction. */
async function lockedFunctions(trx: Kysely<unknown>): Promise<Map<string, string>> {
  await sql`select pg_advisory_xact_lock(${FUNCTIONS_LOCK})`.execute(trx);
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from sql_functions`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.name, row.hash]));
}

/** Hash of a function's text, by which a database knows whether it has that version. */
export function functionHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Drops every function of this name in the schema, whatever its parameters. */
async function dropFunction(db: Kysely<unknown>, name: string): Promise<void> {
  const { rows } = await sql<{ signature: string }>`
    select oid::regprocedure::text as signature from pg_proc
    where proname = ${name} and pronamespace = current_schema()::regnamespace`.execute(db);
  for (const { signature } of rows) await sql`drop function ${sql.raw(signature)}`.execute(db);
}
