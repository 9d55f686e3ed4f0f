import { join } from 'node:path';
import { datasetIds } from '@domesday/datasets/catalogue';
import { writeSandbox } from '@domesday/sandbox';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(async () => {
  await s?.drop();
});

it('a load of rows that are served already tells no change of any of them, though builds have filled in columns since', async () => {
  const { files } = await writeSandbox(join(s.folder, 'country'), { datasets: datasetIds });
  const loadEach = async (chosen: typeof files) => {
    for (const [i, { dataset, path, mapping }] of chosen.entries())
      await s.load(dataset, [path], {
        force: true,
        skipDerived: i < chosen.length - 1,
        ...(mapping ? { mapping } : {}),
      });
  };
  await loadEach(files);
  const [{ last }] = await s.rows('select last_seq as last from change_head');
  // Of files that follow one another, what the last one says is served.
  await loadEach(
    files.filter(({ dataset }, i) => !files.slice(i + 1).some((later) => later.dataset === dataset)),
  );
  const reset = await s.rows("select distinct dataset from changes where seq > $1 and change = 'reset'", [
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
  const told = await s.rows(
    `select dataset, change, count(*) as n, min(record::text) as example
       from changes where seq > $1 and change <> 'reset' group by 1, 2 order by 1, 2`,
    [last],
  );
  expect(told).toEqual([]);
});
