import { columnsOf, type RowOf, sql, statement } from '@domesday/db';

const TAKEN = columnsOf('dataset_editions', ['dataset', 'identity', 'release', 'published_on', 'taken_at']);
export type TakenEdition = RowOf<typeof TAKEN>;

/**
 * The editions that were fetched from publishers and are still served: no later load replaced the whole dataset, either
 * because the operator asked for that or because each file of the dataset holds all of it. Indexes: primary keys and
 * dataset_loads_latest.
 */
export const takenEditions = statement({
  name: 'taken-editions',
  row: TAKEN,
  build: () => sql`
    select e.dataset, e.identity, e.release, e.published_on, e.taken_at from dataset_editions e
      join dataset_loads l on l.id = e.load_id
     where l.status = 'published'
       and not exists (select from dataset_loads r where r.dataset = e.dataset and r.id > e.load_id
                         and r.status = 'published'
                         and (r.replaced or not exists (select from dataset_served s
                                                         where s.dataset = e.dataset and s.load_id = e.load_id
                                                           and s.rows > 0)))
     order by e.dataset`,
});

/** Records that the load holds this edition. */
export const recordEdition = statement({
  name: 'record-edition',
  parameters: columnsOf('dataset_editions', ['dataset', 'load_id', 'identity', 'release', 'published_on']),
  build: ({ dataset, load_id, identity, release, published_on }) => sql`
    insert into dataset_editions (dataset, load_id, identity, release, published_on)
    values (${dataset}, ${load_id}, ${identity}, ${release}, ${published_on})
    on conflict (dataset) do update
      set load_id = excluded.load_id, identity = excluded.identity, release = excluded.release,
          published_on = excluded.published_on, taken_at = now()`,
});
