import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { registry } from '@domesday/datasets/registry';
import { createCsvParser, parseCsv } from '@domesday/files/csv';
import { decodeTable } from '@domesday/files/decode';
import type { CopyValue, DatasetModule } from '@domesday/loading/types';
import { writeSandbox } from '@domesday/sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';

const GUARDS = { maxBytes: 1e9, maxRatio: 1000, maxEntries: 1000 };
const MOST_BYTES = 300_000;

interface Table {
  dataset: keyof typeof registry;
  name: string;
  records: string[][];
  rows: string[];
}
let folder: string;
let tables: Table[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-separators-'));
  tables = await tablesIn(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function textOf(path: string): Promise<string> {
  let text = '';
  for await (const piece of decodeTable(createReadStream(path), 'windows-1252')) text += piece.text;
  return text;
}

/** The rows of a file that a dataset would load, each as text. */
async function rowsIn(id: keyof typeof registry, path: string): Promise<string[]> {
  const text = await textOf(path);
  const name = basename(path);
  const dataset: DatasetModule = registry[id];
  const rows: string[] = [];
  if (dataset.source) {
    // Some rows contain the `uri` of their file, so a copy at another path gets the same one.
    const file = { uri: name, name, path, bytes: text.length, hash: '' };
    for await (const item of dataset.source.rows(file, {
      mapping: null,
      guards: GUARDS,
      onBytes() {},
      days: { add() {} },
    }))
      if ('row' in item) rows.push(JSON.stringify(item.row));
    return rows;
  }
  const layout = dataset.recognise({ name, text }, null);
  if (!('map' in layout)) return [];
  const parser = createCsvParser({
    delimiter: layout.delimiter ?? ',',
    onRecord: (fields) => {
      const row: CopyValue[] = [];
      if (layout.map(fields, row) === null) rows.push(JSON.stringify(row));
    },
    onReject: () => {},
  });
  parser.write(text.slice(layout.dataOffset));
  parser.end();
  return rows;
}

/** Writes a table in another notation. */
type Writing = (records: string[][]) => string;
const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
const lines = (records: string[][], separator: string, field = quoted) =>
  `${records.map((fields) => fields.map(field).join(separator)).join('\n')}\n`;
const NARROW = /^[^",\n\ufeff]*$/;

const WRITINGS: [string, Writing][] = [
  ['semicolons between its columns', (records) => lines(records, ';')],
  ['tabs between its columns', (records) => lines(records, '\t')],
  ['bars between its columns', (records) => lines(records, '|')],
  [
    'blank columns at the end of its rows',
    (records) =>
      lines(
        records.map((fields) => [...fields, '', '']),
        ',',
      ),
  ],
  [
    'blank columns at the end of all rows but its header',
    ([header, ...rows]) =>
      lines([header!], ',') +
      lines(
        rows.map((fields) => [...fields, '', '']),
        ',',
      ),
  ],
  [
    'a byte order mark before each row, as in files that were joined',
    (records) => records.map((fields) => `\ufeff${lines([fields], ',')}`).join(''),
  ],
  [
    'blanks around its fields',
    (records) => lines(records, ',', (field) => (NARROW.test(field) ? ` ${field} ` : quoted(field))),
  ],
];
/** Datasets that recognise a layout by its number of columns. */
const EXACT = ['code-point-open', 'gias', 'hmlr-uprn-lookup', 'nhs-ods', 'price-paid'];

/** The tables of the fictional country, with the rows read from them: one for each header of a dataset. */
async function tablesIn(folder: string): Promise<Table[]> {
  const { files } = await writeSandbox(folder, { datasets: 'all' });
  const found = new Map<string, Table>();
  for (const { dataset, path } of files) {
    const inside = (await stat(path)).isFile()
      ? [path]
      : (await readdir(path)).map((name) => join(path, name));
    for (const one of inside.filter((name) => name.endsWith('.csv'))) {
      if ((await stat(one)).size > MOST_BYTES) continue;
      const text = await textOf(one);
      const key = `${dataset} ${text.slice(0, text.indexOf('\n'))}`;
      if (found.has(key)) continue;
      const rows = await rowsIn(dataset, one);
      if (rows.length > 0) found.set(key, { dataset, name: basename(one), records: parseCsv(text), rows });
    }
  }
  await mkdir(join(folder, 'other'), { recursive: true });
  return [...found.values()];
}

it.each(WRITINGS)('reads the same rows from a table that has %s', async (what, write) => {
  const other: string[] = [];
  let tried = 0;
  for (const { dataset, name, records, rows } of tables) {
    if (EXACT.includes(dataset) && !/between its columns$|^a byte order mark/.test(what)) continue;
    const copy = join(folder, 'other', name);
    await writeFile(copy, write(records));
    const read = await rowsIn(dataset, copy).catch((error: Error) => [error.message]);
    const at = rows.findIndex((row, i) => row !== read[i]);
    if (at !== -1) other.push(`${dataset} ${name}: ${read[at]}, not ${rows[at]}`);
    tried++;
  }
  expect(tried).toBeGreaterThan(15);
  expect(other).toEqual([]);
});

/** Lines of titles that may be above a header. */
const MOST_ABOVE = 6;

it('reads the error value of a formula as an empty cell in every column', async () => {
  const found: string[] = [];
  for (const { dataset, name, records } of tables) {
    const copy = join(folder, 'other', name);
    const failing = records.map((fields, row) =>
      fields.map((field, at) => (row >= MOST_ABOVE && row % fields.length === at ? '#N/A' : field)),
    );
    await writeFile(copy, lines(failing, ','));
    const read = await rowsIn(dataset, copy).catch(() => []);
    for (const row of read) if (row.includes('#N/A')) found.push(`${dataset} ${name}: ${row}`);
  }
  expect(found).toEqual([]);
});
