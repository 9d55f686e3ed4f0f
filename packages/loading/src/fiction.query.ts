import { type Queryable, sql, statement } from '@domesday/db';

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

/** Whether fictional and whether real loads are published. A database never holds both. */
export async function loadedWorlds(db: Queryable): Promise<{ fictional: boolean; real: boolean }> {
  return worlds.one(db);
}
