import { createHash } from 'node:crypto';
import { besidePast, inTransaction, keptTables, keysOf } from '@domesday/db';
import { keepPast } from '@domesday/loading/past.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';

let database: TestDatabase;
/** A database before an upgrade, with a release and a nation that was removed after the release. */
beforeEach(async () => {
  database = await emptyDatabase();
  await inTransaction(database.db, (client) => keepPast(client, true));
  await database.db.query(`
    insert into releases (no, name, released_on, released_at, last_load, version)
      values (1, 'made-up', '2026-11-01', now(), 0, '1.2.0');
    insert into past.nations_gone (country, code, born, died) values ('Lyonesse', 'X92000001', 0, 1)`);
});
afterEach(() => database?.drop());

/** Runs a made-up migration as an upgrade does. Returns whether the release is still kept. */
async function upgradeBy(statements: string): Promise<boolean> {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const { up } = besidePast({ up: async (db) => void (await sql.raw(statements).execute(db)) });
  await kysely
    .transaction()
    .execute(up)
    .finally(() => kysely.destroy());
  const { rows } = await database.db.query('select pruned from releases');
  return !rows[0].pruned;
}

/** The made-up nations as they were in a release, read after the step with which the next build starts. */
async function nationsIn(release: number): Promise<unknown[]> {
  return inTransaction(database.db, async (client) => {
    expect(await keepPast(client, false)).toBe(true);
    await client.query(`set local domesday.release = '${release}'`);
    const { rows } = await client.query(`select * from past.nations where code like 'X%' order by code`);
    return rows;
  });
}

it('keeps earlier releases when a table gets columns that have a value for old rows', async () => {
  const added = `
    alter table nations add column "made Up" text collate "C";
    alter table nations add column tongues text[] not null default '{Cornish}';
    alter table nations add column share_pct numeric(5, 2)`;
  expect(await upgradeBy(added)).toBe(true);
  await database.db.query(
    `insert into nations (country, code, "made Up") values ('Avalon', 'X92000002', 'now')`,
  );
  expect(await nationsIn(1)).toEqual([
    { country: 'Lyonesse', code: 'X92000001', 'made Up': null, tongues: ['Cornish'], share_pct: null },
  ]);
});

it('records the value of a column that an upgrade added when its row leaves the table', async () => {
  await upgradeBy('alter table nations add column share_pct numeric(5, 2)');
  await database.db.query(
    `insert into nations (country, code, share_pct) values ('Avalon', 'X92000002', 25)`,
  );
  await database.db.query(`
    insert into releases (no, name, released_on, released_at, last_load, version)
      values (2, 'made-up too', '2026-11-02', now(), 0, '1.2.0');
    delete from nations where country = 'Avalon'`);
  expect(await nationsIn(2)).toEqual([{ country: 'Avalon', code: 'X92000002', share_pct: '25.00' }]);
});

it.each([
  'alter table nations add column share_pct int not null default 1; alter table nations alter column share_pct drop default',
  'alter table nations add column upper text generated always as (upper(country)) stored',
  'alter table nations alter column code type varchar(9)',
  'alter table nations drop column code',
])('gives up earlier releases if their rows could no longer be shown in full: %s', async (change) => {
  expect(await upgradeBy(change)).toBe(false);
});

it('gives up earlier releases, and fails no migration, if another version identified the rows by another key', async () => {
  const trackedBy = (key: string) => `
    create or replace trigger past_insert after insert on nations referencing new table as new_rows
      for each statement execute function past.keep('${key}')`;
  await database.db.query(trackedBy('t.country'));
  expect(await upgradeBy('alter table nations add column share_pct numeric(5, 2)')).toBe(true);
  await database.db.query(trackedBy('t.code'));
  expect(await upgradeBy('alter table nations add column tongues text[]')).toBe(false);
  expect(await nationsIn(1)).toEqual([]);
});

it('keeps the key of each table whose past is kept, unless a migration gives up the earlier releases', () => {
  const named = keptTables.map((table) => `${table}: ${keysOf(table).join(', ')}`).join('\n');
  // If the key of a table changes, earlier releases cannot be read until a migration gives them up: add such a
  // migration, then put the new hash here. A new table needs no migration.
  expect(createHash('sha256').update(named).digest('hex')).toBe(
    '1d8b67a270aa590262ab977d66c5de6561f0a49cd043b3ca832c517105428806',
  );
});
