import pg from 'pg';
import { clientAddress } from './database-url.ts';

/** Whether the server at this address has the database that the address names. */
export function hasDatabase(url: string): Promise<boolean> {
  return onServer(url, async (admin, name) => {
    const found = await admin.query('select 1 from pg_database where datname = $1', [name]);
    return found.rowCount === 1;
  });
}

/** Makes the database that the address names, if the server does not have it. */
export async function makeDatabase(url: string): Promise<void> {
  if (await hasDatabase(url)) return;
  await onServer(url, createDatabase);
}

/** SQLSTATEs of a database that exists already, or that another process creates at the same moment. */
const MADE_BY_ANOTHER = new Set(['42P04', '23505']);

/** Creates a database, unless another process does so meanwhile. */
export async function createDatabase(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`create database ${admin.escapeIdentifier(name)}`).catch((error) => {
    if (!MADE_BY_ANOTHER.has(error.code)) throw error;
  });
}

/** Drops the database that the address names, and ends connections to it. Returns false if it does not exist. */
export async function dropDatabase(url: string): Promise<boolean> {
  if (!(await hasDatabase(url))) return false;
  await onServer(url, (admin, name) =>
    admin.query(`drop database if exists ${admin.escapeIdentifier(name)} with (force)`),
  );
  return true;
}

async function onServer<T>(url: string, work: (admin: pg.Client, name: string) => Promise<T>): Promise<T> {
  const address = new URL(url);
  const name = decodeURIComponent(address.pathname.slice(1));
  address.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: clientAddress(address.href) });
  await admin.connect();
  try {
    return await work(admin, name);
  } finally {
    await admin.end();
  }
}
