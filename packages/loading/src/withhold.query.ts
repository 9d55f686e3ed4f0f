import {
  columnsOf,
  type DbClient,
  query,
  type RowOf,
  readWorkingRow,
  sql,
  statement,
  writeWorking,
} from '@domesday/db';
import { isGuid } from '@domesday/files/values';
import { WITHHELD } from './record.query.ts';
import { type DatasetModule, LoadError } from './types.ts';

/**
 * Condition for rows of `valuation_comparables` that are withheld. The transaction id is in characters 3 to 38 of
 * `sale`.
 */
const COMPARABLE = `t.uprn = any (array(select uprn from public.withheld_homes))
  or substr(t.sale, 3, 36) = any (array(select record from public.withheld_records where dataset = 'price-paid'))`;
const HOMES = 'array(select uprn from public.withheld_homes)';

type Withholding = Pick<DatasetModule, 'id' | 'withholds'>;

const recordsOf = ({ id, withholds }: Withholding) =>
  `array(select record::${withholds!.type ?? 'text'} from public.withheld_records where dataset = '${id}')`;

/**
 * Condition for withheld rows `t` of the served table or its history. Uses the index on the key if the table has one.
 */
function withheldRows(dataset: Withholding): string {
  const { record, own } = dataset.withholds!;
  const named = record ? ` or ${record} = any (${recordsOf(dataset)})` : '';
  return `(t.uprn = any (${HOMES})${named})${own ? ` and ${own}` : ''}`;
}

/** Deletes withheld rows from staging. Returns how many. */
export async function leaveOutWithheld(
  client: DbClient,
  dataset: DatasetModule,
  staging: string,
): Promise<number> {
  if (!dataset.withholds) return 0;
  const { record } = dataset.withholds;
  const named = record ? [`${record} = any (${recordsOf(dataset)})`] : [];
  const of_home = dataset.staging.some(({ name }) => name === 'uprn') ? [`t.uprn = any (${HOMES})`] : [];
  return writeWorking(client, `delete from ${staging} t where ${[...named, ...of_home].join(' or ')}`);
}

export const withholdHomes = statement({
  name: 'withhold-homes',
  parameters: { uprns: '_int8' },
  build: ({ uprns }) => sql`
    insert into withheld_homes (uprn) select distinct unnest(${uprns}::bigint[]) on conflict do nothing`,
});

/**
 * Withholds single records. A record that was withheld with its home is from now on withheld independently of the home.
 */
export async function withholdRecords(
  client: DbClient,
  dataset: Withholding,
  records: readonly string[],
): Promise<void> {
  if (dataset.withholds!.type === 'uuid') assertIds(dataset.id, records);
  await writeWorking(
    client,
    `insert into public.withheld_records (dataset, record)
     select distinct $1::text, r::${dataset.withholds!.type ?? 'text'}::text from unnest($2::text[]) r
     on conflict (dataset, record) do update set uprn = null`,
    [dataset.id, [...records]],
  );
}

function assertIds(dataset: string, records: readonly string[]): void {
  const wrong = records.find((text) => !isGuid(text));
  if (wrong === undefined) return;
  throw new LoadError(
    'refused',
    `${wrong} is no identifier of ${dataset}, such as {00000000-0000-0000-0000-000000000000}.`,
  );
}

/** The served table and, if its history is kept, the table of its former rows. */
async function tablesOf(client: DbClient, table: string): Promise<string[]> {
  const { gone } = await readWorkingRow(
    client,
    { gone: 'text?' },
    `select to_regclass('past.${table}_gone')::text as gone`,
  );
  return gone === null ? [`public.${table}`] : [`public.${table}`, gone];
}

/** Adds the known records of withheld homes to the list, since files identify many of these records only by address. */
export async function withholdKnown(client: DbClient, dataset: Withholding, table: string): Promise<void> {
  const { record, own } = dataset.withholds!;
  if (!record) return;
  for (const from of await tablesOf(client, table))
    await writeWorking(
      client,
      `insert into public.withheld_records (dataset, record, uprn)
       select '${dataset.id}', (${record})::text, min(t.uprn) from ${from} t
        where t.uprn = any (${HOMES}) ${own ? `and ${own}` : ''} group by 2
       on conflict do nothing`,
    );
}

/**
 * Counts served rows that are withheld. `from`: what to read instead of the table, if the table does not hold all rows.
 */
export async function countWithheld(
  client: DbClient,
  dataset: Withholding,
  from: string,
): Promise<{ rows: number; condition: string }> {
  const condition = withheldRows(dataset);
  const counted = `select count(*) as n from ${from} t where ${condition}`;
  return { rows: (await readWorkingRow(client, { n: 'int8' }, counted)).n, condition };
}

/**
 * Deletes entries about withheld rows from the feed of changes, except their removal, which a reader of the feed may
 * not have seen yet. Also deletes refused rows and webhook messages that mention them.
 */
export async function forgetWithheld(client: DbClient): Promise<void> {
  await writeWorking(
    client,
    `delete from public.changes c where (c.uprn = any (${HOMES}) or c.was_uprn = any (${HOMES}) or exists (
       select from public.withheld_records w
        where w.dataset = c.dataset
          and w.record = (select string_agg(value, '/' order by key) from jsonb_each_text(c.record))))
        and not exists (
          select from public.dataset_loads l where l.id = c.load_id and l.content_hash = '${WITHHELD}')`,
  );
  await writeWorking(
    client,
    `delete from public.dataset_rejects r using public.dataset_loads l
      where l.id = r.load_id and ${mentionsWithheld('r.raw', 'w.dataset = l.dataset')}`,
  );
  await writeWorking(
    client,
    `delete from public.webhook_deliveries d where ${mentionsWithheld('d.body', 'strpos(d.body, w.dataset) > 0')}`,
  );
}

/** SQL condition: whether a text contains a withheld UPRN, or the key of a withheld record, as a whole word. */
function mentionsWithheld(text: string, of_dataset: string): string {
  const word = (key: string) => `strpos(lower(${text}), lower(${key})) > 0 and ${text} ~* (
    '(^|[^[:alnum:]])0*' || regexp_replace(${key}, '([^[:alnum:]])', '\\\\\\1', 'g') || '([^[:alnum:]]|$)')`;
  return `(exists (select from public.withheld_homes w where ${word('w.uprn::text')})
    or exists (select from public.withheld_records w where ${of_dataset} and ${word('w.record')}))`;
}

/**
 * Deletes withheld rows from the evidence of valuations and from the history of tables. Also called at the end of a
 * build: a build that began before rows were withheld has put them into the history again.
 */
export async function erasePast(
  client: DbClient,
  datasets: readonly (Withholding & { table: string })[],
): Promise<void> {
  for (const table of await tablesOf(client, 'valuation_comparables'))
    await writeWorking(client, `delete from ${table} t where ${COMPARABLE}`);
  const [, addresses] = await tablesOf(client, 'addresses');
  if (!addresses) return;
  await writeWorking(client, `delete from ${addresses} t where t.uprn = any (${HOMES})`);
  for (const dataset of datasets) {
    const [, gone] = await tablesOf(client, dataset.table);
    if (!gone) continue;
    const condition = withheldRows(dataset);
    if (dataset.table === 'listings')
      await writeWorking(
        client,
        `delete from past.listing_events_gone where listing_id in (select t.id from ${gone} t where ${condition})
            or listing_id = any (${recordsOf(dataset)})`,
      );
    await writeWorking(client, `delete from ${gone} t where ${condition}`);
  }
}

const HOME = columnsOf('withheld_homes', ['uprn', 'since']);
const RECORD = columnsOf('withheld_records', ['dataset', 'record', 'uprn', 'since']);
export type WithheldHome = RowOf<typeof HOME>;
export type WithheldRecord = RowOf<typeof RECORD>;

export const withheldHomes = statement({
  name: 'withheld-homes',
  row: HOME,
  build: () => query.selectFrom('withheld_homes').select(['uprn', 'since']).orderBy('since').orderBy('uprn'),
});

export const withheldRecords = statement({
  name: 'withheld-records',
  row: RECORD,
  build: () =>
    query
      .selectFrom('withheld_records')
      .select(['dataset', 'record', 'uprn', 'since'])
      .orderBy('since')
      .orderBy('dataset')
      .orderBy('record'),
});

/** Removes homes from the list, with the records that were withheld with them. */
export const showHomes = statement({
  name: 'show-withheld-homes',
  parameters: { uprns: '_int8' },
  build: ({ uprns }) => sql`delete from withheld_homes where uprn = any (${uprns}::bigint[])`,
});

export async function showRecords(
  client: DbClient,
  dataset: Withholding,
  records: readonly string[],
): Promise<number> {
  if (dataset.withholds!.type === 'uuid') assertIds(dataset.id, records);
  return writeWorking(
    client,
    `delete from public.withheld_records
      where dataset = $1 and record = any (select r::${dataset.withholds!.type ?? 'text'}::text from unnest($2::text[]) r)`,
    [dataset.id, [...records]],
  );
}
