import { command, type Db, sql, statement } from '@domesday/db';

const allTables = statement({
  name: 'all-tables',
  row: { tables: 'text' },
  build: () => sql`
    select string_agg(oid::regclass::text, ', ') as tables from pg_class
    where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'past'::regnamespace)`,
});

/**
 * Has PostgreSQL count the values of all tables anew: a dump brings none of that, nor does `pg_upgrade` to a version
 * before 18, and until the server comes to a table by itself its statements may take long.
 */
export async function countValues(db: Db): Promise<void> {
  const { tables } = await allTables.one(db);
  await command(db, `analyze ${tables}`);
}
