import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inTransaction } from '@domesday/db';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepPast } from '../src/past.query.ts';

// What the manual says of erasing what is told of a home, run as it stands there.

const UPRN = '100000000001';
const manual = readFileSync(join(resolve(import.meta.dirname, '../../..'), 'docs/operating.md'), 'utf8');
const statements = /```sql\n(delete from past\.[\s\S]*?)```/.exec(manual)![1]!;

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
  await inTransaction(database.db, (client) => keepPast(client, true));
});
afterAll(() => database?.drop());

it('leaves no row of the home in any table of the past that names homes', async () => {
  const { rows } = await database.db.query<{ name: string }>(
    `select format('%I.%I', c.table_schema, c.table_name) as name
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'past' and c.column_name = 'uprn' and t.table_type = 'BASE TABLE'`,
  );
  const names = rows.map(({ name }) => name);
  expect(names).toContain('past.sales_gone');
  for (const name of names)
    await database.db.query(`insert into ${name} (uprn) values ($1), ($2)`, [UPRN, '100000000002']);

  await database.db.query(`update past.listings_gone set id = 'made-up:' || uprn`);
  await database.db.query(
    `insert into past.listing_events_gone (listing_id) select id from past.listings_gone`,
  );

  await database.db.query(statements);

  for (const name of names) {
    const left = await database.db.query(`select uprn::text from ${name}`);
    expect(left.rows, name).toEqual([{ uprn: '100000000002' }]);
  }
  const events = await database.db.query('select listing_id from past.listing_events_gone');
  expect(events.rows).toEqual([{ listing_id: 'made-up:100000000002' }]);
});

it('leaves no change that took a record from the home, and no message that names it', async () => {
  const { db } = database;
  await db.query(
    `insert into changes (seq, load_id, dataset, change, uprn, was_uprn, changed_at)
     values (1, 1, 'price-paid', 'changed', 100000000002, $1, now()),
            (2, 1, 'price-paid', 'changed', 100000000002, null, now())`,
    [UPRN],
  );
  await db.query(
    `with a as (insert into accounts (name, plan_id) select 'made up', id from plans limit 1 returning id),
          w as (insert into webhooks (account_id, url, secret) select id, 'https://example.org', 'made-up' from a returning id)
     insert into webhook_deliveries (webhook_id, type, body)
     select w.id, 'watch.matched', format('{"events":[{"uprn": "%s"}]}', u) from w, unnest(array[$1, '100000000002']) u`,
    [UPRN],
  );

  await db.query(statements);

  expect((await db.query('select seq::int as seq from changes')).rows).toEqual([{ seq: 2 }]);
  const { rows } = await db.query<{ body: string }>('select body from webhook_deliveries');
  expect(rows.map(({ body }) => body)).toEqual(['{"events":[{"uprn": "100000000002"}]}']);
});
