import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCsvParser } from '@domesday/files/csv';
import { parquetNotes, readParquet } from '@domesday/files/tables/parquet';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { asyncBufferFromFile, parquetMetadataAsync, parquetSchema } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, LISTS, severalForms } from './list-paths.ts';

// A file of a list holds every figure of the list in JSON, and every caution.

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  await database.db.query(
    `update listings set summary = 'says "no",' || chr(10) || 'then yes' where hashtext(id) % 2 = 0`,
  );
  await database.db.query('update listings set latitude = null, longitude = null where hashtext(id) % 4 = 0');
  api = await startTestApi(database);
}, 300_000);
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/**
 * The figures of a record that are absent or different in the row of the file. Each is in the column of its path, or in
 * the JSON text of a column above it. A null in JSON is an empty cell.
 */
function wrongIn(row: Record<string, unknown>, value: unknown, path: string[]): string[] {
  const name = path.join('_');
  if (name in row) {
    const cell = row[name] ?? null;
    const same =
      value === null ? cell === null || cell === '' : cell !== null && textOf(value) === textOf(cell);
    return same ? [] : [`${name}: ${textOf(value)} in JSON, ${textOf(cell)} in the file`];
  }
  // Its parts are in columns of their own, which are then empty.
  if (value === null && Object.keys(row).some((column) => column.startsWith(`${name}_`))) return [];
  if (!isObject(value)) return [`${name}: has no column`];
  return Object.entries(value).flatMap(([field, inner]) => wrongIn(row, inner, [...path, field]));
}

function expectSame(rows: Record<string, unknown>[], list: Json[]) {
  expect(rows).toHaveLength(list.length);
  expect(list.flatMap((record, i) => wrongIn(rows[i]!, record, []))).toEqual([]);
}

function csvRows(text: string): Record<string, string>[] {
  const records: string[][] = [];
  const parser = createCsvParser({
    onRecord: (fields) => records.push(fields),
    onReject: (line, reason) => expect.fail(`line ${line}: ${reason}`),
  });
  parser.write(text);
  parser.end();
  const [names, ...rows] = records;
  return rows.map((row) => Object.fromEntries(names!.map((name, i) => [name, row[i]!])));
}

async function parquetOf(path: string) {
  const answer = await fetch(`${api.url}${path}`, {
    headers: { authorization: `Bearer ${api.testKey}`, accept: 'application/vnd.apache.parquet' },
  });
  expect(answer.headers.get('content-type')).toBe('application/vnd.apache.parquet');
  const file = join(tmpdir(), `domesday-list-${process.pid}.parquet`);
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  const rows: Json[] = [];
  for await (const some of readParquet(file)) rows.push(...some.map(({ values }) => values));
  const notes = await parquetNotes(file);
  const { children } = parquetSchema(await parquetMetadataAsync(await asyncBufferFromFile(file)));
  const days = children.filter(({ element }) => element.converted_type === 'DATE');
  await rm(file);
  return { rows, notes, days: days.map(({ element }) => element.name), headers: answer.headers };
}

const listIn = (body: Json): Json[] => body.results ?? body.comparables ?? body.applications ?? body.schools;
const inForm = (path: string, form: string) =>
  api.call(`${path}${path.includes('?') ? '&' : '?'}format=${form}`);

// The rows of account.usage change with each call.
const lists = severalForms.filter((id) => id !== 'account.usage');

describe.each(lists)('%s', (id) => {
  const { path } = LISTS[id]!;

  it('gives in CSV every figure of its JSON', async () => {
    const { text } = await inForm(path, 'csv');
    expectSame(csvRows(text), listIn((await api.call(path)).body));
  });

  it('gives in Parquet every figure of its JSON', async () => {
    const { body } = await api.call(path);
    const { rows, notes } = await parquetOf(path);
    expectSame(rows, listIn(body));
    for (const [i, { geometry }] of rows.entries()) {
      const { latitude, longitude } = listIn(body)[i];
      const point = latitude === null ? null : { type: 'Point', coordinates: [longitude, latitude] };
      expect(geometry).toEqual(point);
    }
    const named = JSON.parse(notes.get('licences')!).flatMap((one: Json) => one.sources);
    expect(named.sort()).toEqual(body.meta.sources.map((source: Json) => source.id).sort());
  });

  it('writes each day in Parquet as a date', async () => {
    const { rows, days } = await parquetOf(path);
    const isDay = (name: string) => rows.some((row) => /^\d{4}-\d\d-\d\d$/.test(row[name]));
    expect(days).toEqual(expect.arrayContaining(Object.keys(rows[0]!).filter(isDay)));
  });

  it('gives in GeoJSON every figure of its JSON', async () => {
    const list = listIn((await api.call(path)).body).filter(({ latitude }) => latitude !== null);
    const { features } = (await inForm(path, 'geojson')).body;
    const records = features.map(({ geometry, properties }: Json) => {
      const [longitude, latitude] = geometry.coordinates;
      return { ...properties, latitude, longitude };
    });
    expect(records).toEqual(list);
  });

  it('gives in every form the warnings of its JSON', async () => {
    const asked = id === 'addresses.search' ? `${path}&limit=500` : path;
    const { warnings } = (await api.call(asked)).body.meta;
    const inHeader = (headers: Headers) => JSON.parse(headers.get('x-warnings') ?? '[]');
    expect(inHeader((await inForm(asked, 'csv')).headers)).toEqual(warnings);
    const geojson = await inForm(asked, 'geojson');
    expect([inHeader(geojson.headers), geojson.body.warnings]).toEqual([warnings, warnings]);
    const { notes, headers } = await parquetOf(asked);
    expect([inHeader(headers), JSON.parse(notes.get('warnings')!)]).toEqual([warnings, warnings]);
  });
});

it('tests answers that have warnings', async () => {
  const told = await Promise.all(lists.map((id) => api.call(LISTS[id]!.path)));
  expect(told.filter(({ body }) => body.meta.warnings.length > 0).length).toBeGreaterThan(2);
});

it('gives in CSV every count of the usage', async () => {
  const { endpoints } = (await api.call('/account/usage')).body;
  const others = (rows: Json[]) => rows.filter(({ operation }) => operation !== 'account.usage');
  const rows = csvRows((await inForm('/account/usage', 'csv')).text);
  expect(others(endpoints).length).toBeGreaterThan(0);
  expectSame(others(rows), others(endpoints));
});
