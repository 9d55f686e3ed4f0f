import { besidePast, inTransaction } from '@domesday/db';
import { keepPast } from '@domesday/loading/past.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { up } from '../../db/migrations/2026-11-29-04-adverts-of-shares.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());

it('keeps the releases recorded before when the adverts of shares are told apart', async () => {
  const { db } = database;
  // The database as it was before, with a release and an advert that has changed since.
  await db.query('alter table listings drop column of_share');
  await inTransaction(db, (client) => keepPast(client, true));
  await db.query(`
    insert into releases (no, name, released_on, released_at, last_load, version)
      values (1, 'made-up', '2026-11-01', now(), 0, '1.2.0');
    insert into past.listings_gone (id, price, born, died) values ('csv:1', 250000, 0, 1)`);

  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await kysely.transaction().execute(besidePast({ up }).up);
  await kysely.destroy();

  const pruned = await db.query('select pruned from releases');
  expect(pruned.rows).toEqual([{ pruned: false }]);
  await inTransaction(db, async (client) => {
    expect(await keepPast(client, false)).toBe(true);
    await client.query(`set local domesday.release = '1'`);
    const then = await client.query('select id, price, of_share from past.listings');
    expect(then.rows).toEqual([{ id: 'csv:1', price: 250_000, of_share: false }]);
  });
});
