import { createPool, type Db, migrate, sending } from '@domesday/db';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  url: string;
  db: Db;
  drop(): Promise<void>;
}

// Every row that a test reads is compared with the declaration of its statement.
sending.check_rows = true;

/**
 * The locks of the test's own database: `pg_locks` has those of all databases of the server, in which the same numbers
 * occur.
 */
export const LOCKS_HERE =
  '(select l.* from pg_locks l join pg_database d on d.oid = l.database where d.datname = current_database()) locks';

/** A new database with the shipped schema and no rows except the plans. Drop it when done. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return cloneOf(await ensureTemplate('empty', migrate));
}

/** Makes the template once per run: the first worker makes it and the others wait. Returns the name of its database. */
export async function ensureTemplate(of: string, fill: (url: string) => Promise<unknown>): Promise<string> {
  const name = `${inject('databasePrefix')}_${of}`;
  await withAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    const found = await admin.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount) return;
    const unfinished = `${name}_unfinished`;
    await admin.query(`drop database if exists ${unfinished} with (force)`);
    await admin.query(`create database ${unfinished}`);
    await fill(urlOf(unfinished));
    await admin.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}

export async function cloneOf(template: string): Promise<TestDatabase> {
  const name = `${inject('databasePrefix')}_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await withAdmin(async (admin) => {
    // Only one session at a time can copy a template. Copying its files is faster than copying through the write-ahead
    // log.
    await admin.query('select pg_advisory_lock(hashtext($1))', [template]);
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
  });
  const url = urlOf(name);
  const db = createPool(url, { max: 10 });
  return {
    url,
    db,
    drop: async () => {
      await db.end();
      await withAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`));
    },
  };
}

function urlOf(database: string): string {
  const url = new URL(inject('serverUrl'));
  url.pathname = `/${database}`;
  return url.href;
}

async function withAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: urlOf('postgres') });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
