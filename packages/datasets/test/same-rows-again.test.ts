import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '@domesday/builds';
import { datasetIds } from '@domesday/datasets/catalogue';
import { writeSandbox } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** With every file of the country loaded already, in order. */
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  folder = await mkdtemp(join(tmpdir(), 'domesday-again-'));
});
afterAll(async () => {
  await database?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

it('a load of rows that are served already tells no change of any of them, though builds have filled in columns since', async () => {
  const { files } = await writeSandbox(join(folder, 'country'), { datasets: datasetIds });
  const rowsOf = async (sql: string, values: unknown[] = []) => (await database.db.query(sql, values)).rows;
  const [{ last }] = await rowsOf('select last_seq as last from change_head');
  // Of files that follow one another, what the last one says is served.
  const latest = files.filter(
    ({ dataset }, i) => !files.slice(i + 1).some((later) => later.dataset === dataset),
  );
  for (const [i, { dataset, path, mapping }] of latest.entries()) {
    const { status } = await load(database.db, dataset, [path], {
      home: folder,
      force: true,
      fictional: true,
      skipDerived: i < latest.length - 1,
      ...(mapping ? { mapping } : {}),
    });
    expect(status).toBe('published');
  }
  const reset = await rowsOf("select distinct dataset from changes where seq > $1 and change = 'reset'", [
    last,
  ]);
  for (const dataset of [
    'address-list',
    'epc-domestic',
    'listings-blm',
    'planning-applications',
    'price-paid',
  ])
    expect(reset).not.toContainEqual({ dataset });
  // A dataset whose rows are not compared is told as one reset.
  const told = await rowsOf(
    `select dataset, change, count(*) as n, min(record::text) as example
       from changes where seq > $1 and change <> 'reset' group by 1, 2 order by 1, 2`,
    [last],
  );
  expect(told).toEqual([]);
});
