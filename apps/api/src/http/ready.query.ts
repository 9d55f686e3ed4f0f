import type { Queryable } from '@domesday/db';

/** Names of the migrations that the database has; it is small and read whole. */
export async function appliedMigrations(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>({
    name: 'applied-migrations',
    text: 'select name from kysely_migration order by name',
  });
  return rows.map((row) => row.name);
}
