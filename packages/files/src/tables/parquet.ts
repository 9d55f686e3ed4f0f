import { basename } from 'node:path';
import {
  asyncBufferFromFile,
  type Compressors,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type SchemaElement,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { writeTo } from '../machine.ts';
import { type Declared, type Kind, schemaOf, stored } from './parquet-columns.ts';
import { asStored, isDeclared, PARSERS } from './parquet-exact.ts';
import { parquetPieces } from './parquet-stream.ts';
import { exactElements, valueReader } from './parquet-values.ts';
import { type TableRow, valueIn } from './row.ts';

const ROWS_AT_ONCE = 20_000;
const ROWS_A_GROUP = 50_000;

/**
 * Decompressors that accept empty pages, as in a column of nulls: the library's LZ4 decompressor fails at the end of
 * one.
 */
const UNPACK: Compressors = Object.fromEntries(
  Object.entries(compressors).map(([codec, unpack]) => [
    codec,
    (packed: Uint8Array, bytes: number) => (bytes === 0 ? new Uint8Array(0) : unpack(packed, bytes)),
  ]),
);

/**
 * The rows of a Parquet file. 64-bit integers and decimals become numbers if these hold every digit, else text; days
 * and times become text. The same applies within lists and objects.
 */
export async function* readParquet(path: string): AsyncGenerator<TableRow[]> {
  const file = await asyncBufferFromFile(path);
  const metadata = await metadataOf(path, file);
  const top = parquetSchema(metadata).children;
  const columns = top.map(({ element }) => element.name);
  const readers = top.map(valueReader);
  const as_stored = asStored(metadata, new Set(top.flatMap(exactElements)));
  const count = Number(metadata.num_rows);
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const rowEnd = Math.min(count, from + ROWS_AT_ONCE);
    const range = { rowStart: from, rowEnd };
    const read = { file, metadata: as_stored, utf8: false, parsers: PARSERS, compressors: UNPACK, ...range };
    const rows = await cellsOf({ ...read, columns }).catch(async (error: Error) => {
      throw (await unreadableColumn(path, read, columns)) ?? error;
    });
    yield rows.map((values, i) => ({
      line: from + i + 1,
      values: Object.fromEntries(columns.map((name, at) => [name, readers[at]!(values[at])])),
      unreadable: null,
    }));
  }
}

type Reading = Pick<
  Parameters<typeof parquetRead>[0],
  'file' | 'metadata' | 'columns' | 'rowStart' | 'rowEnd' | 'utf8' | 'parsers' | 'compressors'
>;

/**
 * Reads rows as lists: as objects they would lose a column with the name of an inherited member, such as `constructor`.
 */
const cellsOf = (read: Reading): Promise<unknown[][]> =>
  new Promise((done, failed) => {
    parquetRead({ ...read, rowFormat: 'array', onComplete: done }).catch(failed);
  });

/**
 * An error that names the first column that cannot be read by itself, with the reason and a way out; null if all can be
 * read.
 */
async function unreadableColumn(
  path: string,
  read: Omit<Reading, 'columns'>,
  columns: readonly string[],
): Promise<Error | null> {
  for (const name of columns)
    try {
      await cellsOf({ ...read, columns: [name] });
    } catch (error) {
      return new Error(
        `The column "${name}" of ${basename(path)} cannot be read: ${(error as Error).message}. Write the table without it, or with it as text.`,
      );
    }
  return null;
}

/**
 * The columns of a Parquet file by name, with the kind as which the values that were read can be written again; null
 * for other columns, such as lists.
 */
export async function parquetKinds(path: string): Promise<Record<string, Kind | null>> {
  const file = await asyncBufferFromFile(path);
  const { children } = parquetSchema(await metadataOf(path, file));
  return Object.fromEntries(
    children.map(({ element, children: { length } }) => [element.name, length > 0 ? null : kindOf(element)]),
  );
}

function kindOf(element: SchemaElement): Kind | null {
  const { type, repetition_type, converted_type, logical_type } = element;
  if (repetition_type === 'REPEATED') return null;
  if (isDeclared(element)) return declared(element);
  const annotation = converted_type ?? logical_type?.type;
  if (annotation === 'DATE') return 'DATE';
  if (annotation === 'UTF8' || annotation === 'STRING') return 'UTF8';
  if (annotation === 'UINT_64') return 'UINT64';
  if (type === 'INT64' || type === 'INT32')
    return annotation === undefined || /^(INT_|UINT_(8|16|32)$)/.test(annotation) ? 'INT64' : null;
  if (annotation !== undefined) return null;
  if (type === 'FLOAT') return { type };
  return type === 'BOOLEAN' || type === 'DOUBLE' ? type : null;
}

/** The type that a column declares, without its name and position in the schema. */
const declared = ({ type, type_length, ...element }: SchemaElement): Declared => {
  const { converted_type, logical_type, precision, scale } = element;
  return omitUndefined({ type, type_length, converted_type, logical_type, precision, scale });
};

const omitUndefined = (members: object): Declared =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** The metadata of a Parquet file. Throws a sentence if the file is not Parquet or is truncated. */
async function metadataOf(path: string, file: Awaited<ReturnType<typeof asyncBufferFromFile>>) {
  return parquetMetadataAsync(file).catch((error: Error) => {
    throw new Error(
      `${basename(path)} is not a whole Parquet file (${error.message}). If it is text, give it the ending of its format.`,
    );
  });
}

/** The key-value metadata of a Parquet file. */
export async function parquetNotes(path: string): Promise<Map<string, string>> {
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(path));
  return new Map(metadata.key_value_metadata?.map(({ key, value }) => [key, value ?? '']));
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
      for (const [i, { name, kind }] of columns.entries())
        group[i]!.data.push(stored(valueIn(row, name), kind));
      if (++count < ROWS_A_GROUP) continue;
      yield group;
      group = empty();
      count = 0;
    }
    if (count > 0) yield group;
  }
  await writeTo(path, parquetPieces(schema, groups()));
}

/** The narrowest type that holds the values seen so far and one more; null while all values were null. */
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
