import { catalogue } from '@domesday/datasets/catalogue';
import { CODE_POINT, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());

const attributionOf = async (dataset: string) =>
  (
    await s.rows('select attribution from dataset_loads where dataset = $1 order by id desc limit 1', [
      dataset,
    ])
  )[0].attribution as string;

it('the attribution has the year of the release, else that of the newest record or of the load', async () => {
  const load = (text: string, name: string, more: object = {}) =>
    s.loadText('code-point-open', text, { name, skipDerived: true, ...more });
  await load(CODE_POINT('XE1 1AA'), 'codepo_gb_2024-05.csv');
  expect(await attributionOf('code-point-open')).toBe(
    'Contains OS data © Crown copyright and database right 2024. Contains Royal Mail data © Royal Mail copyright and database right 2024. Contains National Statistics data © Crown copyright and database right 2024.',
  );
  // The same content under the name of a newer release.
  expect((await load(CODE_POINT('XE1 1AA'), 'codepo_gb_2025-02.csv')).status).toBe('unchanged');
  expect(await attributionOf('code-point-open')).toContain(
    'OS data © Crown copyright and database right 2025.',
  );
  await load(CODE_POINT('XE1 1AB'), 'xe.csv');
  const year = new Date().getUTCFullYear();
  expect(await attributionOf('code-point-open')).toContain(
    `OS data © Crown copyright and database right ${year}.`,
  );
  await s.loadText('uk-hpi', 'Date,RegionName,AreaCode,AveragePrice\n01/07/2023,Xanshire,E06999001,200000\n');
  expect(await attributionOf('uk-hpi')).toContain('Crown copyright and database right 2023.');
});

it('every attribution that names a database right gives its year', () => {
  const without = Object.values(catalogue).filter(({ attribution }) =>
    /database rights?\b(?! (\[year\]|20\d\d))/.test(attribution),
  );
  expect(without.map(({ id }) => id)).toEqual([]);
});
