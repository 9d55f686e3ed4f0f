import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { registry } from '@domesday/datasets/registry';
import { createCsvParser, parseCsv } from '@domesday/files/csv';
import type { Layout } from '@domesday/loading/types';
import { writeSandbox } from '@domesday/sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Their layouts have no header, so that a separator is known from none. */
const WITHOUT_HEADER = ['code-point-open', 'hmlr-uprn-lookup', 'nhs-ods', 'price-paid'];
const GUARDS = { maxBytes: 1e9, maxRatio: 1000, maxEntries: 1000 };
const MOST_BYTES = 300_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-separators-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** How many rows of a file a dataset would load. */
async function rowsIn(id: keyof typeof registry, path: string): Promise<number> {
  const text = await readFile(path, 'utf8');
  const name = basename(path);
  const { source, ...table } = registry[id];
  let rows = 0;
  if (source) {
    const file = { uri: path, name, path, bytes: text.length, hash: '' };
    for await (const item of source.rows(file, { mapping: null, guards: GUARDS, onBytes() {} }))
      if ('row' in item) rows++;
    return rows;
  }
  const layout = table.recognise!({ name, text }, null) as Layout;
  if (!('map' in layout)) return 0;
  const parser = createCsvParser({
    delimiter: layout.delimiter ?? ',',
    onRecord: (fields) => {
      if (layout.map(fields, []) === null) rows++;
    },
    onReject: () => {},
  });
  parser.write(text.slice(layout.dataOffset));
  parser.end();
  return rows;
}

it('reads as many rows of a table with a header whatever stands between its columns', async () => {
  const { files } = await writeSandbox(folder, { datasets: 'all' });
  const read: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const { dataset, path } of files) {
    if (WITHOUT_HEADER.includes(dataset)) continue;
    const inside = (await stat(path)).isFile()
      ? [path]
      : (await readdir(path)).map((name) => join(path, name));
    for (const one of inside.filter((name) => name.endsWith('.csv'))) {
      if ((await stat(one)).size > MOST_BYTES) continue;
      const rows = await rowsIn(dataset, one);
      if (rows === 0) continue;
      const records = parseCsv(await readFile(one, 'utf8'));
      for (const separator of [';', '\t', '|']) {
        const lines = records.map((fields) =>
          fields.map((f) => `"${f.replaceAll('"', '""')}"`).join(separator),
        );
        await mkdir(join(folder, 'other'), { recursive: true });
        const copy = join(folder, 'other', basename(one));
        await writeFile(copy, `${lines.join('\n')}\n`);
        const what = `${dataset} ${basename(one)} ${JSON.stringify(separator)}`;
        expected[what] = rows;
        read[what] = await rowsIn(dataset, copy).catch((error: Error) => error.message);
      }
    }
  }
  expect(Object.keys(expected).length).toBeGreaterThan(50);
  expect(read).toEqual(expected);
});
