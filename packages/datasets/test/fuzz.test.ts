import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LoadError, load } from '@domesday/builds';
import { datasetIds } from '@domesday/datasets/catalogue';
import { type SandboxManifestEntry, writeSandbox } from '@domesday/sandbox';
import {
  emptyTally,
  fileTally,
  pick,
  type Random,
  sandboxDatabase,
  seeded,
  type TestDatabase,
} from '@domesday/testing';
import { zipOf } from '@domesday/testing/zip';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** Broken files for each loader; `npm run test:fuzz` makes more. */
const FILES = Number(process.env.FUZZ_FILES ?? 1);
const SEED = Number(process.env.FUZZ_SEED ?? 20261031);
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 60);

let database: TestDatabase;
let folder: string;
let entries: SandboxManifestEntry[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-fuzz-'));
  database = await sandboxDatabase();
  entries = (await writeSandbox(join(folder, 'country'), { datasets: datasetIds })).files;
});
afterAll(async () => {
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Each makes a broken file from a valid made-up one. */
const MUTATIONS: Record<string, (bytes: Buffer, random: Random) => Buffer> = {
  truncated: (b, r) => b.subarray(0, Math.floor(r() * b.length)),
  'cut in its first line': (b, r) => b.subarray(0, Math.floor(r() * Math.max(2, b.indexOf(10)))),
  empty: () => Buffer.alloc(0),
  'blank lines': () => Buffer.from('\r\n\n \n\t\n'),
  'first line only': (b) => b.subarray(0, b.indexOf(10) + 1),
  'first line twice': (b) => Buffer.concat([b.subarray(0, b.indexOf(10) + 1), b]),
  'names of columns twice': (b) => lined(b, (lines) => [`${lines[0]},${lines[0]}`, ...lines.slice(1)]),
  'binary junk': (_b, r) => junk(r, 4000),
  'junk in the middle': (b, r) => spliced(b, r, junk(r, 300)),
  'NUL bytes': (b, r) => spliced(b, r, Buffer.alloc(5)),
  'UTF-16': (b) => Buffer.from(`\ufeff${b.toString('utf8')}`, 'utf16le'),
  'UTF-16 without a mark': (b) => Buffer.from(b.toString('utf8'), 'utf16le'),
  'UTF-16, other order': (b) => Buffer.from(`\ufeff${b.toString('utf8')}`, 'utf16le').swap16(),
  'Latin-1': (b, r) => spliced(b, r, Buffer.from([0xe9, 0xa3, 0x92])),
  'ragged rows': (b, r) =>
    lined(b, (lines) =>
      lines.map((l) => (r() < 0.3 ? l.slice(0, l.lastIndexOf(',')) : r() < 0.1 ? `${l},,x` : l)),
    ),
  'a quote that never closes': (b, r) => spliced(b, r, Buffer.from('\n"')),
  'formula cells': (b, r) =>
    cells(b, r, () => pick(r, ["=cmd|'/c calc'!A1", '@SUM(1)', '+1+1', '=HYPERLINK("http://x")'])),
  'odd cells': (b, r) => cells(b, r, () => pick(r, ODD_CELLS)),
  'odd numbers': (b, r) =>
    Buffer.from(
      b.toString('latin1').replaceAll(/\d+(\.\d+)?/g, (n) => (r() < 0.03 ? pick(r, ODD_NUMBERS) : n)),
      'latin1',
    ),
  'a ten-megabyte field': (b, r) => cells(b, r, () => 'x'.repeat(10_000_000), 1),
  'a ten-megabyte line end': (b) => Buffer.concat([b, Buffer.alloc(10_000_000, 0x2c)]),
  'null for values': (b, r) =>
    Buffer.from(b.toString('utf8').replaceAll(/"[^"\n]{1,40}"|\d+/g, (v) => (r() < 0.02 ? 'null' : v))),
  'deeply nested': (b, r) => spliced(b, r, Buffer.from('['.repeat(50_000))),
  HTML: () => Buffer.from('<!doctype html><html><body>404 Not Found</body></html>\n'),
  JSON: () => Buffer.from('{"type":"FeatureCollection","features":[null,{},{"geometry":null}]}'),
  XML: () =>
    Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>'),
  PDF: () => Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n'),
  picture: () => Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
  'gzip, truncated': (b, r) => gzipSync(b).subarray(0, 12 + Math.floor(r() * 200)),
  'gzip with a wrong sum': (b) => damaged(gzipSync(b), -6),
  'only the mark of xz': () => Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 1, 2, 3]),
  'zip, truncated': (b, r) => cut(zipOf({ 'a.csv': b }), r),
  'zip, damaged': (b, r) => damaged(zipOf({ 'a.csv': b }), 40 + Math.floor(r() * 60)),
  'zip with a path out of it': (b) => zipOf({ '../../a.csv': b, '/etc/b.csv': b }),
  'zip, encrypted': (b) => encrypted(zipOf({ 'a.csv': b })),
  'zip in zip': (b) => zipOf({ 'a.zip': zipOf({ 'a.csv': b }), 'a.csv': zipOf({ 'a.csv': b }) }),
  'zip of nothing': () => zipOf({}),
  'tar, truncated': (b) => Buffer.concat([tarHeader('a.csv', b.length + 9999), b]),
  'no workbook inside': () =>
    zipOf({
      'xl/workbook.xml': '<workbook><sheet name="a" r:id="x"/></workbook>',
      'xl/_rels/workbook.xml.rels': '<R/>',
    }),
};

const ODD_CELLS = [
  '',
  ' ',
  '\\N',
  '\\.',
  'NULL',
  'NaN',
  'Infinity',
  '-1',
  '1e308',
  '99999999999999999999',
  '0x1F',
  '2026-02-30',
  '31/02/2026',
  '0000-00-00',
  '9999-12-31',
  '10000-01-01',
  '275760-09-14',
  '𝔘',
  '\u202e',
  "' or 1=1",
  'x'.repeat(3000),
  '[]',
  '{}',
  '"',
  '1,2',
  'TRUE',
  '2147483648',
  '-9223372036854775809',
  '1e-400',
  'POINT(0 0)',
  '{1,2}',
  '\\x41',
];
const ODD_NUMBERS = [
  'NaN',
  '-1',
  '0',
  '1e308',
  '1e999',
  '99999999999',
  '2147483648',
  '9223372036854775808',
  '9'.repeat(400),
  '1.5',
  '-0',
  '1e-320',
  '',
  '0.1e',
];

const junk = (r: Random, length: number) => Buffer.from(Array.from({ length }, () => Math.floor(r() * 256)));
const cut = (b: Buffer, r: Random) => b.subarray(0, 4 + Math.floor(r() * (b.length - 4)));

function spliced(b: Buffer, r: Random, piece: Buffer): Buffer {
  const at = Math.floor(r() * b.length);
  return Buffer.concat([b.subarray(0, at), piece, b.subarray(at)]);
}

function lined(b: Buffer, change: (lines: string[]) => string[]): Buffer {
  return Buffer.from(change(b.toString('utf8').split('\n')).join('\n'));
}

/** Replaces some cells after the first line. */
function cells(b: Buffer, r: Random, make: () => string, most = 200): Buffer {
  let done = 0;
  return lined(b, (lines) =>
    lines.map((line, i) => {
      if (i === 0 || done >= most || r() > 0.5) return line;
      const parts = line.split(',');
      done++;
      parts[Math.floor(r() * parts.length)] = r() < 0.5 ? make() : `"${make().replaceAll('"', '""')}"`;
      return parts.join(',');
    }),
  );
}

function damaged(b: Buffer, at: number): Buffer {
  const copy = Buffer.from(b);
  const place = at < 0 ? copy.length + at : Math.min(at, copy.length - 1);
  copy[place] = copy[place]! ^ 0x5a;
  return copy;
}

/** Sets the bit for encryption in the headers of every entry. */
function encrypted(zip: Buffer): Buffer {
  const copy = Buffer.from(zip);
  for (const [mark, flags] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const) {
    for (let at = copy.indexOf(mark, 0, 'latin1'); at !== -1; at = copy.indexOf(mark, at + 4, 'latin1'))
      copy[at + flags] = copy[at + flags]! | 1;
  }
  return copy;
}

function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

async function filesUnder(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const found = await readdir(path, { recursive: true, withFileTypes: true });
  return found.filter((f) => f.isFile()).map((f) => join(f.parentPath, f.name));
}

/** Writes the broken file, alone or among its neighbours, and returns what to load. */
async function broken(
  entry: SandboxManifestEntry,
  name: string,
  random: Random,
  where: string,
): Promise<string> {
  const all = await filesUnder(entry.path);
  const victim = pick(random, all);
  const bytes = MUTATIONS[name]!(await readFile(victim), random);
  const alone = join(where, basename(victim));
  if (all.length === 1 || random() < 0.5) {
    await mkdir(where, { recursive: true });
    await writeFile(alone, bytes);
    return alone;
  }
  await cp(entry.path, where, { recursive: true });
  const inside = join(where, relative(entry.path, victim));
  await mkdir(dirname(inside), { recursive: true });
  await writeFile(inside, bytes);
  return where;
}

async function standing(dataset: string): Promise<unknown> {
  const { rows } = await database.db.query(
    `select id, rows_published from dataset_loads where dataset = $1 and status = 'published' order by id desc limit 1`,
    [dataset],
  );
  return rows[0] ?? null;
}

/** A message for an operator: a sentence, without dump, stack or statement. */
const isSentence = (text: string) =>
  /^\S[\s\S]*[.!]$/.test(text) &&
  text.length < 3000 &&
  !/\n\s+at |undefined(?! entity)|\[object|syntax error|relation "/.test(text);

it(
  'refuses every broken file with a sentence or records its bad rows, and keeps the data loaded before',
  async () => {
    const tally = emptyTally('loaders');
    const random = seeded(SEED);
    const names = Object.keys(MUTATIONS);
    const began_ms = performance.now();
    const fault = (text: string) =>
      void (tally.faults.length < 40 && tally.faults.push(text.slice(0, 400).replaceAll(/\s+/g, ' ')));
    let count = 0;
    // Every round tests all loaders, so that a run that ends early has tested each of them.
    for (let round = 0; round < FILES; round++) {
      for (const entry of entries) {
        if (performance.now() - began_ms > SECONDS * 1000) break;
        const name = names[(count++ * 7 + Math.floor(random() * 5)) % names.length]!;
        const where = join(folder, `broken-${count}`);
        const path = await broken(entry, name, random, where);
        const before = await standing(entry.dataset);
        const shown = `${entry.dataset}, ${name} (${basename(path)})`;
        const started_ms = performance.now();
        tally.sent++;
        try {
          const result = await load(database.db, entry.dataset, [path], {
            home: join(folder, 'home'),
            skipDerived: true,
            fictional: true,
            ...(entry.mapping ? { mapping: entry.mapping } : {}),
          });
          if (result.status === 'published') {
            const { rows } = await database.db.query(
              `select count(*) as n, count(*) filter (where reason is null or reason = '') as bare
                 from dataset_rejects where load_id = $1`,
              [result.load_id],
            );
            if (rows[0].n < Math.min(result.rows_rejected, 1) || rows[0].bare > 0)
              fault(`${shown}: ${result.rows_rejected} rejects, of which ${rows[0].n} are kept`);
          }
        } catch (error) {
          if (!(error instanceof LoadError)) {
            tally.server_errors++;
            fault(`${shown}: ${(error as Error).stack}`);
          } else if (!isSentence(error.message)) {
            tally.off_contract++;
            fault(`${shown}: no sentence: ${error.message}`);
          }
          expect(await standing(entry.dataset)).toEqual(before);
        }
        tally.slowest_ms = Math.max(tally.slowest_ms, performance.now() - started_ms);
        await rm(where, { recursive: true, force: true });
      }
    }
    fileTally(tally);
    const { rows } = await database.db.query(`select tablename from pg_tables where schemaname = 'staging'`);
    expect(tally.faults).toEqual([]);
    expect(rows).toEqual([]);
    expect(tally.sent).toBeGreaterThan(20);
  },
  SECONDS * 2000 + 60_000,
);
