import { command, type Db, type DbClient, readWorkingRow, sql, statement, writeWorking } from '@domesday/db';
import { keepChanged, MOST_NOTED, type Noted, noteChanged } from './noted-rows.query.ts';
import { rebuildTable, rebuiltBeside } from './rebuild.query.ts';
import { fillBeside } from './rebuild-beside.query.ts';
import { filledBeside } from './staging.query.ts';

/** Share of changed rows above which a new table is built beside the old one and swapped in. */
const REBUILD_SHARE = 0.1;
/** Up to this many rows are always written in place, if much more data is derived from the table than it holds. */
const VERY_FEW = 10_000;
/** From this many rows on, the planner's estimate of them is good enough. */
const MANY = 100_000;

export interface Merge {
  /** Served table in the schema public. */
  table: string;
  /** Its primary key. */
  key: string[];
  /** Columns by whose values staged rows replace served ones; the key if absent. */
  replaces?: string[];
  /** Columns that `select` fills, in order. */
  columns: string[];
  /** The rows to write: a select over `source`, which is staging or the last row of each key in it. */
  select(source: string): string;
  staging: string;
  /** Rows in staging. */
  rows: number;
  /** Whether staging has several rows of one key; absent if that is not known. */
  repeats?: boolean;
  /**
   * Called with the number of records that have several differing rows in the load. Only the last of these rows counts.
   */
  onDiffering?: ((records: number) => void) | undefined;
  /** Condition on the served table `t` for further rows to delete. */
  remove?: string;
  /** The number of rows served before, if some are stored outside the table; otherwise they are counted. */
  served?: number;
  /**
   * Whether a load of at most `MOST_NOTED` rows (`always`) or `VERY_FEW` rows (`if few`) replaces rows in place,
   * however large its share of the table: derived tables can then follow the changed rows, and they hold more than this
   * table does.
   */
  followed?: 'always' | 'if few';
  /** Records which rows of the table the load changed, so that derived tables need to follow only these. */
  notes?: Noted;
  /**
   * Other connections that fill a rebuilt table. `select` and `remove` then see only what was committed before the load
   * is published.
   */
  beside?: Db | null;
}

/**
 * Replaces rows with the same key. An empty table, or one with many changes, is rebuilt without
 * indexes, indexed, and swapped in at the end of the transaction, so that readers never wait for the build; otherwise
 * rows are replaced in place. Of rows with the same key in the load the last one counts. Returns the number of rows
 * written.
 */
export async function mergeRows(client: DbClient, merge: Merge): Promise<number> {
  const before = merge.served ?? (await rowsBefore(client, merge.table));
  const very_few = merge.followed !== undefined && merge.rows <= VERY_FEW;
  const few = !isMuch(merge.rows, before) || (merge.followed === 'always' && merge.rows <= MOST_NOTED);
  if (merge.remove !== 'true' && (very_few || (before > 0 && few))) return replaceInPlace(client, merge);
  return rebuildMerged(client, merge, before);
}

/** Whether a load changes so many of the served rows that rebuilding the table is quicker than replacing rows. */
export const isMuch = (rows: number, before: number) => rows >= before * REBUILD_SHARE;

const estimatedRows = statement({
  name: 'estimated-rows',
  parameters: { table: 'text' },
  row: { n: 'float8' },
  build: ({ table }) => sql`select reltuples::float8 as n from pg_class where oid = ${table}::text::regclass`,
});

/**
 * The number of rows in a served table. For a big table this is the planner's estimate, since counting would take
 * longer than a small load.
 */
export async function rowsBefore(client: DbClient, table: string): Promise<number> {
  const { n: estimated } = await estimatedRows.one(client, { table: `public.${table}` });
  if (estimated > MANY) return estimated;
  return (await readWorkingRow(client, { n: 'int8' }, `select count(*) as n from ${table}`)).n;
}

/**
 * SQL of the last row of each key in file order. Staging is written by one COPY in the transaction that created it, so
 * its ctid order is file order.
 */
function lastOfEach(merge: Merge): string {
  const key = merge.key.join(', ');
  return `(select distinct on (${key}) * from ${merge.staging} order by ${key}, ctid desc)`;
}

/** Condition for a staged row `s` to replace the served row `t`. */
export function replaced({ key, replaces = key }: Pick<Merge, 'key' | 'replaces'>): string {
  return replaces.map((column) => `t.${column} = s.${column}`).join(' and ');
}

/**
 * Reports repeated keys with differing rows. Two sorts of the keys of staging, and one of the rows with repeated keys.
 */
async function reportDiffering(client: DbClient, { key, staging, onDiffering }: Merge): Promise<void> {
  if (!onDiffering) return;
  const keys = key.join(', ');
  const { n } = await readWorkingRow(
    client,
    { n: 'int8' },
    `select count(*) as n from (
       select from ${staging} s join (select ${keys} from ${staging} group by ${keys} having count(*) > 1) again
        using (${keys}) group by ${keys} having min(s::text) <> max(s::text)) d`,
  );
  if (n > 0) onDiffering(n);
}

async function replaceInPlace(client: DbClient, merge: Merge): Promise<number> {
  const { table, staging, remove } = merge;
  const notes = merge.rows <= MOST_NOTED ? merge.notes : undefined;
  const noted = notes && (await keepChanged(client, table));
  const write = (change: string, into: string | undefined) =>
    writeWorking(
      client,
      into ? `with changed as (${change} returning t.*) insert into ${into} select * from changed` : change,
    );
  if (remove) await write(`delete from ${table} t where ${remove}`, noted?.gone);
  await write(`delete from ${table} t using ${staging} s where ${replaced(merge)}`, noted?.gone);
  if (merge.repeats !== false) await reportDiffering(client, merge);
  const rows = merge.select(merge.repeats === false ? staging : lastOfEach(merge));
  const written = await write(`insert into ${table} as t (${merge.columns.join(', ')}) ${rows}`, noted?.put);
  if (notes) await noteChanged(client, table, notes);
  return written;
}

async function rebuildMerged(client: DbClient, merge: Merge, before: number): Promise<number> {
  const further = await keptRows(client, merge, before);
  const rebuild = (source: string) =>
    merge.beside
      ? rebuildBeside(client, merge.beside, merge, source, further)
      : rebuildHere(client, merge, source, further);
  if (!merge.repeats) {
    // Published files seldom repeat a key, and sorting millions of rows to make sure costs more than finding
    // out from the primary key.
    await command(client, 'savepoint once');
    try {
      const written = await rebuild(merge.staging);
      await command(client, 'release savepoint once');
      return written;
    } catch (error) {
      if ((error as { code?: string }).code !== '23505') throw error;
      await command(client, 'rollback to savepoint once');
    }
  }
  await reportDiffering(client, merge);
  return rebuild(lastOfEach(merge));
}

/** Statements that copy the served rows that the load does not replace or remove. */
async function keptRows(
  client: DbClient,
  merge: Merge,
  before: number,
): Promise<(fresh: string) => string[]> {
  if (before === 0 || merge.remove === 'true') return () => [];
  const columns = await storedColumns(client, merge.table);
  return (fresh) => [
    `insert into ${fresh} (${columns.join(', ')}) select ${columns.map((c) => `t.${c}`).join(', ')}
       from ${merge.table} t
      where not exists (select from ${merge.staging} s where ${replaced(merge)})
      ${merge.remove ? `and not (${merge.remove})` : ''}`,
  ];
}

function rebuildHere(
  client: DbClient,
  merge: Merge,
  source: string,
  further: (fresh: string) => string[],
): Promise<number> {
  return rebuildTable(client, merge.table, async (fresh) => {
    for (const more of further(fresh)) await writeWorking(client, more);
    return writeWorking(client, `insert into ${fresh} (${merge.columns.join(', ')}) ${merge.select(source)}`);
  });
}

async function rebuildBeside(
  client: DbClient,
  db: Db,
  merge: Merge,
  source: string,
  further: (fresh: string) => string[],
): Promise<number> {
  const fresh = filledBeside(merge.staging);
  await command(db, `drop table if exists ${fresh}`);
  const filling = { columns: merge.columns, select: merge.select(source), further };
  const written = await fillBeside(db, merge.table, fresh, filling);
  if (written === null) return rebuildHere(client, merge, source, further);
  await rebuiltBeside(client, merge.table, fresh);
  return written;
}

const storedColumnsOf = statement({
  name: 'stored-columns',
  parameters: { table: 'text' },
  row: { name: 'text' },
  build: ({ table }) => sql`
    select attname::text as name from pg_attribute
     where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`,
});

/** The columns of a served table, without generated ones. */
export async function storedColumns(client: DbClient, table: string): Promise<string[]> {
  const rows = await storedColumnsOf.rows(client, { table: `public.${table}` });
  return rows.map((row) => row.name);
}
