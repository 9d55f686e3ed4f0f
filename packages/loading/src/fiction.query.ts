import { FICTION_OF_FIRST_RELEASE, type Queryable, sql, statement } from '@domesday/db';

/** The `uri` of a load of the fictional country begins with this. */
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

/**
 * The datasets in which rows of the fictional country are served as real. Release 1.1.0 loaded the country among its
 * operator's data. An upgrade leaves it where real data stand beside it, since not every table tells which load a row
 * came with.
 */
export const fictionLeft = statement({
  name: 'fiction-left-by-first-release',
  row: { dataset: 'text' },
  build: () => sql`
    select distinct s.dataset
      from dataset_served s join dataset_loads l on l.id = s.load_id
     where s.rows > 0 and l.uri ~ ${FICTION_OF_FIRST_RELEASE}
     order by s.dataset`,
});
