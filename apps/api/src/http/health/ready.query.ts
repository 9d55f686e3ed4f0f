import { query, sql, statement } from '@domesday/db';

/** Names of the migrations applied to the database; the table is small and read whole. */
export const appliedMigrations = statement({
  name: 'applied-migrations',
  row: { name: 'varchar' },
  build: () => query.selectFrom('kysely_migration').select('name').orderBy('name'),
});

/** Whether the database refuses writes: a standby, one that is set read-only, or a primary that was demoted. */
export const refusesWrites = statement({
  name: 'refuses-writes',
  row: { read_only: 'bool' },
  build: () => sql`select current_setting('transaction_read_only')::bool as read_only`,
});
