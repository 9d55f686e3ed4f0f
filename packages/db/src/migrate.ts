import { createHash } from 'node:crypto';
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { functions } from '../generated/functions.ts';
import { migrations } from './migrations.ts';

/** Any number, as long as no other use of advisory locks in this database has it. */
const FUNCTIONS_LOCK = 7_411_206;

/**
 * Brings a database to the newest schema: migrations that it lacks, then SQL functions that have changed. Safe to run
 * from several processes at once: both steps hold a database lock. Returns the names of what this call applied.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 1 }) }),
  });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error, results } = await migrator.migrateToLatest();
    if (error) throw error;
    const applied = (results ?? []).filter((r) => r.status === 'Success').map((r) => r.migrationName);
    return [...applied, ...(await applyFunctions(db, functions))];
  } finally {
    await db.destroy();
  }
}

/**
 * Makes the SQL functions of the database those of `wanted` (name -> text): applies new and changed ones and drops
 * what it once applied and is no longer wanted. A function is dropped before it is made, since its parameters and
 * columns may have changed; callers see the old one until the commit. Returns the names of those applied.
 */
export async function applyFunctions(
  db: Kysely<unknown>,
  wanted: Readonly<Record<string, string>>,
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${FUNCTIONS_LOCK})`.execute(trx);
    const { rows } = await sql<{ name: string; hash: string }>`select name, hash from sql_functions`.execute(
      trx,
    );
    const applied: string[] = [];
    for (const { name } of rows.filter((row) => !(row.name in wanted))) {
      await dropFunction(trx, name);
      await sql`delete from sql_functions where name = ${name}`.execute(trx);
    }
    for (const [name, text] of Object.entries(wanted)) {
      const hash = functionHash(text);
      if (rows.some((row) => row.name === name && row.hash === hash)) continue;
      await dropFunction(trx, name);
      await sql.raw(text).execute(trx);
      await sql`
        insert into sql_functions (name, hash) values (${name}, ${hash})
        on conflict (name) do update set hash = excluded.hash`.execute(trx);
      applied.push(name);
    }
    return applied;
  });
}

/** Fingerprint of a function's text, by which a database knows whether it has that version. */
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
