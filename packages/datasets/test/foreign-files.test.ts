import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { registry } from '@domesday/datasets/registry';
import { decode } from '@domesday/files/decode';
import type { FetchedFile } from '@domesday/files/types';
import { entriesOf } from '@domesday/files/unpack';
import { writeSandbox } from '@domesday/sandbox';
import { sharedData } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Why this matters: rows that the wrong dataset loads are served under its name and licence.

const MOST_BYTES = 300_000;
/** The rows of a table are alike, so its first rows are enough to tell which dataset it belongs to. */
const MOST_LINES = 150;
const GUARDS = { maxBytes: 1e9, maxRatio: 1000, maxEntries: 1000 };
const NOISE = ['noise', 'noise-scotland', 'noise-wales'];
/** Groups of datasets with the same layout: only the operator knows to which one a file belongs. */
const ALIKE = [
  NOISE,
  ['flood-risk-england', 'flood-risk-scotland', 'flood-risk-wales'],
  ['flood-zones-england', 'flood-zones-wales'],
  ['historic-landfill', 'historic-landfill-wales'],
];

/** Accepts any table with UPRNs and addresses, since an operator's own list may have any layout. */
const OF_ANY_TABLE = 'address-list';
/** Planning data include the flood zones of the same publisher. */
const SAME_ZONES = ['flood-zones-england', 'flood-zones-wales', 'planning-data'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-foreign-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileAt(path: string): Promise<FetchedFile> {
  const bytes = await readFile(path);
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { uri: path, name: basename(path), path, bytes: bytes.length, hash };
}

/** The files at a path that are small enough to be read many times. */
async function filesIn(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path];
  const listed = await readdir(path, { recursive: true, withFileTypes: true });
  const paths = listed.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(paths.map((one) => stat(one)));
  return paths.filter((_, i) => sizes[i]!.size < MOST_BYTES);
}

const TABLES = ['.csv', '.tsv'];

/** A file with only the beginning of a long table, unpacked. Returns the path of any other file unchanged. */
async function shortened(path: string): Promise<string> {
  const name = basename(path).replace(/\.gz$/, '');
  if (!TABLES.includes(extname(name))) return path;
  const bytes = await readFile(path);
  // Read as latin1, which keeps every byte, since files have several encodings.
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
  const lines = text.split('\n');
  if (lines.length <= MOST_LINES) return path;
  await mkdir(join(folder, 'short'), { recursive: true });
  const short = join(folder, 'short', name);
  await writeFile(short, `${lines.slice(0, MOST_LINES).join('\n')}\n`, 'latin1');
  return short;
}

/** One file for each distinct header: tables of a dataset with the same header differ only in their rows. */
async function unlike(paths: string[]): Promise<string[]> {
  const found = new Map<string, string>();
  for (const path of paths) {
    const head = TABLES.includes(extname(path)) ? (await readFile(path, 'latin1')).split('\n', 1)[0]! : path;
    if (!found.has(head)) found.set(head, path);
  }
  return [...found.values()];
}

/** The heads of the tables in a file. */
async function headsOf(file: FetchedFile): Promise<{ name: string; text: string; workbook?: string }[]> {
  const heads: { name: string; text: string; workbook?: string }[] = [];
  try {
    for await (const entry of entriesOf(file, { guards: GUARDS })) {
      let text = '';
      for await (const piece of decode(entry.bytes, 'windows-1252')) {
        text += piece.text;
        if (text.length > 64 * 1024) break;
      }
      heads.push({ name: entry.name, text, ...(entry.sheet ? { workbook: file.name } : {}) });
      if (heads.length === 5) break;
    }
  } catch {
    // It is not a table.
  }
  return heads;
}

/** The datasets that would load rows of the file. */
async function takersOf(path: string): Promise<string[]> {
  const file = await fileAt(await shortened(path));
  const heads = await headsOf(file);
  const takers: string[] = [];
  for (const [id, dataset] of Object.entries(registry)) {
    if (!dataset.source) {
      if (heads.some((head) => 'map' in dataset.recognise(head, null))) takers.push(id);
      continue;
    }
    try {
      for await (const item of dataset.source.rows(file, {
        mapping: null,
        guards: GUARDS,
        onBytes() {},
        days: { add() {} },
      }))
        if ('row' in item) {
          takers.push(id);
          break;
        }
    } catch {
      // It is refused.
    }
  }
  return takers;
}

it('no dataset accepts the fictional files of another', { timeout: 120_000 }, async () => {
  const { files } = await writeSandbox(folder, { datasets: 'all' });
  const taken: string[] = [];
  for (const { dataset, path } of files) {
    const own = ALIKE.find((group) => group.includes(dataset)) ?? [dataset];
    for (const one of await unlike(await filesIn(path)))
      for (const taker of await takersOf(one))
        if (![...own, OF_ANY_TABLE, ...(/flood-risk-zone/.test(one) ? SAME_ZONES : [])].includes(taker))
          taken.push(`${taker} takes ${relative(folder, one)}`);
  }
  expect(taken).toEqual([]);
});

it('only the register of bus stops accepts bus stops', async () => {
  const path = join(folder, 'stops.csv');
  await writeFile(
    path,
    'ATCOCode,CommonName,Longitude,Latitude,Easting,Northing,StopType,Status\n0998000001,Cod Lane,-1.5,51.5,434820,179640,BCT,active\n',
  );
  expect(await takersOf(path)).toEqual(['naptan']);
});

/** The datasets that may accept the real files of a folder. */
const REAL: Record<string, string[]> = {
  'address-cases': [],
  airbnb: ['airbnb-listings'],
  aqma: ['air-quality-areas'],
  census2021: ['area-changes', 'census-2021'],
  'designations-bath': ['air-quality-areas'],
  hpi: ['uk-hpi'],
  imd: ['deprivation-england', 'deprivation-scotland', 'deprivation-wales'],
  listings: ['listings-blm'],
  naptan: ['naptan'],
  noise: NOISE,
  ods: ['nhs-ods'],
  osm: ['osm-points'],
  'planning-applications': ['planning-applications'],
  'planning-data': ['planning-data', 'inspire-polygons'],
  police: ['police-crime'],
  'price-paid': ['price-paid'],
  schools: ['gias', 'schools-scotland', 'schools-wales'],
  standin: ['address-list'],
  uprn: ['address-list', 'hmlr-uprn-lookup', 'os-open-uprn'],
};

it.skipIf(!sharedData())('no dataset accepts the real files of another', { timeout: 300_000 }, async () => {
  const root = sharedData()!;
  const taken: string[] = [];
  for (const [name, own] of Object.entries(REAL)) {
    for (const path of await filesIn(join(root, name)))
      for (const taker of await takersOf(path))
        if (!own.includes(taker)) taken.push(`${taker} takes ${relative(root, path)}`);
  }
  expect(taken).toEqual([]);
});
