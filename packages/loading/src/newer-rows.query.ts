import { columnsOf, type DbClient, sql, statement } from '@domesday/db';
import { counted } from '@domesday/files/counted';
import type { Check } from './types.ts';

/** Rows that are served of releases after this one, by load. Index: primary key of dataset_served. */
const servedOfNewer = statement({
  name: 'served-of-newer-releases',
  parameters: { dataset: 'text', release: 'text' },
  row: { ...columnsOf('dataset_served', ['load_id', 'rows']), of: 'text?' },
  build: ({ dataset, release }) => sql`
    select s.load_id, s.rows, l.release as of from dataset_served s join dataset_loads l on l.id = s.load_id
     where s.dataset = ${dataset} and l.release ~ '^[0-9]{4}-[0-9]{2}$' and l.release > ${release} collate "C"
     order by l.release, s.load_id`,
});

/** The same of loads whose newest record is of a later day. */
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
  /** Told by the operator or the names of the files. */
  release: string | null;
  /**
   * The newest day of the records, if each file is the whole of its place: files of parts, such as years, have no
   * order.
   */
  newest: string | null;
}

/** How many rows of newer editions are replaced by a load, asked before and after it is published. */
export async function newerRows(
  client: DbClient,
  dataset: string,
  { release, newest }: Edition,
): Promise<{ replaced(): Promise<Check[]> }> {
  // Releases of another form than a month have no order.
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
      const detail =
        month === null
          ? `${served_rows} files whose newest record is of ${of} gave way to these, whose newest is of ${newest}: they seem older.`
          : `${served_rows} release ${of} gave way to this older release, ${month}.`;
      const again = 'If that was not meant, load the newer files again with --force.';
      return [{ name: 'older_release', status: 'warn', detail: `${detail} ${again}` }];
    },
  };
}
