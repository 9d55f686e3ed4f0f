import { query, statement } from '@domesday/db';

/** Names of the migrations applied to the database; the table is small and read whole. */
export const appliedMigrations = statement({
  name: 'applied-migrations',
  row: { name: 'varchar' },
  build: () => query.selectFrom('kysely_migration').select('name').orderBy('name'),
});
