import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFeatures } from './read.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-letters-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Made up: one point. */
function point(): Buffer {
  const shp = Buffer.alloc(128);
  shp.writeInt32BE(9994, 0);
  shp.writeInt32BE(1, 100);
  shp.writeInt32BE(10, 104);
  shp.writeInt32LE(1, 108);
  shp.writeDoubleLE(400_000, 112);
  shp.writeDoubleLE(200_000, 120);
  return shp;
}

/** A table with one column, NAME, and one row. */
function table(name: Buffer): Buffer {
  const head = Buffer.alloc(65);
  head[0] = 3;
  head.writeUInt32LE(1, 4);
  head.writeUInt16LE(65, 8);
  head.writeUInt16LE(1 + name.length, 10);
  head.write('NAME', 32, 'latin1');
  head.write('C', 43, 'latin1');
  head[48] = name.length;
  head[64] = 0x0d;
  return Buffer.concat([head, Buffer.from(' '), name]);
}

const IN_1252 = Buffer.from('Fisher\x92s Quay \x96 \xa3', 'latin1');

it.each([
  ['Windows-1252, as its .cpg says', IN_1252, '1252'],
  ['Windows-1252 without a .cpg', IN_1252, null],
  ['UTF-8 without a .cpg', Buffer.from('Fisher’s Quay – £'), null],
])('a shapefile in %s keeps apostrophes, dashes and pound signs', async (what, name, cpg) => {
  const stem = join(folder, what.replaceAll(/\W/g, ''));
  const path = `${stem}.shp`;
  await writeFile(path, point());
  await writeFile(`${stem}.dbf`, table(name));
  if (cpg !== null) await writeFile(`${stem}.cpg`, cpg);
  const file = { uri: path, name: 'quays.shp', path, bytes: (await stat(path)).size, hash: '' };
  const names: unknown[] = [];
  for await (const item of readFeatures(file, { guards: { maxBytes: 1e6, maxRatio: 50, maxEntries: 10 } }))
    if ('feature' in item) names.push(item.feature.properties.NAME);
  expect(names).toEqual(['Fisher’s Quay – £']);
});
