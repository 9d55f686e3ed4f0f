import { command, type DbClient, sql, statement } from '@domesday/db';
import { recordsOf } from './address-records.query.ts';

const notedOf = (...datasets: string[]) => sql`
  load_changes c join dataset_loads l on l.id = c.load_id
    where l.status = 'published' and l.dataset in (${sql.join(datasets.map((dataset) => sql.lit(dataset)))})`;

const movedPostcodes = statement({
  name: 'moved-postcodes',
  build: () => sql`
    create temporary table moved_postcodes on commit drop as
    select distinct c.postcode from ${notedOf('onspd', 'code-point-open')}`,
});

const changedHomes = statement({
  name: 'changed-homes',
  after: [movedPostcodes],
  build: () => sql`
    create temporary table changed_homes on commit drop as
    select c.uprn from ${notedOf('address-list', 'os-open-uprn', 'epc-domestic')} and c.uprn is not null
    union select a.uprn from addresses a join moved_postcodes m on m.postcode = a.postcode`,
});

const changedRecords = statement({
  name: 'changed-records',
  after: [movedPostcodes, changedHomes],
  build: () => sql`
    create temporary table changed_records on commit drop as ${recordsOf('changed_homes')}`,
});

const changedLookups = statement({
  name: 'changed-lookups',
  build: () => sql`
    create temporary table changed_lookups on commit drop as
    select distinct c.transaction_id from ${notedOf('hmlr-uprn-lookup')}`,
});

const touchedPostcodes = statement({
  name: 'touched-postcodes',
  after: [movedPostcodes, changedHomes, changedRecords, changedLookups],
  build: () => sql`
    create temporary table touched_postcodes on commit drop as
    select c.postcode from ${notedOf('address-list', 'epc-domestic')} and c.postcode is not null
    union select a.postcode from changed_homes h join addresses a using (uprn)
    union select postcode from changed_records where postcode is not null
    union select s.postcode from changed_homes h join sales s using (uprn)
           where s.uprn_method = 'hmlr_lookup' and s.postcode is not null
    union select o.postcode from changed_homes h join hmo_licences o using (uprn)
           where o.uprn_recorded and o.postcode is not null
    union select c.postcode from ${notedOf('price-paid')} and c.postcode is not null
            and exists (select from hmlr_uprn_lookup k where k.transaction_id = c.transaction_id)
    union select s.postcode from changed_lookups k join sales s using (transaction_id) where s.postcode is not null`,
});

const changedSales = statement({
  name: 'changed-sales',
  build: () => sql`
    create temporary table changed_sales on commit drop as
    select distinct c.transaction_id from ${notedOf('price-paid')}`,
});

/**
 * Statements that create temporary tables of what the loads with recorded changes changed: `moved_postcodes`;
 * `changed_homes`, including the homes of moved postcodes; `changed_records`, the records of those homes;
 * `changed_lookups`, sales for which the registry names another home; `touched_postcodes`, in which any spelling of
 * such a home is or was; and `changed_sales`.
 */
export const CHANGED = [
  movedPostcodes,
  changedHomes,
  changedRecords,
  changedLookups,
  touchedPostcodes,
  changedSales,
] as const;

const TABLES = [
  'moved_postcodes',
  'changed_homes',
  'changed_records',
  'changed_lookups',
  'touched_postcodes',
  'changed_sales',
];

/**
 * Creates the temporary tables. Must run before any derived table is changed, since they include places that homes
 * leave.
 */
export async function gatherChanged(client: DbClient): Promise<void> {
  for (const [at, made] of CHANGED.entries()) {
    await command(client, `drop table if exists pg_temp.${TABLES[at]}`);
    await made.run(client);
    await command(client, `analyze ${TABLES[at]}`);
  }
}

/** Adds the postcodes in which the address index found another spelling of a home. */
export const addTouched = statement({
  name: 'add-touched-postcodes',
  parameters: { postcodes: '_text' },
  after: CHANGED,
  build: ({ postcodes }) => sql`
    insert into touched_postcodes select unnest(${postcodes}::text[]) except select postcode from touched_postcodes`,
});

export const changedCounts = statement({
  name: 'changed-counts',
  after: CHANGED,
  row: { postcodes: 'int8', homes: 'int8', addresses: 'float8' },
  build: () => sql`
    select (select count(*) from moved_postcodes) as postcodes, (select count(*) from changed_homes) as homes,
           (select reltuples::float8 from pg_class where oid = 'public.addresses'::regclass) as addresses`,
});

/**
 * Whether any dataset has a published load, newer than the load given for it in `since`, whose changes were not
 * recorded: any of its rows may have changed.
 */
export const unnotedLoads = statement({
  name: 'unnoted-loads',
  parameters: { datasets: '_text', since: '_int8' },
  row: { any: 'bool' },
  build: ({ datasets, since }) => sql`
    select exists (
      select from unnest(${datasets}::text[], ${since}::bigint[]) as b (dataset, load_id)
        join dataset_loads l on l.dataset = b.dataset and l.id > b.load_id
       where l.status = 'published' and not l.changes_noted) as any`,
});
