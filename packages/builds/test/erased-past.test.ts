import { inTransaction } from '@domesday/db';
import { keepPast } from '@domesday/loading/past.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eraseWithheld } from '../src/index.ts';

const UPRN = '100000000001';
const OTHER = '100000000002';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
  await inTransaction(database.db, (client) => keepPast(client, true));
});
afterAll(() => database?.drop());

it('leaves no row of a withheld home in any table of the past that names homes', async () => {
  const { rows } = await database.db.query<{ name: string }>(
    `select format('%I.%I', c.table_schema, c.table_name) as name
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'past' and c.column_name = 'uprn' and t.table_type = 'BASE TABLE'`,
  );
  const names = rows.map(({ name }) => name);
  expect(names).toContain('past.sales_gone');
  for (const name of names)
    await database.db.query(`insert into ${name} (uprn) values ($1), ($2)`, [UPRN, OTHER]);
  // The listings of all feeds share one table, so each row must name its source.
  await database.db.query(`
    update past.listings_gone set id = 'made-up:' || uprn, source = 'listings-csv';
    insert into past.listing_events_gone (listing_id) select id from past.listings_gone`);
  await database.db.query('insert into withheld_homes (uprn) values ($1)', [UPRN]);

  await eraseWithheld(database.db);

  for (const name of names) {
    const left = await database.db.query(`select uprn::text from ${name}`);
    expect(left.rows, name).toEqual([{ uprn: OTHER }]);
  }
  const events = await database.db.query('select listing_id from past.listing_events_gone');
  expect(events.rows).toEqual([{ listing_id: `made-up:${OTHER}` }]);
});

it('erases a withheld sale from the comparables of past valuations', async () => {
  const [held, other] = ['0000aaaa-0000-0000-0000-000000000001', '0000aaaa-0000-0000-0000-000000000002'];
  await database.db.query(`truncate past.valuation_comparables_gone`);
  await database.db.query(
    `insert into past.valuation_comparables_gone (sale) select '["' || id || '"]' from unnest($1::text[]) id`,
    [[held, other]],
  );
  await database.db.query(`insert into withheld_records (dataset, record) values ('price-paid', $1)`, [held]);

  await eraseWithheld(database.db);

  const { rows } = await database.db.query('select sale from past.valuation_comparables_gone');
  expect(rows).toEqual([{ sale: `["${other}"]` }]);
});
