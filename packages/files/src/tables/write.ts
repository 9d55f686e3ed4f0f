import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { isFormula } from '../formula-text.ts';
import { namingFile } from '../machine.ts';
import { oneLine } from '../one-line.ts';
import type { TableFormat } from './formats.ts';
import { type ColumnType, widened, writeParquet } from './parquet.ts';
import type { Kind } from './parquet-columns.ts';
import { writtenRows } from './read.ts';
import { valueIn } from './row.ts';

/** How far a table has been written: the state from which writing can resume. */
export interface Written {
  bytes: number;
  /** The columns of a CSV, in the order of its header. */
  columns: string[];
  /** Every column seen with the narrowest type that holds its values, for Parquet; null while all were null. */
  types: Record<string, ColumnType | null>;
}

type Row = Readonly<Record<string, unknown>>;

export interface TableWriter {
  /**
   * Writes rows, and resolves once they are on the disk. Throws for a column that is missing in the header of a CSV.
   * `beside` has further columns of each row, since merging two objects takes longer than writing them. In CSV, a text
   * of `beside` that a spreadsheet would run as a formula gets an apostrophe in front, because others wrote it.
   */
  append(rows: readonly object[], beside?: readonly object[]): Promise<Written>;
  /** Puts the finished table under its name. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

const NOTHING: Row = {};

/** The path of a table until it is complete. */
export const partOf = (path: string): string => `${path}.part`;

/** Whether all bytes written before are still on the disk. */
export async function isThere(path: string, { bytes }: Written): Promise<boolean> {
  const size = await stat(partOf(path)).then(
    (part) => part.size,
    () => -1,
  );
  return size >= bytes;
}

/**
 * Writes a table that appears under its name once it is complete. Until then it grows in a file beside it, and writing
 * can resume from what `append` last returned. Parquet cannot grow, so it is written as NDJSON and converted at the
 * end. A Parquet column gets its kind from `kinds`, or else the narrowest type that holds its values.
 */
export async function openTable(
  path: string,
  format: TableFormat,
  columns: readonly string[],
  from: Written | null = null,
  kinds: Readonly<Record<string, Kind | null>> = {},
): Promise<TableWriter> {
  const part = partOf(path);
  const file = await open(part, from ? 'r+' : 'w');
  await file.truncate(from?.bytes ?? 0);
  const types = Object.fromEntries(columns.map((column) => [column, null]));
  const written: Written = from ?? { bytes: 0, columns: [...columns], types };
  const known = new Set(written.columns);
  const delimiter = format === 'tsv' ? '\t' : ',';
  const asLines = format === 'csv' || format === 'tsv';
  const lineOf = asLines
    ? (row: Row, beside: Row) =>
        csvLine(
          written.columns.map((column) => valueIn(row, column) ?? escapedFormula(valueIn(beside, column))),
          delimiter,
        )
    : jsonLine;
  const recordTypes = (row: Row) => {
    for (const column in row) {
      if (asLines && !known.has(column))
        throw new Error(`The column "${column}" is not in the header; write NDJSON or Parquet instead.`);
      if (format === 'parquet') written.types[column] = widened(typeSeen(written, column), row[column]);
    }
  };
  if (asLines && written.bytes === 0)
    written.bytes += await namingFile(part, () => writeLines(file, [csvLine(written.columns, delimiter)], 0));
  return {
    append: async (rows, beside) => {
      const lines = (rows as readonly Row[]).map((row, i) => {
        const further = (beside?.[i] as Row | undefined) ?? NOTHING;
        recordTypes(row);
        recordTypes(further);
        return lineOf(row, further);
      });
      written.bytes += await namingFile(part, () => writeLines(file, lines, written.bytes));
      return written;
    },
    finish: async () => {
      await file.close();
      if (format !== 'parquet') return rename(part, path);
      await convert(part, `${path}.making`, written, kinds);
      await rename(`${path}.making`, path);
      await rm(part);
    },
    close: () => file.close(),
  };
}

const typeSeen = ({ types }: Written, column: string): ColumnType | null =>
  (valueIn(types, column) as ColumnType | null | undefined) ?? null;

async function writeLines(file: FileHandle, lines: readonly string[], at: number): Promise<number> {
  if (lines.length === 0) return 0;
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  for (let sent = 0; sent < bytes.length; )
    sent += (await file.write(bytes, sent, bytes.length - sent, at + sent)).bytesWritten;
  await file.datasync();
  return bytes.length;
}

const KINDS = { integer: 'INT64', number: 'DOUBLE', boolean: 'BOOLEAN', text: 'UTF8' } as const;

async function convert(
  part: string,
  path: string,
  { types }: Written,
  kinds: Readonly<Record<string, Kind | null>>,
): Promise<void> {
  const typed = Object.entries(types).map(([name, type]) => ({
    name,
    kind: (valueIn(kinds, name) as Kind | null | undefined) ?? KINDS[type ?? 'text'],
  }));
  await writeParquet(path, typed, writtenRows(part));
}

function jsonLine(row: Row, beside: Row): string {
  const [own, further] = [JSON.stringify(row), JSON.stringify(beside)];
  if (further === '{}') return oneLine(own);
  return oneLine(own === '{}' ? further : `${own.slice(0, -1)},${further.slice(1)}`);
}

function csvLine(values: readonly unknown[], delimiter: string): string {
  return values.map((value) => csvField(value, delimiter)).join(delimiter);
}

const escapedFormula = (value: unknown): unknown =>
  typeof value === 'string' && isFormula(value) ? `'${value}` : value;

function csvField(value: unknown, delimiter: string): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const plain = !/["\r\n]/.test(text) && !text.includes(delimiter);
  return plain ? text : `"${text.replaceAll('"', '""')}"`;
}
