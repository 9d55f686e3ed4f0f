import { rebuildDerived } from '@domesday/builds';
import { buildMarket } from '@domesday/builds/packed-sales';
import { buildValuations } from '@domesday/builds/valuations';
import { catalogue, datasetIds } from '@domesday/datasets/catalogue';
import { registry } from '@domesday/datasets/registry';
import { inTransaction } from '@domesday/db';
import { publishing } from '@domesday/loading/rebuild.query';
import { removeDataset } from '@domesday/loading/remove';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Tables whose rows are derived from several datasets. */
const DERIVED = ['brmas', 'brma_postcodes', 'area_coverage'];

/** Tables about the service and its loads, and those with the names of authorities and nations. */
const BOOKS = [
  'address_index_state',
  'area_datasets',
  'change_head',
  'changes',
  'dataset_loads',
  'dataset_served',
  'derived_builds',
  'kysely_migration',
  'kysely_migration_lock',
  'local_authorities',
  'nations',
  'osm_square_kinds',
  'place_square_kinds',
  'plans',
  'sql_functions',
  'valuation_builds',
  'watch_head',
];

let database: TestDatabase;
/** The tables whose rows come from one dataset each. */
let tables: string[];
beforeAll(async () => {
  database = await sandboxDatabase();
  const { rows } = await database.db.query(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'load_id' and t.table_type = 'BASE TABLE'
        and c.table_name <> all (array['dataset_served', 'dataset_editions', 'changes', 'load_changes'] || $1)`,
    [DERIVED],
  );
  tables = rows.map((row) => row.name);
});
afterAll(() => database?.drop());

/** `<table> of <dataset>` -> number of rows. */
async function rowsByDataset(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await database.db.query(
      `select l.dataset, count(*)::integer as n from ${table} t join dataset_loads l on l.id = t.load_id group by 1`,
    );
    for (const { dataset, n } of rows) counts[`${table} of ${dataset}`] = n;
  }
  return counts;
}

it('removes every row of any one dataset and no row of another, and leaves no derived rows after the last', async () => {
  let before = await rowsByDataset();
  const removed: string[] = [];
  for (const id of datasetIds) {
    const { status } = await removeDataset(database.db, registry[id], catalogue[id], {}, async () => {});
    if (status === 'removed') removed.push(id);
    const after = await rowsByDataset();
    const others = Object.entries(before).filter(([key]) => !key.endsWith(` of ${id}`));
    expect([id, after]).toEqual([id, Object.fromEntries(others)]);
    before = after;
  }
  expect(removed.length).toBeGreaterThan(50);
  await inTransaction(database.db, (client) => publishing(client, () => rebuildDerived(client)));
  await buildMarket(database.db);
  await buildValuations(database.db, { today: '2026-11-22' });
  const { rows } = await database.db.query(`
    select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and (xpath('//n/text()', query_to_xml(format('select count(*) as n from %I', c.relname), true, true, '')))[1]::text <> '0'
     order by 1`);
  expect(rows.map((row) => row.name)).toEqual(BOOKS);
});
