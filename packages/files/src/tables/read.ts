import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type CsvParser, createCsvParser } from '../csv.ts';
import { decode } from '../decode.ts';
import { packingOf } from '../packings.ts';
import type { TableFormat } from './formats.ts';
import { parquetKinds, readParquet } from './parquet.ts';
import type { TableRow } from './row.ts';

export type { TableRow } from './row.ts';

export interface ReadOptions {
  /**
   * The separator of a CSV or TSV. Default: the one that the table states in a line such as `sep=;`, else a comma or a
   * tab.
   */
  delimiter?: string;
}

/** Yields the rows of a table file in order, in portions. Memory is bounded by one portion. */
export function readTable(
  path: string,
  format: TableFormat,
  options: ReadOptions = {},
): AsyncGenerator<TableRow[]> {
  if (format === 'parquet') return readParquet(path);
  if (format === 'ndjson') return readNdjson(path);
  return readCsv(path, options.delimiter, usualDelimiter(format));
}

const usualDelimiter = (format: TableFormat): string => (format === 'tsv' ? '\t' : ',');

/**
 * The columns of a table, from its header or schema; for NDJSON, all members of all rows, in the order in which they
 * first occur.
 */
export async function tableColumns(
  path: string,
  format: TableFormat,
  options: ReadOptions = {},
): Promise<string[]> {
  if (format === 'csv' || format === 'tsv') {
    const header = { names: null as string[] | null };
    // The header is read with the first portion. A table with only a header yields no portion.
    for await (const _ of readCsv(path, options.delimiter, usualDelimiter(format), header)) break;
    return header.names!;
  }
  if (format === 'parquet') return Object.keys(await parquetKinds(path));
  const names = new Set<string>();
  let readable = false;
  let why = '';
  for await (const rows of readTable(path, format))
    for (const { line, values, unreadable } of rows) {
      readable ||= unreadable === null;
      for (const name in values) names.add(name);
      if (why === '' && unreadable !== null) why = ` Line ${line}: ${unreadable}`;
    }
  if (!readable) throw new Error(`The table has no row that can be read.${why}`);
  return [...names];
}

async function* readCsv(
  path: string,
  delimiter: string | undefined,
  usual: string,
  header: { names: string[] | null } = { names: null },
): AsyncGenerator<TableRow[]> {
  await refuseNotText(path);
  let rows: TableRow[] = [];
  const reader = (sign: string) =>
    createCsvParser({
      delimiter: sign,
      onRecord: (fields, line) => {
        if (header.names === null) header.names = columnNames(fields);
        else rows.push(recordOf(header.names, fields, line));
      },
      onReject: (line, reason, raw) => {
        if (header.names === null) throw new Error(`The header of the table cannot be read: ${reason}`);
        // A rough split into fields, so that the reader recognises the row.
        const fields = /^[^\r\n]*/.exec(raw)![0].split(sign);
        rows.push({ line, values: valuesOf(header.names, fields), unreadable: reason });
      },
    });
  let parser: CsvParser | null = null;
  let start = '';
  const begin = (): CsvParser => {
    const separator_line = SEPARATOR_TOLD.exec(start);
    const made = reader(delimiter ?? separator_line?.[1] ?? usual);
    // An empty line stays in place of the separator line, so that line numbers are right.
    made.write(separator_line ? start.slice(separator_line[0].length) : start);
    return made;
  };
  for await (const { text } of decode(createReadStream(path), 'windows-1252')) {
    if (parser) parser.write(text);
    else {
      start += text;
      if (start.length > LONGEST_TOLD_CHARS) parser = begin();
    }
    if (rows.length > 0) yield rows;
    rows = [];
  }
  parser ??= begin();
  parser.end();
  if (header.names === null) throw new Error('The table is empty: its first line must name the columns.');
  if (rows.length > 0) yield rows;
}

/** A first line such as `sep=;`, which tells spreadsheets the separator, without its line end. */
const SEPARATOR_TOLD = /^sep=([^\r\n])(?=[\r\n])/i;
const LONGEST_TOLD_CHARS = 8;

const HEAD_BYTES = 6;
const PARQUET = 'PAR1';

/** Throws if the first bytes show that a file is no text: its column names would be unreadable. */
async function refuseNotText(path: string): Promise<void> {
  const head = Buffer.alloc(HEAD_BYTES);
  const file = await open(path);
  try {
    await file.read(head, 0, HEAD_BYTES, 0);
  } finally {
    await file.close();
  }
  const packing = packingOf(head);
  // Every workbook (.xlsx, .ods) is a ZIP archive.
  if (packing === 'zip')
    throw new Error('The table is a workbook or an archive, not text: save it as CSV, or unpack it.');
  if (packing !== null) throw new Error(`The table is packed with ${packing}: unpack it.`);
  if (head.toString('latin1', 0, PARQUET.length) === PARQUET)
    throw new Error('The table is Parquet, not text: give it the ending .parquet.');
}

function columnNames(fields: string[]): string[] {
  const names = fields.map((field, i) => field.trim() || `column_${i + 1}`);
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated !== undefined) throw new Error(`The header names the column "${repeated}" twice.`);
  return names;
}

function recordOf(columns: string[], fields: string[], line: number): TableRow {
  const values = valuesOf(columns, fields);
  // Spreadsheets write empty fields after the last column.
  if (fields.length > columns.length && fields.slice(columns.length).some((field) => field.trim() !== '')) {
    const unreadable = `The record has ${fields.length} fields, the header ${columns.length}: put a text that holds the separator in quotes.`;
    return { line, values, unreadable };
  }
  return { line, values, unreadable: null };
}

function valuesOf(columns: string[], fields: string[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column, i) => [column, fields[i] ?? '']));
}

/** The longest line of NDJSON, in characters, since a whole line is held in memory. */
const LONGEST_LINE_CHARS = 4_000_000;

async function* readNdjson(path: string): AsyncGenerator<TableRow[]> {
  await refuseNotText(path);
  for await (const { first, lines } of linesOf(path, LONGEST_LINE_CHARS)) {
    const rows = lines.flatMap((one, i) => objectOf(one, first + i));
    if (rows.length > 0) yield rows;
  }
}

/** Yields the rows of NDJSON that `openTable` wrote, without limits on numbers or line length. */
export async function* writtenRows(path: string): AsyncGenerator<Record<string, unknown>> {
  for await (const { lines } of linesOf(path, Number.POSITIVE_INFINITY))
    for (const one of lines) if (one) yield JSON.parse(one);
}

/**
 * Yields the lines of a text in portions, with the number of the first line. A line that is too long to hold is null.
 */
async function* linesOf(
  path: string,
  longest_chars: number,
): AsyncGenerator<{ first: number; lines: (string | null)[] }> {
  const bounded = (line: string | null) => (line !== null && line.length > longest_chars ? null : line);
  const file = await open(path);
  try {
    let first = 1;
    let rest = '';
    let dropping = false;
    for await (const { text } of decode(file.createReadStream())) {
      const [start = '', ...others] = (rest + text).split('\n');
      const complete_lines: (string | null)[] = [dropping ? null : start, ...others].map((line) =>
        bounded(line),
      );
      const last = complete_lines.pop()!;
      dropping = last === null;
      rest = last ?? '';
      yield { first, lines: complete_lines };
      first += complete_lines.length;
    }
    yield { first, lines: [dropping ? null : rest] };
  } finally {
    await file.close();
  }
}

const TOO_LONG = `The line is longer than ${LONGEST_LINE_CHARS / 1_000_000} million characters.`;
const ROUNDED = 'The line has a number too long to be kept as it stands: write it in quotes.';

const rowOf = (line: number, value: object): TableRow => ({
  line,
  values: value as Record<string, unknown>,
  unreadable: null,
});

/**
 * Whether parsing has changed a number: an integer was rounded, or a number is too large and would be written as null.
 */
function isRounded(text: string, value: unknown): boolean {
  // Checked on the text first: few lines have so many digits or such an exponent, and visiting every value takes time.
  const digits = /\d{16}/.test(text);
  if (!digits && !/\de\+?\d{3}/i.test(text)) return false;
  if (typeof value === 'number')
    return !Number.isFinite(value) || (digits && Number.isInteger(value) && !Number.isSafeInteger(value));
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((part) => isRounded(text, part))
  );
}

/** The row of a line; empty for a blank line. */
function objectOf(text: string | null, line: number): TableRow[] {
  if (text === null) return [{ line, values: {}, unreadable: TOO_LONG }];
  if (text.trim() === '') return [];
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return [isRounded(text, value) ? { line, values: {}, unreadable: ROUNDED } : rowOf(line, value)];
  } catch {
    // Invalid JSON is reported below, like a value that is no object.
  }
  return [{ line, values: {}, unreadable: 'The line is not a JSON object: write one on each line.' }];
}
