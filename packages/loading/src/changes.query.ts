import { columnsOf, command, type DbClient, query, sql, statement, writeWorking } from '@domesday/db';
import { eventOf } from './change-events.ts';
import { storedColumns } from './merge.query.ts';
import type { ChangeLog } from './types.ts';

/** A load that changes more rows than this is recorded as one `reset`: reading the whole dataset again is quicker. */
export const MOST_CHANGES = 1_000_000;
export const KEPT_DAYS = 400;

/** Columns that a build fills in later, and the id of the load. Rows that differ only in these count as equal. */
const NOT_COMPARED = [
  'load_id',
  'position',
  'uprn_confidence',
  'uprn_method',
  'uprn_source',
  'uprn_recorded',
];
/** Columns that a build copies from the postcode if the row has no position; it then sets `placed_by_postcode`. */
const POSITION_COLUMNS = ['easting', 'northing', 'latitude', 'longitude'];
/** Columns that a build works out where the file has no value. */
const FOUND = ['authority_code'];
/** All columns that builds fill in, which the file of a load may leave empty. */
export const WORKED_OUT: readonly string[] = [
  ...NOT_COMPARED,
  ...POSITION_COLUMNS,
  ...FOUND,
  'uprn',
  'placed_by_postcode',
];
/** Columns whose former value a change keeps, where the table has them. */
const FORMER = [
  'uprn',
  'postcode',
  'authority_code',
  'price',
  'price_comparable',
  'status',
  'listing_type',
  'of_share',
];

export interface Compared {
  table: string;
  key: readonly string[];
  /** Columns that are compared between the old and the new row of a key. */
  columns: readonly string[];
  /** The rows before and after the load: the name of a table, or a select in brackets. */
  before: string;
  after: string;
  /** Where to read the rows as served after the load, if `table` does not hold all of them. */
  now?: string;
}

/**
 * Compares rows before and after a load by key, and writes the keys that differ into the temporary table
 * `changed_rows`. Runs inside the transaction that publishes.
 */
export async function compareRows(
  client: DbClient,
  log: ChangeLog,
  { table, key, columns, before, after, now }: Compared,
): Promise<void> {
  const stored = await storedColumns(client, table);
  const linked = stored.includes('uprn_confidence');
  const differing = columns.filter(
    (c) => !key.includes(c) && !NOT_COMPARED.includes(c) && !(linked && c === 'uprn'),
  );
  const recorded = linked ? recordedHome(stored) : null;
  const placed = stored.includes('placed_by_postcode');
  // Both sides need this: a rebuilt table also holds rows that the load does not touch, with positions from postcodes.
  const own = (row: string, c: string) =>
    placed && POSITION_COLUMNS.includes(c)
      ? `case when not ${row}.placed_by_postcode then ${row}.${c} end`
      : `${row}.${c}`;
  const given = (c: string) => (FOUND.includes(c) ? `n.${c} is not null and ` : '');
  const differ = differing.map((c) => `(${given(c)}${own('o', c)} is distinct from ${own('n', c)})`);
  if (recorded) differ.push(`(${recorded('o')} is distinct from ${recorded('n')})`);
  const former = FORMER.filter((c) => stored.includes(c)).map((c) => `, o.${c} as was_${c}`);
  const first = key[0]!;
  const rows = await writeWorking(
    client,
    `create temp table changed_rows on commit drop as
     select case when o.${first} is null then 'inserted' when n.${first} is null then 'removed' else 'changed' end
              as change,
            ${key.map((k) => `coalesce(n.${k}, o.${k}) as ${k}`).join(', ')} ${former.join('')}
       from ${before} o full join ${after} n on ${key.map((k) => `o.${k} = n.${k}`).join(' and ')}
      where o.${first} is null or n.${first} is null ${differ.map((d) => `or ${d}`).join(' ')}`,
  );
  await command(client, 'analyze changed_rows');
  log.compared = { table, key, rows, now };
}

/**
 * SQL of the UPRN that a file gave for a row, without those that a build linked. Null for tables whose files never give
 * one.
 */
function recordedHome(stored: readonly string[]): ((row: string) => string) | null {
  if (stored.includes('uprn_source'))
    return (row) => `case when ${row}.uprn_source is distinct from 'linked_here' then ${row}.uprn end`;
  if (stored.includes('uprn_method'))
    return (row) => `case when ${row}.uprn_method = 'feed' then ${row}.uprn end`;
  return null;
}

const anyDerived = statement({
  name: 'any-derived',
  row: { any: 'bool' },
  build: () => sql`select exists (select from derived_builds) as any`,
});

/**
 * Whether changes are recorded row by row with the UPRN of each row, so that the rows must be linked to homes first.
 * False if nothing was ever built: nobody reads the changes yet.
 */
export async function recordsUprns(client: DbClient, log: ChangeLog | null): Promise<boolean> {
  const rows = log?.compared?.rows ?? 0;
  return rows > 0 && rows <= MOST_CHANGES && (await anyDerived.one(client)).any;
}

const takeNumbers = statement({
  name: 'take-change-numbers',
  parameters: { count: 'int8' },
  row: { before: 'int8' },
  build: ({ count }) => sql`
    update change_head set last_seq = last_seq + ${count}::bigint returning last_seq - ${count}::bigint as before`,
});

const addReset = statement({
  name: 'add-reset',
  parameters: columnsOf('changes', ['seq', 'load_id', 'dataset']),
  build: ({ seq, load_id, dataset }) => sql`
    insert into changes (seq, load_id, dataset, change, changed_at)
    values (${seq}, ${load_id}, ${dataset}, 'reset', statement_timestamp())`,
});

/**
 * Moves the numbering of changes ahead, after an earlier state of the database was restored. Otherwise the next loads
 * would give numbers again that readers have already seen for other changes. The new numbers start where no load can
 * have come, so the feed refuses every older cursor.
 */
export const numberOn = statement({
  name: 'number-changes-on',
  row: columnsOf('change_head', ['last_seq']),
  build: () => sql`
    update change_head set (last_seq, pruned_seq) = (
      select place, place from greatest(last_seq + 1, extract(epoch from now())::bigint * 1000000) as place)
    returning last_seq`,
});

/**
 * Deletes changes older than KEPT_DAYS. It uses the earlier of the database's time and this machine's (`here`), so that
 * a clock that is ahead deletes nothing too early.
 */
const pruneChanges = statement({
  name: 'prune-changes',
  parameters: { here: 'timestamptz' },
  build: ({ here }) => sql`
    with gone as (
      delete from changes where changed_at < least(now(), ${here}) - make_interval(days => ${KEPT_DAYS}) returning seq)
    update change_head set pruned_seq = greatest(pruned_seq, (select max(seq) from gone))
     where exists (select from gone)`,
});

/** Deletes all recorded changes of a dataset. One sequential read. */
export const forgetChangesOf = statement({
  name: 'forget-told-changes',
  parameters: columnsOf('changes', ['dataset']),
  build: ({ dataset }) => query.deleteFrom('changes').where('dataset', '=', dataset),
});

/**
 * Records what a load changed. Runs in the transaction that publishes the load and after the derived tables, so that a
 * change has the UPRN that its row was linked to. The row of `change_head` stays locked until the commit: another
 * writer waits, so that numbers become visible in order. Returns the number of changes.
 */
export async function recordChanges(
  client: DbClient,
  dataset: string,
  load_id: number,
  log: ChangeLog | null,
): Promise<number> {
  const compared = log?.compared;
  const rows = compared ? compared.rows : 1;
  if (rows === 0) return 0;
  const reset = !compared || rows > MOST_CHANGES;
  const { before } = await takeNumbers.one(client, { count: reset ? 1 : rows });
  if (reset) await addReset.run(client, { seq: before + 1, load_id, dataset });
  else await addChanges(client, compared, { before, load_id, dataset });
  await pruneChanges.run(client, { here: new Date() });
  return reset ? 1 : rows;
}

/**
 * Inserts one change for each key, with the place of its row as now served (as it was, if the row is removed) and the
 * place that the row left. The home is looked up only if the row lacks a position or a postcode: in a national database
 * the home's page is seldom in memory.
 */
async function addChanges(
  client: DbClient,
  { table, key, now: served = table }: NonNullable<ChangeLog['compared']>,
  { before, load_id, dataset }: { before: number; load_id: number; dataset: string },
): Promise<void> {
  const stored = new Set(await storedColumns(client, table));
  const was = (column: string, type: string) => (stored.has(column) ? `c.was_${column}` : `null::${type}`);
  const now = (column: string, type: string) =>
    stored.has(column)
      ? `case when c.change = 'removed' then c.was_${column} else t.${column} end`
      : was(column, type);
  const uprn = key.includes('uprn') ? 'c.uprn' : now('uprn', 'bigint');
  const former_uprn = key.includes('uprn') ? 'c.uprn' : was('uprn', 'bigint');
  const own_position = stored.has('position') ? 't.position' : 'null::point';
  const { event, details } = eventOf(table);
  const formerValue = (column: string) =>
    `case when c.change = 'changed' and w.${column} is distinct from n.${column} then w.${column} end`;
  const outcode = (postcode: string) => `nullif(split_part(${postcode}, ' ', 1), '')`;
  await writeWorking(
    client,
    `insert into public.changes (seq, load_id, dataset, change, record, uprn, postcode, outcode, authority_code,
                                 was_uprn, was_postcode, was_outcode, was_authority_code,
                                 position, event, details, changed_at)
     select $1::bigint + row_number() over (order by ${key.map((k) => `c.${k}`).join(', ')}), $2, $3, c.change,
            jsonb_build_object(${key.map((k) => `'${k}', c.${k}`).join(', ')}),
            n.uprn, n.postcode, n.outcode, n.authority_code,
            ${['uprn', 'postcode', 'outcode', 'authority_code'].map(formerValue).join(', ')},
            coalesce(${own_position}, a.position, p.position), ${event}, ${details}, statement_timestamp()
       from changed_rows c
       left join ${served} t on ${key.map((k) => `t.${k} = c.${k}`).join(' and ')}
       cross join lateral (select ${uprn} as uprn, ${now('postcode', 'text')} as postcode,
                                  ${now('authority_code', 'text')} as authority_code) o
       left join addresses a on a.uprn = case when ${own_position} is null or o.postcode is null then o.uprn end
       left join postcodes p on p.postcode = coalesce(o.postcode, a.postcode)
       cross join lateral (select o.uprn, coalesce(o.postcode, a.postcode) as postcode,
                                  coalesce(p.outcode, ${outcode('coalesce(o.postcode, a.postcode)')}) as outcode,
                                  coalesce(o.authority_code, p.local_authority_code) as authority_code) n
       cross join lateral (select ${former_uprn} as uprn, ${was('postcode', 'text')} as postcode,
                                  ${was('authority_code', 'text')} as authority_code) f
       left join addresses fa on fa.uprn = case when c.change = 'changed' and f.postcode is null then f.uprn end
       left join postcodes fp on fp.postcode = case when c.change = 'changed' then coalesce(f.postcode, fa.postcode) end
       cross join lateral (select f.uprn, coalesce(f.postcode, fa.postcode) as postcode,
                                  coalesce(fp.outcode, ${outcode('coalesce(f.postcode, fa.postcode)')}) as outcode,
                                  coalesce(f.authority_code, fp.local_authority_code) as authority_code) w`,
    [before, load_id, dataset],
  );
}
