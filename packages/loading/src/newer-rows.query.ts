import { columnsOf, type DbClient, sql, statement } from '@domesday/db';
import { counted } from '@domesday/files/counted';
import type { Check } from './types.ts';

/** The number of served rows of each load with a later release. Index: primary key of dataset_served. */
const servedOfNewer = statement({
  name: 'served-of-newer-releases',
  parameters: { dataset: 'text', release: 'text' },
  row: { ...columnsOf('dataset_served', ['load_id', 'rows']), of: 'text?' },
  build: ({ dataset, release }) => sql`
    select s.load_id, s.rows, l.release as of from dataset_served s join dataset_loads l on l.id = s.load_id
     where s.dataset = ${dataset} and l.release ~ '^[0-9]{4}-[0-9]{2}$' and l.release > ${release} collate "C"
     order by l.release, s.load_id`,
});

/** The number of served rows of each load whose newest record is later. */
const servedOfLater = statement({
  name: 'served-of-later-records',
  parameters: { dataset: 'text', newest: 'date' },
  row: { ...columnsOf('dataset_served', ['load_id', 'rows']), of: 'text' },
  build: ({ dataset, newest }) => sql`
    select s.load_id, s.rows, l.newest_record::text as of from dataset_served s join dataset_loads l on l.id = s.load_id
     where s.dataset = ${dataset} and l.newest_record > ${newest}::date
     order by l.newest_record, s.load_id`,
});

export interface Edition {
  /** The release given by the operator or by the file names; null if unknown. */
  release: string | null;
  /**
   * The day of the newest record, if each file is complete for its place. Null for files of parts, such as years, which
   * have no order.
   */
  newest: string | null;
}

/**
 * Counts the served rows of newer editions before a load is published. `replaced`, called after that, warns of how many
 * the load replaced.
 */
export async function newerRows(
  client: DbClient,
  dataset: string,
  { release, newest }: Edition,
): Promise<{ replaced(): Promise<Check[]> }> {
  // Only releases that are months can be compared.
  const month = release !== null && /^\d{4}-\d\d$/.test(release) ? release : null;
  if (month === null && newest === null) return { replaced: async () => [] };
  const served = () =>
    month === null
      ? servedOfLater.rows(client, { dataset, newest: newest! })
      : servedOfNewer.rows(client, { dataset, release: month });
  const before = await served();
  return {
    async replaced() {
      if (before.length === 0) return [];
      const after = new Map((await served()).map(({ load_id, rows }) => [load_id, rows]));
      const gone = before
        .map(({ load_id, rows, of }) => ({ of, rows: rows - (after.get(load_id) ?? 0) }))
        .filter(({ rows }) => rows > 0);
      if (gone.length === 0) return [];
      const rows = gone.reduce((sum, one) => sum + one.rows, 0);
      const of = [...new Set(gone.map((one) => one.of))].join(', ');
      const served_rows = `${counted(rows, 'served row')} of`;
      const were = rows === 1 ? 'was' : 'were';
      const detail =
        month === null
          ? `${served_rows} files whose newest record is of ${of} ${were} replaced by files whose newest record is of ${newest}: these seem older.`
          : `${served_rows} release ${of} ${were} replaced by the older release ${month}.`;
      const again = 'If that was not meant, load the newer files again with --force.';
      return [{ name: 'older_release', status: 'warn', detail: `${detail} ${again}` }];
    },
  };
}
