import { query, statement, writeWorking } from '@domesday/db';
import { mergeRows } from '@domesday/loading/merge.query';
import type { Staged } from '@domesday/loading/types';

const deleteAreas = statement({ name: 'delete-brmas', build: () => query.deleteFrom('brmas') });

/**
 * Publishes postcodes with their market area, and the areas with their names. Indexes: the primary keys of both tables.
 */
export async function publishBrmaLookup(staged: Staged): Promise<number> {
  const { client, table, load_id } = staged;
  if (staged.replace) await deleteAreas.run(client);
  await writeWorking(
    client,
    `insert into brmas (brma_key, name, code, load_id)
     select distinct on (brma_key) brma_key, name, code, ${load_id} from ${table} order by brma_key, name
     on conflict (brma_key) do update
       set name = excluded.name, code = coalesce(excluded.code, brmas.code), load_id = excluded.load_id`,
  );
  return mergeRows(client, {
    table: 'brma_postcodes',
    key: ['postcode'],
    columns: ['postcode', 'brma_key', 'load_id'],
    select: (source) => `select s.postcode, s.brma_key, ${load_id} from ${source} s`,
    staging: table,
    rows: staged.rows,
    onDiffering: staged.onDiffering,
    remove: staged.replace ? 'true' : undefined,
  });
}
