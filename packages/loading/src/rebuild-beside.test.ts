import { command, inTransaction, readWorking } from '@domesday/db';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishing, rebuildTable, rebuiltBeside } from './rebuild.query.ts';
import { fillBeside } from './rebuild-beside.query.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(async () => {
  await database?.drop();
});

const FRESH = 'staging.load_1_anew';

/** Everything that PostgreSQL's catalogue says of a served table that a rebuild must keep. */
async function shapeOf(table: string): Promise<unknown> {
  const { db } = database;
  const columns = await readWorking(
    db,
    { name: 'text', type: 'text', rest: 'text' },
    `select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type,
            concat_ws(' ', a.attnotnull, a.attstorage, a.attcollation, a.attcompression, pg_get_expr(d.adbin, d.adrelid)) as rest
       from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = $1::text::regclass and a.attnum > 0 order by a.attnum`,
    [`public.${table}`],
  );
  const rest = await readWorking(
    db,
    { said: 'text' },
    `select format('%I %s', conname, pg_get_constraintdef(oid)) as said from pg_constraint where conrelid = $1::text::regclass
     union all select pg_get_indexdef(indexrelid) || indisprimary from pg_index where indrelid = $1::text::regclass
     union all select concat('kind ', relkind, relpersistence) from pg_class where oid = $1::text::regclass
     order by 1`,
    [`public.${table}`],
  );
  return { columns, rest };
}

async function tablesOf(schema: string): Promise<string[]> {
  const found = await readWorking(
    database.db,
    { name: 'text' },
    `select c.relname::text as name from pg_class c
      where c.relnamespace = $1::text::regnamespace and c.relkind = 'r' and not c.relispartition order by 1`,
    [schema],
  );
  return found.map(({ name }) => name);
}

it('gives every table that it can fill the same columns, constraints and indexes as a rebuild in the transaction', async () => {
  const { db } = database;
  let filled = 0;
  for (const table of await tablesOf('public')) {
    await inTransaction(db, (client) =>
      publishing(client, () => rebuildTable(client, table, async () => {})),
    ).catch(() => {});
    const before = await shapeOf(table);
    const columns = await readWorking(
      db,
      { name: 'text', type: 'text' },
      `select attname::text as name, atttypid::regtype::text as type
         from pg_attribute where attrelid = $1::text::regclass and attnum > 0`,
      [`public.${table}`],
    );
    const names = columns.map(({ name }) => name);
    const select = `select ${columns.map(({ type }) => `null::${type}`).join(', ')} where false`;
    const written = await fillBeside(db, table, FRESH, { columns: names, select, further: () => [] });
    if (written === null) continue;
    filled += 1;
    const replaced = await inTransaction(db, (client) =>
      publishing(client, () => rebuiltBeside(client, table, FRESH)),
    ).then(
      () => true,
      // Another table has a foreign key to this one, so a rebuilt table cannot replace it.
      () => false,
    );
    if (replaced) expect(await shapeOf(table), table).toEqual(before);
    else await command(db, `drop table ${FRESH}`);
  }
  expect(filled).toBeGreaterThan(40);
  expect(await tablesOf('staging')).toEqual([]);
});
