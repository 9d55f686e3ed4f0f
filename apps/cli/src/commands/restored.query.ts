import { command, type Db, nullable, sql, statement } from '@domesday/db';

const allTables = statement({
  name: 'all-tables',
  row: { tables: 'text' },
  build: () => sql`
    select string_agg(oid::regclass::text, ', ') as tables from pg_class
    where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'past'::regnamespace)`,
});

/** The owners of the tables that this user may not analyse. From PostgreSQL 17 on a user needs only `maintain`. */
const ownersOfOthers = statement({
  name: 'owners-of-others',
  row: nullable({ owners: 'text' }),
  build: () => sql`
    select string_agg(distinct relowner::regrole::text, ', ') as owners from pg_class
    where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'past'::regnamespace)
      and not pg_has_role(relowner, 'usage')
      and not (select pg_has_role(datdba, 'usage') from pg_database where datname = current_database())
      and not case when current_setting('server_version_num')::integer >= 170000
                   then has_table_privilege(oid, 'maintain') else false end`,
});

/**
 * Runs `analyze` on all tables, and returns the owners of the tables that this user may not analyse; null if there are
 * none. PostgreSQL skips such tables and reports no error. A dump contains no statistics of tables, `pg_upgrade` to a
 * version before 18 keeps none, and until autovacuum analyses a table its statements may be slow.
 */
export async function analyseTables(db: Db): Promise<string | null> {
  const { tables } = await allTables.one(db);
  await command(db, `analyze ${tables}`);
  return (await ownersOfOthers.one(db)).owners;
}
