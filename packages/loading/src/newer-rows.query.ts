import { columnsOf, type DbClient, sql, statement } from '@domesday/db';
import type { Check } from './types.ts';

/** Rows that are served of releases after this one, by load. Index: primary key of dataset_served. */
const servedOfNewer = statement({
  name: 'served-of-newer-releases',
  parameters: { dataset: 'text', release: 'text' },
  row: { ...columnsOf('dataset_served', ['load_id', 'rows']), ...columnsOf('dataset_loads', ['release']) },
  build: ({ dataset, release }) => sql`
    select s.load_id, s.rows, l.release from dataset_served s join dataset_loads l on l.id = s.load_id
     where s.dataset = ${dataset} and l.release ~ '^[0-9]{4}-[0-9]{2}$' and l.release > ${release} collate "C"
     order by l.release, s.load_id`,
});

/** How many rows of newer releases are replaced by a load, asked before and after it is published. */
export async function newerRows(
  client: DbClient,
  dataset: string,
  release: string | null,
): Promise<{ replaced(): Promise<Check[]> }> {
  // Releases of another form than a month have no order.
  if (!release || !/^\d{4}-\d\d$/.test(release)) return { replaced: async () => [] };
  const before = await servedOfNewer.rows(client, { dataset, release });
  return {
    async replaced() {
      if (before.length === 0) return [];
      const after = new Map(
        (await servedOfNewer.rows(client, { dataset, release })).map(({ load_id, rows }) => [load_id, rows]),
      );
      const gone = before
        .map(({ load_id, rows, release: of }) => ({ of, rows: rows - (after.get(load_id) ?? 0) }))
        .filter(({ rows }) => rows > 0);
      if (gone.length === 0) return [];
      const rows = gone.reduce((sum, one) => sum + one.rows, 0);
      const of = [...new Set(gone.map((one) => one.of))].join(', ');
      const detail = `${rows.toLocaleString('en-GB')} served ${rows === 1 ? 'row' : 'rows'} of release ${of} gave way to this older release, ${release}. If that was not meant, load the newer files again with --force.`;
      return [{ name: 'older_release', status: 'warn', detail }];
    },
  };
}
