import { columnsOf, type DbClient, sql, statement } from '@domesday/db';
import { counted } from '@domesday/files/counted';
import type { Check } from './types.ts';

/** A year, a month or a day. Releases of another form have no order. */
const DATED = '^[0-9]{4}(-[0-9]{2}){0,2}$';
/** A year in the last part of a path, not in the folders above it. */
const NAMED_YEAR = String.raw`(?<!\d)20\d\d(?!\d)(?=[^/\\ ]*( |$))`;

/** SQL of the edition of a load `l`: its release, or else, if `named`, the newest year in the names of its files. */
const editionOf = (named: unknown) => sql`
  case when l.release ~ ${sql.lit(DATED)} then l.release
       when ${named} then (select max(m[1]) from regexp_matches(l.uri, ${sql.lit(NAMED_YEAR)}, 'g') m) end`;

const editionOfLoad = statement({
  name: 'edition-of-load',
  parameters: { load_id: 'int8', named: 'bool' },
  row: { edition: 'text?' },
  build: ({ load_id, named }) => sql`
    select ${editionOf(named)} as edition from dataset_loads l where l.id = ${load_id}`,
});

/**
 * The number of served rows of each load with a later release. A year is compared with the year of a month or day.
 * Index: primary key of dataset_served.
 */
const servedOfNewer = statement({
  name: 'served-of-newer-releases',
  parameters: { dataset: 'text', edition: 'text', named: 'bool' },
  row: { ...columnsOf('dataset_served', ['load_id', 'rows']), of: 'text' },
  build: ({ dataset, edition, named }) => sql`
    select s.load_id, s.rows, e.of
      from dataset_served s join dataset_loads l on l.id = s.load_id
     cross join lateral (select ${editionOf(named)} as of) e
     where s.dataset = ${dataset}
       and left(e.of, length(${edition})) > left(${edition}, length(e.of)) collate "C"
     order by e.of, s.load_id`,
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
  /** Whether a year in a file name is that of the edition, rather than of the records in it. */
  named: boolean;
}

/**
 * Counts the served rows of newer editions before a load is published. `replaced`, called after that, warns of how many
 * the load replaced.
 */
export async function newerRows(
  client: DbClient,
  { dataset, load_id }: { dataset: string; load_id: number },
  { release, newest, named }: Edition,
): Promise<{ replaced(): Promise<Check[]> }> {
  const dated = release !== null && new RegExp(DATED).test(release) ? release : null;
  const by_day = dated === null && newest !== null;
  const edition = dated ?? (by_day ? null : (await editionOfLoad.one(client, { load_id, named })).edition);
  if (edition === null && !by_day) return { replaced: async () => [] };
  const served = () =>
    by_day
      ? servedOfLater.rows(client, { dataset, newest })
      : servedOfNewer.rows(client, { dataset, edition: edition!, named });
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
      const detail = by_day
        ? `${served_rows} files whose newest record is of ${of} ${were} replaced by files whose newest record is of ${newest}: these seem older.`
        : `${served_rows} release ${of} ${were} replaced by the older release ${edition}.`;
      const force_hint = 'If that was not meant, load the newer files again with --force.';
      return [{ name: 'older_release', status: 'warn', detail: `${detail} ${force_hint}` }];
    },
  };
}
