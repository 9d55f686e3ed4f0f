import { command, type DbClient, readWorking, readWorkingRow, writeWorking } from '@domesday/db';
import { mergeList } from '@domesday/loading/address-records.query';
import { LoadError, type Staged } from '@domesday/loading/types';

const COLUMNS = [
  'source',
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
];

/**
 * Publishes every spelling that the list gives for a UPRN, numbered from 0, which is the one served. A later list
 * replaces all spellings of the same UPRN. See `mergeList`.
 */
export async function publishAddressList(staged: Staged): Promise<number> {
  const { client, table, load_id, replace, changes } = staged;
  const records = `${table}_records`;
  const kinds = await kindsIn(client, table);
  const premium = [...kinds].some((kind) => kind !== 'row');
  if (premium && kinds.has('row')) {
    const detail = 'The files are partly AddressBase Premium and partly lists of whole addresses';
    throw new LoadError('checks', `Nothing was published. ${detail}: load each of the two alone.`);
  }
  const fields = `address, postcode, easting, northing, latitude, longitude, country, parent_uprn, classification`;
  const view = !premium && (await hasUniqueUprns(client, table));
  if (premium) {
    await composePremium(client, table, records, kinds);
  } else if (view) {
    await writeWorking(
      client,
      `create view ${records} as
       select 'address-list' as source, uprn, 0::smallint as variant, ${fields} from ${table}`,
    );
  } else {
    await writeWorking(
      client,
      `create unlogged table ${records} as
       select 'address-list' as source, uprn,
              (row_number() over (partition by uprn order by first) - 1)::smallint as variant, ${fields}
         from (select distinct on (uprn, address) *, ctid as first from ${table} order by uprn, address, ctid) s`,
    );
  }
  if (!view) await command(client, `analyze ${records}`);
  const n = view ? staged.rows : await countOf(client, records);
  if (n === 0 && staged.rows > 0)
    throw new LoadError('checks', 'Nothing was published. The files hold no address.');

  const written = await mergeList(client, {
    key: ['source', 'uprn', 'variant'],
    columns: [...COLUMNS, 'load_id'],
    load_id,
    staging: records,
    stored: view ? { table, row: `uprn, 0::smallint as variant, ${fields}` } : { table: records, row: '*' },
    rows: n,
    repeats: false,
    notes: { load_id, columns: ['uprn', 'postcode'] },
    replaces: ['source', 'uprn'],
    replace,
    remove: staged.remove,
    changes,
  });
  await command(client, `drop ${view ? 'view' : 'table'} ${records}`);
  return written;
}

/** Whether every UPRN occurs once, as in most lists. Sorting only the numbers is fast. */
async function hasUniqueUprns(client: DbClient, table: string): Promise<boolean> {
  const once = `select count(*) = count(distinct uprn) as once from ${table}`;
  return (await readWorkingRow(client, { once: 'bool' }, once)).once;
}

async function countOf(client: DbClient, records: string): Promise<number> {
  const count = `select count(*) as n from ${records}`;
  return (await readWorkingRow(client, { n: 'int8' }, count)).n;
}

async function kindsIn(client: DbClient, table: string): Promise<Set<string>> {
  const rows = await readWorking(client, { kind: 'text' }, `select distinct kind from ${table}`);
  return new Set(rows.map((r) => r.kind));
}

/**
 * Joins the parts of AddressBase Premium. The approved English identifier is served, else the delivery point;
 * alternative, Welsh and historical spellings are stored as further variants, each with its street in its own language.
 * A change-only update is refused, since it has only the changed records of a home.
 */
async function composePremium(
  client: DbClient,
  table: string,
  records: string,
  kinds: Set<string>,
): Promise<void> {
  const updates = `select count(*) as n from ${table} where of_update`;
  const { n: updated } = await readWorkingRow(client, { n: 'int8' }, updates);
  if (updated > 0) {
    throw new LoadError(
      'checks',
      `Nothing was published. The files are a change-only update of AddressBase Premium: ${updated} of their records are marked as updated or deleted (U, D), and of a home they hold only what changed. Load the full supply with --replace.`,
    );
  }
  const missing = [];
  if (!kinds.has('unit')) missing.push('BLPU (21)');
  if (!kinds.has('delivery_point')) {
    if (!kinds.has('identifier')) missing.push('LPI (24)');
    if (!kinds.has('street')) missing.push('STREET_DESCRIPTOR (15)');
  }
  if (missing.length > 0) {
    const list = missing.join(', ');
    throw new LoadError(
      'checks',
      `Nothing was published. AddressBase Premium must be loaded whole, and the files hold no records of ${list}. Name all its files, or the folder that holds them, in one command.`,
    );
  }
  await writeWorking(
    client,
    `create unlogged table ${records} as
     with unit as (
       select distinct on (uprn) * from ${table} where kind = 'unit' order by uprn, ctid desc
     ), street as (
       select distinct on (usrn) usrn, address from ${table} where kind = 'street'
        order by usrn, (language = 'ENG') is true desc, ctid desc
     ), street_in_other as (
       select distinct on (usrn, language) usrn, language, address from ${table}
        where kind = 'street' and language <> 'ENG' order by usrn, language, ctid desc
     ), class as (
       select distinct on (uprn) uprn, classification from ${table} where kind = 'classification'
        order by uprn, ctid desc
     ), spelling as (
       select l.uprn, upper(l.address || coalesce(o.address, s.address) || ', ' || u.postcode) as address, u.postcode,
              case when l.status = 1 and l.language = 'ENG' then 0 when l.status = 1 then 2
                   when l.status in (3, 6) then 3 else 4 end as rank
         from ${table} l join unit u using (uprn) join street s on s.usrn = l.usrn
         left join street_in_other o on o.usrn = l.usrn and o.language = l.language
        where l.kind = 'identifier' and u.postcode is not null
       union all
       select uprn, address, postcode, 1 from ${table} where kind = 'delivery_point'
     ), spelt_once as (
       select distinct on (uprn, address) * from spelling order by uprn, address, rank
     )
     select 'address-list' as source, uprn,
            (row_number() over (partition by uprn order by p.rank, p.address) - 1)::smallint as variant,
            p.address, p.postcode, u.easting, u.northing, u.latitude, u.longitude, u.country, u.parent_uprn,
            c.classification
       from spelt_once p join unit u using (uprn) left join class c using (uprn)
      where u.status is distinct from 8`,
  );
}
