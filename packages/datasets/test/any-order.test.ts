import { join } from 'node:path';
import { load } from '@domesday/builds';
import { datasetIds } from '@domesday/datasets/catalogue';
import { writeSandbox } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** The country that all tests share: each dataset loaded in order, and the derived tables built once at the end. */
let once: TestDatabase;
let backwards: Scratch;
beforeAll(async () => {
  once = await sandboxDatabase();
  backwards = await scratch();
});
afterAll(async () => {
  await once?.drop();
  await backwards?.drop();
});

/** The rows of a table as sorted texts, without ids and times. */
const ROWS = `
  select string_agg(row, e'\\n' order by row) as rows from (
    select (to_jsonb(t) - '{id,load_id,document_id,loaded_at,built_at,at,source_checked_at}'::text[])::text as row from TABLE t) r`;

/** Tables about loads, and tables that hold ids of loads or the name of the dataset that was loaded first. */
const OF_LOADS =
  /^(dataset_|releases|derived_|change|load_|source_files|address_index_state|area|address_record|local_auth)/;
/** Tables of builds that no load runs, and of the schema. */
const OF_BUILDS = /^(price_cells|price_sectors|sale_months|sale_squares|valuation|kysely_)/;

it('serves the same rows and links in any order of loads, whether derived tables are built once or after each load', async () => {
  const { files } = await writeSandbox(join(backwards.folder, 'country'), { datasets: datasetIds });
  const by_dataset = datasetIds.map((id) => files.filter(({ dataset }) => dataset === id));
  for (const { dataset, path, mapping } of by_dataset.reverse().flat())
    await load(backwards.database.db, dataset, [path], {
      home: backwards.folder,
      force: true,
      fictional: true,
      ...(mapping ? { mapping } : {}),
    });
  const tables = await backwards.rows(
    "select tablename::text as name from pg_tables where schemaname = 'public' order by 1",
  );
  const compared = tables
    .map(({ name }) => name as string)
    .filter((name) => !OF_LOADS.test(name) && !OF_BUILDS.test(name));
  for (const name of ['sales', 'energy_certificates', 'listings', 'lettings', 'hmo_licences'])
    expect(compared).toContain(name);
  for (const name of compared) {
    const [one, other] = await Promise.all(
      [once, backwards.database].map(
        async ({ db }) => (await db.query(ROWS.replace('TABLE', `public.${name}`))).rows[0].rows,
      ),
    );
    const known = new Set((one ?? '').split('\n'));
    const unlike = ((other ?? '') as string).split('\n').filter((row) => !known.has(row));
    expect({ name, same: one === other, unlike: unlike.slice(0, 2) }).toEqual({
      name,
      same: true,
      unlike: [],
    });
  }
});
