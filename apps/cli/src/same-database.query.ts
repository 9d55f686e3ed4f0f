import { type Queryable, sql, statement } from '@domesday/db';

/** The number of a database on its server, and the start time of the server; together they identify a database. */
const identity = statement({
  name: 'identity-of-database',
  row: { identity: 'text' },
  build: () => sql`
    select concat(oid, ' ', pg_postmaster_start_time()) as identity
      from pg_database where datname = current_database()`,
});

/** Whether two connections lead to the same database, whatever host name or proxy they use. */
export async function isSameDatabase(one: Queryable, other: Queryable): Promise<boolean> {
  return (await identity.one(one)).identity === (await identity.one(other)).identity;
}
