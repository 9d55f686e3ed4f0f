import { catalogue } from '@domesday/datasets/catalogue';
import { type DbClient, query, statement, writeWorking } from '@domesday/db';
import type { CatalogueEntry } from '@domesday/loading/types';

const forgetCoverage = statement({
  name: 'forget-dataset-coverage',
  build: () => query.deleteFrom('dataset_coverage'),
});

/**
 * Counts by nation the rows of every register of places, and those of them that have a place. Reads each register once,
 * and place_points by its primary key.
 */
export async function rebuildCoverage(client: DbClient): Promise<void> {
  await forgetCoverage.run(client);
  for (const { id, countries, served, least_rows } of Object.values<CatalogueEntry>(catalogue)) {
    if (!least_rows) continue;
    const country = served.country ?? `'${countries.length === 1 ? countries[0] : 'all'}'`;
    await writeWorking(
      client,
      `insert into dataset_coverage (dataset, country, rows, placed)
       select $1, ${country}, count(*),
              count(*) filter (where exists (select from place_points p where p.source = $1 and p.id = t.id))
         from ${served.table} t join dataset_loads l on l.id = t.load_id
        where l.dataset = $1 and ${served.where ?? 'true'} group by 2`,
      [id],
    );
  }
}
