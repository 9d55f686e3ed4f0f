import { catalogue } from '@domesday/datasets/catalogue';
import { command, type DbClient, query, statement, writeWorking } from '@domesday/db';
import type { CatalogueEntry } from '@domesday/loading/types';

const forgetCoverage = statement({
  name: 'forget-dataset-coverage',
  build: () => query.deleteFrom('dataset_coverage'),
});

/**
 * Counts by nation the rows of every register of places, and how many of these have a position. Reads each register
 * once, and its part of place_points by its primary key. Nested loops are disabled: the planner chooses one if it takes
 * a table that was just filled for almost empty, and that takes hours for the 400,000 stops. Runs in a transaction.
 */
export async function rebuildCoverage(client: DbClient): Promise<void> {
  await forgetCoverage.run(client);
  await command(client, 'set local enable_nestloop = off');
  for (const { id, countries, served, least_rows } of Object.values<CatalogueEntry>(catalogue)) {
    if (!least_rows) continue;
    const country = served.country ?? `'${countries.length === 1 ? countries[0] : 'all'}'`;
    await writeWorking(
      client,
      `insert into dataset_coverage (dataset, country, rows, placed)
       select $1, ${country}, count(*), count(p.placed_id)
         from ${served.table} t join dataset_loads l on l.id = t.load_id
         left join (select distinct id as placed_id from place_points where source = $1) p on p.placed_id = t.id
        where l.dataset = $1 and ${served.where ?? 'true'} group by 2`,
      [id],
    );
  }
  await command(client, 'set local enable_nestloop = default');
}
