import { setTimeout as sleep } from 'node:timers/promises';
import {
  command,
  type Database,
  type DbClient,
  type Queryable,
  sql,
  statement,
  withoutNames,
} from '@domesday/db';
import { isKept, keepReplaced, withPast } from './past.query.ts';
import { LoadError } from './types.ts';

const MOST_ATTEMPTS = 600;
const LOCKED_WITHIN_MS = 100;
/** A reader that blocked all attempts has had its transaction open for at least this long. */
const READ_FOR_S = 60;
const PARTITION = /^partition of (\w+) (for values in \(\d+\))$/;

/** Begins a transaction for `publishing`, with the memory and idle time that it needs. */
export async function beginPublishing(client: DbClient): Promise<void> {
  await command(client, 'begin');
  await allowMemory(client);
  // The transaction is idle while other connections fill and index a table.
  await command(client, 'set local idle_in_transaction_session_timeout = 0');
}

/** Raises the memory limits for the rest of a transaction that publishes, or that fills and indexes a table. */
export async function allowMemory(client: Queryable): Promise<void> {
  await command(client, `set local maintenance_work_mem = '256MB'`);
  await command(client, `set local work_mem = '96MB'`);
}

/**
 * Publishes inside the caller's transaction. Tables that `work` rebuilds stand in the schema `staging` under their own
 * names, where only this client reads them. At the end all of them replace the served tables at once. Readers wait only
 * for that exchange, never for a build.
 */
export async function publishing<T>(client: DbClient, work: () => Promise<T>): Promise<T> {
  await command(client, 'set local search_path to staging, public');
  return withoutNames(client, async () => {
    const result = await work();
    await exchange(client);
    return result;
  });
}

/** A table that is being rebuilt, for a statement that fills it: see `rebuildTable`. */
export function rebuilt(table: keyof Database) {
  return sql.table(rebuiltName(table));
}

// It has a name of its own while it is filled, since `fill` may read a table of this name that was rebuilt a step
// earlier.
function rebuiltName(table: string): string {
  return `staging.${table}_anew`;
}

/**
 * Builds a table of the same shape beside the served one. `fill` writes to it by the name it is given, or by `rebuilt`.
 * The table then gets the indexes and the primary key of the old one. Call only inside `publishing`.
 */
export function rebuildTable<T>(
  client: DbClient,
  table: string,
  fill: (fresh: string) => Promise<T>,
): Promise<T> {
  return rebuildTables(client, [table], (fresh) => fill(fresh(table)));
}

/** The same for tables that are filled together. */
export async function rebuildTables<T>(
  client: DbClient,
  tables: readonly string[],
  fill: (fresh: (table: string) => string) => Promise<T>,
): Promise<T> {
  for (const table of tables) {
    await command(
      client,
      `create table ${rebuiltName(table)} (like public.${table} including defaults including constraints
         including generated including storage including comments)`,
    );
  }
  const result = await fill(rebuiltName);
  for (const table of tables) {
    await command(client, `drop table if exists staging.${table}`);
    await command(client, `alter table ${rebuiltName(table)} rename to ${table}`);
    await copyIndexes(client, table);
    await command(client, `analyze staging.${table}`);
  }
  return result;
}

const indexesOf = statement({
  name: 'indexes-of-table',
  parameters: { table: 'text' },
  row: { name: 'text', definition: 'text', primary: 'bool' },
  build: ({ table }) => sql`
    select c.relname::text as name, pg_get_indexdef(i.indexrelid) as definition, i.indisprimary as primary
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
     where i.indrelid = ${table}::text::regclass
     order by m.amname = 'btree', i.indpred is not null, i.indisunique desc, c.relname`,
});

/**
 * The definitions of a served table's indexes, changed to index `fresh`, a table of the same shape. The slowest to
 * build come first.
 */
export async function copiedIndexes(db: Queryable, table: string, fresh: string) {
  const rows = await indexesOf.rows(db, { table: `public.${table}` });
  return rows.map(({ definition, ...row }) => ({
    ...row,
    definition: definition.replace(` ON public.${table} `, ` ON ${fresh} `),
  }));
}

async function copyIndexes(client: DbClient, table: string): Promise<void> {
  for (const { name, definition, primary } of await copiedIndexes(client, table, `staging.${table}`)) {
    await command(client, definition);
    if (primary) await becomesPrimaryKey(client, table, name);
  }
}

async function becomesPrimaryKey(client: DbClient, table: string, index: string): Promise<void> {
  await command(
    client,
    `alter table staging.${table} add constraint ${index} primary key using index ${index}`,
  );
}

/** Makes a table that `fillBeside` filled and indexed the rebuilt one. Call only inside `publishing`. */
export async function rebuiltBeside(client: DbClient, table: string, fresh: string): Promise<void> {
  await command(client, `drop table if exists staging.${table}`);
  await command(client, `alter table ${fresh} rename to ${table}`);
  for (const { name, primary } of await copiedIndexes(client, table, fresh))
    if (primary) await becomesPrimaryKey(client, table, name);
}

/** Marks a finished table of `staging` as a partition that `exchange` attaches. */
export async function becomesPartition(
  client: DbClient,
  table: string,
  of: string,
  value: number,
): Promise<void> {
  await command(client, `comment on table staging.${table} is 'partition of ${of} for values in (${value})'`);
}

const rebuiltTables = statement({
  name: 'rebuilt-tables',
  row: { name: 'text', comment: 'text?', served: 'bool' },
  build: () => sql`
    select relname::text as name, obj_description(c.oid, 'pg_class') as comment,
           to_regclass('public.' || quote_ident(relname)) is not null as served
      from pg_class c where relnamespace = 'staging'::regnamespace and relkind = 'r' and relname !~ '^load_[0-9]'
     order by relname`,
});

/** Replaces each served table by the rebuilt one of the same name. */
async function exchange(client: DbClient): Promise<void> {
  const rows = await rebuiltTables.rows(client);
  const tables = rows.map((row) => ({ ...row, partition: PARTITION.exec(row.comment ?? '') }));
  const locked = new Set<string>();
  for (const { name, served, partition } of tables) {
    if (partition) locked.add(`public.${partition[1]}`);
    if (!served) continue;
    locked.add(`public.${name}`);
    if (!(await isKept(client, name))) continue;
    await keepReplaced(client, name);
    locked.add(`past.${name}`);
  }
  await whileUnread(client, [...locked], async () => {
    for (const { name, served, partition } of tables) {
      if (!served && !partition) continue;
      await withPast(client, name, async () => {
        if (served) await command(client, `drop table public.${name}`);
        await command(client, `alter table staging.${name} set schema public`);
      });
      if (partition) {
        await command(
          client,
          `alter table public.${partition[1]} attach partition public.${name} ${partition[2]}`,
        );
      }
    }
  });
}

/**
 * Whether `pg_dump` is running. It takes a snapshot and then locks the tables by name, one after the other. It would
 * read no rows, without an error, from a table that was exchanged in between, and nothing shows which tables it has
 * locked already.
 */
const dumpRuns = statement({
  name: 'a-dump-runs',
  row: { found: 'bool' },
  build: () => sql`
    select exists (select from pg_stat_activity
                    where datname = current_database() and application_name = 'pg_dump') as found`,
});

/** Refreshes `pg_stat_activity`, which otherwise stays the same within a transaction. */
const refreshActivity = statement({
  name: 'reread-connections',
  row: { cleared: 'text' },
  build: () => sql`select pg_stat_clear_snapshot()::text as cleared`,
});

const readersOf = statement({
  name: 'readers-of-tables',
  parameters: { tables: '_text', open_s: 'float8' },
  row: { pid: 'int4', name: 'text' },
  build: ({ tables, open_s }) => sql`
    select coalesce(a.pid, 0) as pid,
           concat_ws(', ', coalesce(nullif(a.application_name, ''), a.backend_type), 'user ' || a.usename) as name
      from pg_stat_activity a
     where a.datname = current_database() and a.pid <> pg_backend_pid()
       and (a.xact_start <= clock_timestamp() - make_interval(secs => ${open_s}) or a.xact_start is null)
       and (a.application_name = 'pg_dump' or exists (
             select from pg_locks l where l.pid = a.pid and l.granted and l.locktype = 'relation'
                and l.database = (select oid from pg_database where datname = current_database())
                and l.relation = any (${tables}::text[]::regclass[])))
     order by a.xact_start, a.pid limit 3`,
});

/**
 * Why tables could not be exchanged: names the sessions that have read them for so long, as far as this database user
 * may see them.
 */
export async function whyBusy(client: Queryable, tables: readonly string[], open_s: number): Promise<string> {
  await refreshActivity.one(client);
  const readers = await readersOf.rows(client, { tables: [...tables], open_s });
  const processes = readers.map(({ pid, name }) => `process ${pid} of PostgreSQL (${name})`).join(', ');
  const end = readers.map(({ pid }) => `select pg_terminate_backend(${pid})`).join('; ');
  return readers.length === 0
    ? 'Something else, a back-up perhaps, has been reading the tables for over a minute. Nothing was changed; load again when it is done.'
    : `The tables have been read for over a minute by ${processes}. Nothing was changed; load again when that is done, or end it: ${end}`;
}

/** Thrown if a dump is reading the tables. */
class BeingDumped extends Error {}

async function mustNotBeDumped(client: DbClient): Promise<void> {
  await refreshActivity.one(client);
  if ((await dumpRuns.one(client)).found) throw new BeingDumped();
}

/**
 * Locks the served tables against readers and runs `replace`, for all tables or none. A reader may hold some of them
 * while it waits for others, so waiting here with locks held could deadlock. Instead the exchange is rolled back and
 * tried again.
 */
async function whileUnread(
  client: DbClient,
  tables: readonly string[],
  replace: () => Promise<void>,
): Promise<void> {
  if (tables.length === 0) return replace();
  const names = tables.join(', ');
  for (let attempt = 0; ; attempt += 1) {
    await command(client, 'savepoint exchange');
    try {
      await command(client, `set local lock_timeout = '${LOCKED_WITHIN_MS}ms'`);
      await command(client, `lock table ${names} in access exclusive mode`);
      await command(client, 'set local lock_timeout = default');
      await mustNotBeDumped(client);
      await replace();
      await mustNotBeDumped(client);
      await command(client, 'release savepoint exchange');
      return;
    } catch (error) {
      const dumped = error instanceof BeingDumped;
      if (!dumped && (error as { code?: string }).code !== '55P03') throw error;
      if (attempt >= MOST_ATTEMPTS) {
        await command(client, 'rollback to savepoint exchange');
        throw new LoadError('busy', await whyBusy(client, tables, READ_FOR_S));
      }
      await command(client, 'rollback to savepoint exchange');
      await sleep(dumped ? LOCKED_WITHIN_MS + 20 : 20);
    }
  }
}
