import { columnsOf, type DbClient, sql, statement } from '@domesday/db';
import { counted } from '@domesday/files/counted';
import type { Check } from './types.ts';

/** A year, a month or a day. Releases of another form have no order. */
const DATED = '^[0-9]{4}(-[0-9]{2}){0,2}$';
/** A year in the name of a file or folder itself, not of one that it lies in. */
const NAMED_YEAR = String.raw`(?<!\d)20\d\d(?!\d)(?=[^/\\ ]*( |$))`;

/**
 * The edition of a load `l`: its release, or else the newest year in the names of its files, where these may tell it.
 */
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
 * Rows that are served of releases after this one, by load. A year is compared with the year of a month or day. Index:
 * primary key of dataset_served.
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
  /** Whether a year in the names of files tells their edition, and not of which year their records are. */
  named: boolean;
}

/** How many rows of newer editions are replaced by a load, asked before and after it is published. */
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
      const detail = by_day
        ? `${served_rows} files whose newest record is of ${of} gave way to these, whose newest is of ${newest}: they seem older.`
        : `${served_rows} release ${of} gave way to this older release, ${edition}.`;
      const again = 'If that was not meant, load the newer files again with --force.';
      return [{ name: 'older_release', status: 'warn', detail: `${detail} ${again}` }];
    },
  };
}
