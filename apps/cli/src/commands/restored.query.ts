import { command, type Db, sql, statement } from '@domesday/db';

const allTables = statement({
  name: 'all-tables',
  row: { tables: 'text' },
  build: () => sql`
    select string_agg(oid::regclass::text, ', ') as tables from pg_class
    where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'past'::regnamespace)`,
});

/**
 * Runs `analyze` on all tables. A dump contains no statistics of tables, `pg_upgrade` to a version before 18 keeps
 * none, and until autovacuum analyses a table its statements may be slow.
 */
export async function analyseTables(db: Db): Promise<void> {
  const { tables } = await allTables.one(db);
  await command(db, `analyze ${tables}`);
}
