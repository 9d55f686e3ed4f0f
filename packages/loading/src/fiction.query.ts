import { type DbClient, type Queryable, sql, statement, tablesOfKind, writeWorking } from '@domesday/db';

/** Prefix of the address of a fictional load. */
export const FICTION = 'fictional:';

const worlds = statement({
  name: 'loaded-worlds',
  row: { fictional: 'bool', real: 'bool' },
  build: () => sql`
    select coalesce(bool_or(starts_with(uri, ${FICTION})), false) as fictional,
           coalesce(bool_or(not starts_with(uri, ${FICTION})), false) as real
      from dataset_loads where status = 'published'`,
});

/** Whether fictional and whether real loads are published. */
export async function loadedWorlds(db: Queryable): Promise<{ fictional: boolean; real: boolean }> {
  return worlds.one(db);
}

/** The version goes on rising, since running servers compare it with that of the words they hold in memory. */
const emptyIndexState = statement({
  name: 'empty-address-index-state',
  build: () => sql`update address_index_state set version = version + 1, documents = 0`,
});

/**
 * Deletes the fictional country: every row of the tables of data, and its loads with what they rejected. Runs inside
 * the transaction that publishes the first real load. Rows are deleted rather than tables truncated, so that requests
 * go on reading the fictional country until that transaction commits. One statement, so that the order in which tables
 * refer to each other does not matter.
 */
export async function leaveFiction(client: DbClient): Promise<void> {
  const emptied = tablesOfKind('data').map((table) => `${table}_left as (delete from public.${table})`);
  await writeWorking(
    client,
    `with ${emptied.join(', ')} delete from public.dataset_loads where starts_with(uri, $1)`,
    [FICTION],
  );
  await emptyIndexState.run(client);
}
