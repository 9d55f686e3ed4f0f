import { join } from 'node:path';
import { load } from '@domesday/builds';
import { datasetIds } from '@domesday/datasets/catalogue';
import { writeSandbox } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** The country that all tests share: none of its files is large. */
let few: TestDatabase;
let large: Scratch;
beforeAll(async () => {
  few = await sandboxDatabase();
  large = await scratch();
});
afterAll(async () => {
  await few?.drop();
  await large?.drop();
});

/** The rows of a table as sorted texts, without ids, times and addresses of loads. */
const ROWS = `
  select string_agg(row, e'\\n' order by row) as rows from (
    select (to_jsonb(t) - '{id,load_id,last_load,document_id,area_id,content_hash,uri,started_at,finished_at,loaded_at,built_at,at,source_checked_at}'::text[])::text as row
      from TABLE t) r`;

/** Tables about loads rather than data. */
const OF_LOADS = /^(dataset_loads|releases|derived_|change|load_|source_files|address_index_state)/;
/** Tables of builds that no load runs, and of the schema. */
const OF_BUILDS = /^(price_cells|price_sectors|sale_months|sale_squares|valuation|kysely_)/;

it('publishes the same rows of every dataset, whether its files count as large or not, and leaves no staging table', async () => {
  // The remains of a load that was killed while it filled a table.
  await large.rows('create table staging.load_7_anew ()');
  const { files } = await writeSandbox(join(large.folder, 'country'), { datasets: datasetIds });
  for (const [i, { dataset, path, mapping }] of files.entries())
    await load(large.database.db, dataset, [path], {
      home: large.folder,
      large_bytes: 0,
      fictional: true,
      skipDerived: i < files.length - 1,
      ...(mapping ? { mapping } : {}),
    });
  const tables = await large.rows(
    "select tablename::text as name from pg_tables where schemaname = 'public' order by 1",
  );
  const compared = tables
    .map(({ name }) => name as string)
    .filter((name) => !OF_LOADS.test(name) && !OF_BUILDS.test(name));
  let filled = 0;
  for (const name of compared) {
    const [one, other] = await Promise.all(
      [few, large.database].map(
        async ({ db }) => (await db.query(ROWS.replace('TABLE', `public.${name}`))).rows[0].rows,
      ),
    );
    if (one !== null) filled += 1;
    expect(other === one, name).toBe(true);
  }
  expect(filled).toBeGreaterThan(30);
  expect(await large.rows("select from pg_tables where schemaname = 'staging'")).toEqual([]);
});
