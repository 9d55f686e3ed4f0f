import { existsSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';

/** Files and folders that every data folder has, including empty folders, which some copies leave out. */
const FOLDER_FILES = [
  ...['PG_VERSION', 'base', 'global/pg_control', 'pg_wal', 'pg_xact', 'pg_multixact', 'pg_subtrans'],
  ...['pg_twophase', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_dynshmem', 'pg_commit_ts', 'pg_logical'],
  ...['pg_replslot', 'pg_stat', 'pg_tblspc', 'pg_hba.conf', 'pg_ident.conf', 'postgresql.conf'],
];
/**
 * Files that a loss of power may leave empty. If one is empty the server ends, at its start or at the first query; if
 * the first one is, the server restarts again and again.
 */
const NEVER_EMPTY = ['global/pg_filenode.map', 'global/pg_control', 'PG_VERSION', 'pg_hba.conf'];
const NEVER_EMPTY_OF_A_DATABASE = ['PG_VERSION', 'pg_filenode.map'];
/** Files that exist beside the data folder once a server has started. */
const STARTED_FILES = ['postgres.log', 'owner'];

/**
 * Throws if the data folder lacks a part, has an empty one, or is missing although a server has run here: a copy was
 * interrupted, or the disk is faulty. The rows may still exist, and an empty database in their place would pass for the
 * whole one. Deletes a folder that contains no file.
 */
export async function mustBeWholeFolder(data: string): Promise<void> {
  const ran = STARTED_FILES.find((file) => existsSync(join(dirname(data), file)));
  if (existsSync(data)) {
    const missing = FOLDER_FILES.find((part) => !existsSync(join(data, part)));
    if (missing === undefined) return mustHaveContent(data);
    const entries = await readdir(data, { recursive: true, withFileTypes: true });
    if (ran || entries.some((entry) => !entry.isDirectory()))
      throw notWhole(data, `it lacks ${missing}`, 'Nothing was changed. ');
    await rm(data, { recursive: true });
  } else if (ran)
    throw notWhole(
      data,
      `it is missing, though ${ran} beside it is of a server that has run`,
      'Nothing was changed. ',
    );
}

async function mustHaveContent(data: string): Promise<void> {
  const databases = await readdir(join(data, 'base'));
  const files = databases.flatMap((oid) => NEVER_EMPTY_OF_A_DATABASE.map((file) => join('base', oid, file)));
  const isEmpty = (file: string): boolean =>
    statSync(join(data, file), { throwIfNoEntry: false })?.size === 0;
  const empty = [...NEVER_EMPTY, ...files].find(isEmpty);
  if (empty !== undefined) throw notWhole(data, `its file ${empty} is empty`, 'Nothing was changed. ');
}

export function notWhole(data: string, why: string, done = ''): Error {
  return new Error(
    `The data folder ${data} is not whole: ${why}. Was a copy of it interrupted, or made while PostgreSQL ran, or did the machine lose its power? ${done}Put back the whole folder, such as that of a back-up; only to begin with an empty database, move ${dirname(data)} away.`,
  );
}

/**
 * The warning that an empty database is made although a database was used before. This is not an error: an operator may
 * have moved the database away on purpose.
 */
export function emptyInstead(data: string, used: string): string {
  return `There is no database in ${data}, so an empty one is made there, although ${used} is of one that was used before. Should your data be here, stop and move ${dirname(data)} away: put back the whole folder, such as that of a back-up, or set DATABASE_URL if they are in a PostgreSQL of your own.`;
}

/** All databases except half-dropped ones and templates: a connection to a template keeps others from copying it. */
const DATABASES = `
  select datname as name, pg_stat_file('base/' || oid, true) is null as missing
    from pg_database where datallowconn and datconnlimit <> -2 and not datistemplate order by oid`;
const NO_SUCH_DATABASE = '3D000';
/**
 * Missing files of permanent tables and indexes. Temporary tables lose their files in a crash while their catalogue
 * rows stay, and files of unlogged tables are absent from base backups and standbys.
 */
const MISSING_FILES = `
  select min(path) as first, count(*)::int as number
    from (select pg_relation_filepath(oid) as path from pg_class
           where relpersistence = 'p' and relkind in ('r', 'i', 't', 'm', 'S')) files
   where path is not null and pg_stat_file(path, true) is null`;

/**
 * Throws if a database on the server lacks the file of a table, as after an interrupted copy. PostgreSQL itself reports
 * this only when the table is read.
 */
export async function mustHaveItsFiles(url: string, data: string): Promise<void> {
  const databases = await queryDatabase<{ name: string; missing: boolean }>(url, 'postgres', DATABASES);
  for (const { name, missing } of databases) {
    if (missing) throw notWhole(data, `the folder of its database ${name} is missing`);
    const missing_files = queryDatabase<{ first: string | null; number: number }>(url, name, MISSING_FILES);
    const [files] = await missing_files.catch((error) => {
      // Another process may have dropped the database meanwhile.
      if (error.code === NO_SUCH_DATABASE) return [];
      throw error;
    });
    if (files?.first) throw notWhole(data, `it lacks ${files.first}${more(files.number - 1)}`);
  }
}

function more(number: number): string {
  return number === 0 ? '' : ` and ${number} more file${number === 1 ? '' : 's'} of its tables`;
}

async function queryDatabase<T extends object>(url: string, database: string, text: string): Promise<T[]> {
  const address = new URL(url);
  address.pathname = `/${encodeURIComponent(database)}`;
  const client = new pg.Client({ connectionString: address.href });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}
