import { join } from 'node:path';
import { datasetIds } from '@domesday/datasets/catalogue';
import { writeSandbox } from '@domesday/sandbox';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

let few: Scratch;
let large: Scratch;
beforeAll(async () => {
  few = await scratch();
  large = await scratch();
});
afterAll(async () => {
  await few?.drop();
  await large?.drop();
});

/** The rows of a table as texts without the number of their load and the time of it, in an order of their own. */
const ROWS = `
  select string_agg(row, e'\\n' order by row) as rows from (
    select (to_jsonb(t) - '{id,load_id,last_load,content_hash,uri,started_at,finished_at,loaded_at,built_at,at}'::text[])::text as row
      from TABLE t) r`;

/** Of the loads themselves, not of the data. */
const OF_LOADS = /^(dataset_loads|releases|derived_|change|load_|source_files|address_index_state)/;

it('publishes the same rows of every dataset, whether its files count as large or not, and leaves no other table', async () => {
  // As a load leaves it that was killed while it filled a table.
  await large.rows('create table staging.load_7_anew ()');
  const manifest = await writeSandbox(join(few.folder, 'country'), { datasets: datasetIds });
  for (const [s, size] of [
    [few, {}],
    [large, { large_bytes: 0 }],
  ] as const)
    for (const { dataset, path, mapping } of manifest.files)
      await s.load(dataset, [path], { ...size, ...(mapping ? { mapping } : {}), skipDerived: true });
  const tables = await few.rows(
    "select tablename::text as name from pg_tables where schemaname = 'public' order by 1",
  );
  const compared = tables.map(({ name }) => name as string).filter((name) => !OF_LOADS.test(name));
  let filled = 0;
  for (const name of compared) {
    const [one, other] = await Promise.all(
      [few, large].map(async (s) => (await s.rows(ROWS.replace('TABLE', `public.${name}`)))[0].rows),
    );
    if (one !== null) filled += 1;
    expect(other === one, name).toBe(true);
  }
  expect(filled).toBeGreaterThan(30);
  expect(await large.rows("select from pg_tables where schemaname = 'staging'")).toEqual([]);
});
