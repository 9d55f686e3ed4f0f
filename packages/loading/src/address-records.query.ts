import { command, type DbClient, readWorkingRow, sql, statement, writeWorking } from '@domesday/db';
import { compareRows } from './changes.query.ts';
import { isMuch, rowsBefore } from './merge.query.ts';
import { rebuildTable } from './rebuild.query.ts';
import { mergeTracked, type TrackedMerge } from './tracked-merge.query.ts';

/**
 * Fields of a packed record, in the order of the type `address_record`. All packed records are from the address list.
 */
const PACKED = [
  'uprn',
  'variant',
  'address',
  'postcode',
  'easting',
  'northing',
  'latitude',
  'longitude',
  'country',
  'parent_uprn',
  'classification',
  'load_id',
];
/** Sources in `address_records`. The primary key of the table begins with the source. */
const SOURCES = `('address-list', 'epc-domestic')`;
const TABLE = 'address_records';
const LISTED = `t.source = 'address-list'`;
/**
 * Table pages that are packed into one row: about 150 records. Smaller packs compress worse; larger ones take longer to
 * unpack.
 */
const PAGES = 3;
/**
 * The UPRN ranges of packs overlap if the list is unsorted. It is sorted if a lookup would read more packs than this on
 * average.
 */
const MOST_PACKS = 5;

const columnsFrom = (row: string) => PACKED.map((column) => `${row}.${column}`).join(', ');
const packedOf = (homes: string) => `
  select 'address-list' as source, ${columnsFrom('r')}
    from address_record_packs p cross join unnest(p.records) r
   where p.ctid = any (array(select distinct k.ctid from ${homes} h join address_record_packs k on k.uprns @> h.uprn))
     and r.uprn in (select uprn from ${homes})
     and not exists (select from address_records o where o.source = 'address-list' and o.uprn = r.uprn)`;

/**
 * SQL that selects every record of the homes in the table `homes`, which has a column `uprn`. Indexes: the primary key
 * of address_records, address_record_packs_uprns.
 */
export function recordsOf(homes: string) {
  return sql.raw(`
    select r.source, ${columnsFrom('r')}
      from ${homes} h join address_records r on r.uprn = h.uprn and r.source in ${SOURCES}
     union all ${packedOf(homes)}`);
}

const packState = statement({
  name: 'address-packs',
  row: { packs: 'bool', packed: 'int8' },
  build: () => sql`
    select coalesce((select bool_or(packs_records) from address_index_state), false) as packs,
           coalesce((select sum(count) from address_record_packs), 0) as packed`,
});

export interface ListMerge extends Omit<TrackedMerge, 'table' | 'select' | 'served'> {
  load_id: number;
  /** A table that holds the same records, and the select list that reads them from it. */
  stored: { table: string; row: string };
  /** Whether served records of the address list that this load does not contain are deleted. */
  replace: boolean;
}

/**
 * Merges the records of an address list. A load that changes few records first unpacks those that it replaces into
 * rows, and is then merged and recorded like any other dataset. A load that changes many is written as packs: packs
 * without a record of the load stay, and what the load does not contain of the other packs becomes rows.
 */
export async function mergeList(client: DbClient, list: ListMerge): Promise<number> {
  const { load_id, replace, stored: _, ...merge } = list;
  if (list.remove) await unpackWithheld(client);
  const { packs, packed } = await packState.one(client);
  const select = (source: string) =>
    `select ${merge.columns.map((c) => (c === 'load_id' ? `${load_id} as load_id` : `s.${c}`)).join(', ')} from ${source} s`;
  const served = packed + (await rowsBefore(client, TABLE));
  const rows = { ...merge, table: TABLE, select, served, remove: replace ? LISTED : list.remove };
  if (packs && (replace || isMuch(merge.rows, served))) return packList(client, list, select);
  if (packed > 0) {
    const replaced = packedOf(merge.staging);
    await writeWorking(client, `insert into ${TABLE} (source, ${PACKED.join(', ')}) ${replaced}`);
  }
  return mergeTracked(client, rows);
}

/**
 * Removes withheld records from every pack. Once its row is deleted, a record that stayed in a pack would be served
 * from there.
 */
async function unpackWithheld(client: DbClient): Promise<void> {
  const homes = 'public.withheld_homes';
  await writeWorking(client, `insert into ${TABLE} (source, ${PACKED.join(', ')}) ${packedOf(homes)}`);
  await writeWorking(
    client,
    `with held as (
       select p.ctid as pack, array_agg(row(${columnsFrom('r')})::address_record) filter (where h.uprn is null) as records,
              bool_or(r.variant > 0) filter (where h.uprn is null) as several,
              bool_or(r.variant = 0 and r.postcode is null) filter (where h.uprn is null) as unposted
         from address_record_packs p cross join unnest(p.records) r left join ${homes} h on h.uprn = r.uprn
        where p.ctid = any (array(select k.ctid from ${homes} w join address_record_packs k on k.uprns @> w.uprn))
        group by p.ctid)
     update address_record_packs p
        set records = coalesce(held.records, '{}'), count = coalesce(cardinality(held.records), 0),
            several = coalesce(held.several, false), unposted = coalesce(held.unposted, false)
       from held where held.pack = p.ctid and cardinality(p.records) > coalesce(cardinality(held.records), 0)`,
  );
  await writeWorking(client, 'delete from address_record_packs where count = 0');
}

async function packList(
  client: DbClient,
  { key, columns, staging, rows, replace, changes, load_id, stored }: ListMerge,
  select: (source: string) => string,
): Promise<number> {
  const inLoad = (row: string) => `${row} in (select uprn from ${staging})`;
  if (changes) {
    const former = `${LISTED} ${replace ? '' : `and ${inLoad('t.uprn')}`}`;
    const before = `(select t.* from all_address_records() t where ${former})`;
    const compared = { table: TABLE, key, columns, now: 'all_address_records()' };
    await compareRows(client, changes, { ...compared, before, after: `(${select(staging)})` });
  }
  const touched = replace
    ? 'select ctid as pack from address_record_packs'
    : `select distinct p.ctid as pack from address_record_packs p cross join unnest(p.records) r
        where ${inLoad('r.uprn')}`;
  await writeWorking(client, `create temporary table touched_packs on commit drop as ${touched}`);
  await keepRows(client, staging, replace);
  await rebuildTable(client, 'address_record_packs', async (fresh) => {
    // The planner needs no statistics of `records`, and analysing that column takes half as long as writing the table.
    await command(client, `alter table ${fresh} alter column records set statistics 0`);
    await pack(client, fresh, stored, load_id);
    if (!(await isOrdered(client, fresh))) {
      const sorted = `${staging}_sorted`;
      await command(client, `truncate ${fresh}`);
      await writeWorking(
        client,
        `create unlogged table ${sorted} as select ${stored.row} from ${stored.table} order by uprn`,
      );
      await pack(client, fresh, { table: sorted, row: '*' }, load_id);
      await command(client, `drop table ${sorted}`);
    }
    await writeWorking(
      client,
      `insert into ${fresh} select p.* from address_record_packs p
        where not exists (select from touched_packs t where t.pack = p.ctid)`,
    );
  });
  await command(client, 'drop table touched_packs');
  return rows;
}

/**
 * Writes each pack from neighbouring table pages. Their rows are in the order of the file, so this needs neither a sort
 * nor memory.
 */
async function pack(
  client: DbClient,
  into: string,
  { table, row }: ListMerge['stored'],
  load_id: number,
): Promise<void> {
  await writeWorking(
    client,
    `insert into ${into} (uprns, count, several, unposted, records)
     select p.* from generate_series(0, pg_relation_size('${table}') / current_setting('block_size')::integer, ${PAGES}) g (page)
      cross join lateral (
        select int8range(min(r.uprn), max(r.uprn), '[]'), count(*), bool_or(r.variant > 0),
               bool_or(r.variant = 0 and r.postcode is null), array_agg(row(${columnsFrom('r')})::address_record)
          from (select ${row}, $1::bigint as load_id
                  from ${table} where ctid >= format('(%s,0)', g.page)::tid
                   and ctid < format('(%s,0)', g.page + ${PAGES})::tid) r
        having count(*) > 0) p`,
    [load_id],
  );
}

/** Whether a lookup of a UPRN reads at most MOST_PACKS packs on average. */
async function isOrdered(client: DbClient, packs: string): Promise<boolean> {
  const ordered = `select coalesce(sum(upper(uprns) - lower(uprns)) <= ${MOST_PACKS} * (max(upper(uprns)) - min(lower(uprns))), true)
                       as ordered from ${packs}`;
  return (await readWorkingRow(client, { ordered: 'bool' }, ordered)).ordered;
}

/**
 * Deletes the rows of the list from `address_records`, and adds the records of touched packs that the list does not
 * contain.
 */
async function keepRows(client: DbClient, staging: string, replace: boolean): Promise<void> {
  const kept_table = `${staging}_left`;
  const besides = `not exists (select from ${staging} s where s.uprn = r.uprn)
                   and not exists (select from ${TABLE} o where o.source = 'address-list' and o.uprn = r.uprn)`;
  await writeWorking(
    client,
    `create unlogged table ${kept_table} as
     select 'address-list' as source, ${columnsFrom('r')}
       from touched_packs t join address_record_packs p on p.ctid = t.pack cross join unnest(p.records) r
      where ${replace ? 'false' : besides}`,
  );
  const gone = replace ? LISTED : `${LISTED} and t.uprn in (select uprn from ${staging})`;
  const remains = replace
    ? `not ${LISTED}`
    : `not exists (select from ${staging} s where ${LISTED} and s.uprn = t.uprn)`;
  const { n } = await readWorkingRow(
    client,
    { n: 'int8' },
    `select (select count(*) from ${kept_table}) + (select count(*) from ${TABLE} t where ${gone}) as n`,
  );
  if (n > 0) {
    const stored = `source, ${PACKED.join(', ')}`;
    const add = (into: string) =>
      writeWorking(client, `insert into ${into} (${stored}) select ${stored} from ${kept_table}`);
    if (isMuch(n, await rowsBefore(client, TABLE))) {
      await rebuildTable(client, TABLE, async (fresh) => {
        await writeWorking(
          client,
          `insert into ${fresh} (${stored}) select ${stored} from ${TABLE} t where ${remains}`,
        );
        await add(fresh);
      });
    } else {
      await writeWorking(client, `delete from ${TABLE} t where ${gone}`);
      await add(TABLE);
    }
  }
  await command(client, `drop table ${kept_table}`);
}
