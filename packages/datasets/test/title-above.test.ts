import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { registry } from '@domesday/datasets/registry';
import { writeSandbox } from '@domesday/sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-title-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function tablesIn(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path].filter((one) => /\.csv(\.gz)?$/.test(one));
  const paths = await Promise.all((await readdir(path)).map((name) => tablesIn(join(path, name))));
  return paths.flat();
}

it('a title above the header prevents no table from being read', {
  timeout: 120_000,
}, async () => {
  const { files } = await writeSandbox(folder, { datasets: 'all' });
  const refused: string[] = [];
  let read = 0;
  for (const { dataset: id, path } of files) {
    const dataset = registry[id as keyof typeof registry];
    if (dataset.source) continue;
    for (const one of (await tablesIn(path)).slice(0, 3)) {
      const bytes = await readFile(one);
      const text = (one.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').slice(0, 60_000);
      const name = basename(one).replace(/\.gz$/, '');
      const own = dataset.recognise({ name, text }, null);
      if (!('map' in own) || own.firstLine === 1) continue;
      read++;
      const titled = dataset.recognise({ name, text: `Saved from a workbook, 2 November\n\n${text}` }, null);
      if (!('map' in titled)) refused.push(`${id} ${name}: ${titled.refused}`);
      else expect([titled.name, titled.firstLine]).toEqual([own.name, own.firstLine + 2]);
    }
  }
  expect(refused).toEqual([]);
  expect(read).toBeGreaterThan(20);
});
