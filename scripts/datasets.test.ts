import { expect, it } from 'vitest';
import type { DatasetSource } from '../packages/loading/src/types.ts';
import { datasetFiles, datasetFolders, docsTable, readSources } from './datasets.ts';

const MADE_UP: DatasetSource = {
  id: 'made-up',
  name: 'Made-up data',
  publisher: 'Nobody',
  countries: ['Wales'],
  licence: 'Open Government Licence v3.0, with a condition',
  attribution: 'Made up.',
  cadence_days: null,
  dated_by: 'release',
  delay_days: 0,
  served: { table: 'made_up', replaces: 'the same rows' },
  used_by: [],
  download: {
    topic: 'places',
    find: { by: 'day', address: 'https://example.org/{yyyy}{mm}{dd}.csv', days_back: 7 },
    content: 'csv',
    bytes: null,
    rows: null,
    nations: ['Wales'],
  },
  docs: { page: 'data', what: 'nothing', layouts: 'two columns', where: 'nowhere', layout_seen: {} },
};

it('writes the declaration of a dataset into its row of the documentation', () => {
  expect(docsTable([MADE_UP]).split('\n').at(-1)).toBe(
    '| `made-up` | nothing | Wales | two columns | the same rows | nowhere | yes: address by day, tried backwards (Wales) | OGL v3, with a condition | neither |',
  );
});

it('lists every dataset folder in the catalogue, in the registry and on one page of the documentation', async () => {
  const folders = await datasetFolders();
  const files = await datasetFiles(await readSources());
  const catalogue = files.find((f) => f.path.endsWith('/catalogue.ts'))!.text;
  const registry = files.find((f) => f.path.endsWith('/registry.ts'))!.text;
  const pages = files.filter((f) => f.path.endsWith('.md')).map((f) => f.text);
  expect(folders.length).toBeGreaterThan(50);
  for (const id of folders) {
    expect(catalogue).toContain(`from '../${id}/source.ts'`);
    expect(registry).toContain(`from '../${id}/index.ts'`);
    expect(
      pages.filter((page) => page.includes(`| \`${id}\` |`)),
      id,
    ).toHaveLength(1);
  }
});
