import { basename } from 'node:path';
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type SchemaElement,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { writeTo } from '../machine.ts';
import { type Kind, schemaOf, stored } from './parquet-columns.ts';
import { parquetPieces } from './parquet-stream.ts';
import type { TableRow } from './row.ts';

const ROWS_AT_ONCE = 20_000;
const ROWS_A_GROUP = 50_000;

/** The rows of a Parquet file, its 64-bit integers as numbers where these hold them, else as text, and its days as text. */
export async function* readParquet(path: string): AsyncGenerator<TableRow[]> {
  const file = await asyncBufferFromFile(path);
  const metadata = await metadataOf(path, file);
  const elements = parquetSchema(metadata).children.map(({ element }) => element);
  const columns = elements.map(({ name }) => name);
  const days = new Set(elements.filter(isDay).map(({ name }) => name));
  const count = Number(metadata.num_rows);
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const rowEnd = Math.min(count, from + ROWS_AT_ONCE);
    const read = { file, metadata, rowStart: from, rowEnd, compressors };
    const rows = await parquetReadObjects({ ...read, columns }).catch(async (error: Error) => {
      throw (await unreadableColumn(path, read, columns)) ?? error;
    });
    yield rows.map((values, i) => ({
      line: from + i + 1,
      values: Object.fromEntries(columns.map((name) => [name, plain(values[name], days.has(name))])),
      unreadable: null,
    }));
  }
}

/** The first column that cannot be read by itself, with the reason and a way out; null if each can. */
async function unreadableColumn(
  path: string,
  read: Omit<Parameters<typeof parquetReadObjects>[0], 'columns'>,
  columns: readonly string[],
): Promise<Error | null> {
  for (const name of columns)
    try {
      await parquetReadObjects({ ...read, columns: [name] });
    } catch (error) {
      return new Error(
        `The column "${name}" of ${basename(path)} cannot be read: ${(error as Error).message}. Write the table without it, or with it as text.`,
      );
    }
  return null;
}

/**
 * The columns of a Parquet file, each with its kind where its values, as they are read, can be written as this kind again;
 * null for others, such as times.
 */
export async function parquetKinds(path: string): Promise<Record<string, Kind | null>> {
  const file = await asyncBufferFromFile(path);
  const { children } = parquetSchema(await metadataOf(path, file));
  return Object.fromEntries(
    children.map(({ element, children: { length } }) => [element.name, length > 0 ? null : kindOf(element)]),
  );
}

function kindOf({ type, repetition_type, converted_type, logical_type }: SchemaElement): Kind | null {
  if (repetition_type === 'REPEATED') return null;
  const meant = converted_type ?? logical_type?.type;
  if (meant === 'DATE') return 'DATE';
  if (meant === 'UTF8' || meant === 'STRING') return 'UTF8';
  if (type === 'INT64' || type === 'INT32')
    return meant === undefined || /^(INT_|UINT_(8|16|32)$)/.test(meant) ? 'INT64' : null;
  if (meant !== undefined) return null;
  return type === 'BOOLEAN' || type === 'DOUBLE' ? type : null;
}

/** Throws a sentence about the file, where it is none or is cut short. */
async function metadataOf(path: string, file: Awaited<ReturnType<typeof asyncBufferFromFile>>) {
  return parquetMetadataAsync(file).catch((error: Error) => {
    throw new Error(
      `${basename(path)} is not a whole Parquet file (${error.message}). If it is text, give it the ending of its format.`,
    );
  });
}

/** What a Parquet file says of itself beside its rows: the values of its metadata by key. */
export async function parquetNotes(path: string): Promise<Map<string, string>> {
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(path));
  return new Map(metadata.key_value_metadata?.map(({ key, value }) => [key, value ?? '']));
}

const isDay = ({ converted_type, logical_type }: SchemaElement): boolean =>
  converted_type === 'DATE' || logical_type?.type === 'DATE';

const DAY_LENGTH = '2026-01-31'.length;

function plain(value: unknown, is_day: boolean): unknown {
  if (value instanceof Date) return value.toISOString().slice(0, is_day ? DAY_LENGTH : undefined);
  if (typeof value !== 'bigint') return value ?? null;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

export type ColumnType = 'integer' | 'number' | 'boolean' | 'text';

/** Writes rows as Parquet, a row group at a time. Every column may be null. */
export async function writeParquet(
  path: string,
  columns: ReadonlyArray<{ name: string; kind: Kind }>,
  rows: AsyncIterable<Record<string, unknown>>,
): Promise<void> {
  const schema = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, kind }) => schemaOf(name, kind)),
  ];
  const empty = () => columns.map(({ name }) => ({ name, data: [] as unknown[] }));
  async function* groups() {
    let group = empty();
    let count = 0;
    for await (const row of rows) {
      for (const [i, { name, kind }] of columns.entries()) group[i]!.data.push(stored(row[name], kind));
      if (++count < ROWS_A_GROUP) continue;
      yield group;
      group = empty();
      count = 0;
    }
    if (count > 0) yield group;
  }
  await writeTo(path, parquetPieces(schema, groups()));
}

/** The narrowest type that holds both what was seen and one more value; null while nothing was seen. */
export function widened(seen: ColumnType | null, value: unknown): ColumnType | null {
  if (value === null || value === undefined) return seen;
  const own = typeOf(value);
  if (seen === null || seen === own) return own;
  const numbers = [seen, own].every((type) => type === 'integer' || type === 'number');
  return numbers ? 'number' : 'text';
}

function typeOf(value: unknown): ColumnType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value !== 'number') return 'text';
  return Number.isSafeInteger(value) ? 'integer' : 'number';
}
