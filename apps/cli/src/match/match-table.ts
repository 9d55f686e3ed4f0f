import { stat } from 'node:fs/promises';
import { getHeapStatistics } from 'node:v8';
import type { AddressQuery } from '@domesday/address-search';
import type { TableFormat } from '@domesday/files/tables/formats';
import { parquetKinds } from '@domesday/files/tables/parquet';
import { readTable, type TableRow, tableColumns } from '@domesday/files/tables/read';
import { openTable } from '@domesday/files/tables/write';
import { postcodeAtEnd } from '@domesday/loading/values';
import {
  LONGEST_ADDRESS_CHARS,
  MATCH_COLUMNS,
  MATCH_KINDS,
  type MatchColumns,
  unreadable,
} from './answer.ts';
import { locateColumns, type MatchMapping, queryOf } from './mapping.ts';
import { forgetProgress, type Progress, readProgress, writeProgress } from './progress.ts';

/**
 * Rows that are sorted by postcode together. A larger portion has more rows of each postcode, but takes more memory.
 */
const ROWS_AT_ONCE = 100_000;
/**
 * Reduces the portion if the heap is small, as in a small container: three portions with their answers are in memory.
 */
const HEAP_BYTES_FOR_A_ROW = 16_000;
/** Characters in the texts of a portion; three portions are in memory at once. */
const CHARS_AT_ONCE = 64_000_000;
/** The first portion is a tenth of the others, so that there is progress to show and to resume from early on. */
const FIRST_SHARE = 10;
/** Rows that one process is given at a time. */
const SLICE = 2_500;

export interface MatchTable {
  input: { path: string; format: TableFormat };
  output: { path: string; format: TableFormat };
  mapping: MatchMapping | null;
  /** Matches queries and returns the answers in the same order; several calls run at once. */
  match(queries: AddressQuery[]): Promise<MatchColumns[]>;
  /** Identifies the state of the addresses; a load that changes them changes it. */
  state(): Promise<string>;
  onProgress?(progress: Progress): void;
  /** Receives a message if an interrupted run cannot be continued, or if the addresses changed during the run. */
  onNote?(sentence: string): void;
  /** Rows of a portion, which are sorted by postcode so that the homes of each postcode are read once. */
  rows_at_once?: number;
  /** Maximum characters in the texts of a portion. */
  chars_at_once?: number;
}

/**
 * Writes every row of a table with the match of its address. Rows are flushed to disk portion by portion, and the
 * progress is stored beside the output; after an interruption the same call continues from there.
 */
export async function matchTable({ input, output, ...job }: MatchTable): Promise<Progress> {
  const { size, mtimeMs } = await stat(input.path);
  const own = await tableColumns(input.path, input.format, job.mapping ?? {});
  const mapping = locateColumns(own, job.mapping);
  const taken = own.find((column) => MATCH_COLUMNS.some((added) => added === column));
  if (taken)
    throw new Error(
      `The table has a column "${taken}" already: it was matched before, or needs another name.`,
    );
  const run = { bytes: size, modified_ms: mtimeMs, mapping, format: output.format };
  const before = await readProgress(output.path, run, job.onNote ?? (() => {}));
  const progress: Progress = before ?? { run, rows: 0, resumed_rows: 0, statuses: {}, written: null };
  noteState(progress, await job.state(), job.onNote);
  progress.resumed_rows = progress.rows;
  const kinds = { ...(input.format === 'parquet' && (await parquetKinds(input.path))), ...MATCH_KINDS };
  const columns = [...own, ...MATCH_COLUMNS];
  const table = await openTable(output.path, output.format, columns, progress.written, kinds);
  const write = async (rows: TableRow[], answers: Promise<MatchColumns[]>): Promise<void> => {
    const found = await answers;
    noteState(progress, await job.state(), job.onNote, rows.length);
    progress.written = await table.append(
      rows.map(({ values }) => values),
      found,
    );
    progress.rows += rows.length;
    for (const { match_status } of found)
      progress.statuses[match_status] = (progress.statuses[match_status] ?? 0) + 1;
    await writeProgress(output.path, progress);
    job.onProgress?.(progress);
  };
  try {
    // While a portion is matched, the previous one is written and the next one is read.
    let writing = Promise.resolve();
    for await (const rows of portions(readTable(input.path, input.format, mapping), progress.rows, job)) {
      const answers = matchRows(rows, mapping, job.match);
      answers.catch(() => {});
      await writing;
      writing = write(rows, answers);
      writing.catch(() => {});
    }
    await writing;
    await table.finish();
  } catch (error) {
    await table.close();
    throw error;
  }
  await forgetProgress(output.path);
  return progress;
}

/** Rows of a portion for a heap limit of `heap_bytes`. */
export function rowsThatFit(heap_bytes: number): number {
  return Math.min(ROWS_AT_ONCE, Math.max(SLICE, Math.floor(heap_bytes / HEAP_BYTES_FOR_A_ROW)));
}

/**
 * Yields the rows after the first `skip` in portions of equal size, after a smaller first one. Portions with long texts
 * have fewer rows.
 */
async function* portions(
  table: AsyncIterable<TableRow[]>,
  skip: number,
  {
    rows_at_once = rowsThatFit(getHeapStatistics().heap_size_limit),
    chars_at_once = CHARS_AT_ONCE,
  }: Partial<MatchTable>,
): AsyncGenerator<TableRow[]> {
  let rows: TableRow[] = [];
  let chars = 0;
  let to_skip = skip;
  let most = rows_at_once / FIRST_SHARE;
  for await (const some of table) {
    const passed = Math.min(to_skip, some.length);
    to_skip -= passed;
    for (let i = passed; i < some.length; i += 1) {
      rows.push(some[i]!);
      chars += charsOf(some[i]!.values);
      if (chars < chars_at_once) continue;
      yield rows;
      [rows, chars] = [[], 0];
    }
    if (rows.length < most) continue;
    yield rows;
    [rows, chars] = [[], 0];
    most = rows_at_once;
  }
  if (rows.length > 0) yield rows;
}

/** Approximate characters of a row. Only texts, lists and objects can be long. */
function charsOf(values: Record<string, unknown>): number {
  let chars = 0;
  for (const name in values) {
    const value = values[name];
    if (typeof value === 'string') chars += value.length;
    else if (typeof value === 'object' && value !== null) chars += JSON.stringify(value).length;
  }
  return chars;
}

/** Matches rows in slices of neighbouring postcodes and answers in the order of the rows. */
async function matchRows(
  rows: readonly TableRow[],
  mapping: MatchMapping,
  match: MatchTable['match'],
): Promise<MatchColumns[]> {
  const answers = new Array<MatchColumns>(rows.length);
  const queries: Array<AddressQuery & { index: number; place: string }> = [];
  rows.forEach((row, index) => {
    const query = queryOf(row.values, mapping);
    // An unreadable record has no columns that would identify it, so its line number is given.
    const problem = row.unreadable ? `Line ${row.line}: ${row.unreadable}` : problemOf(query.address);
    if (problem !== null) answers[index] = unreadable(problem);
    else queries.push({ ...query, index, place: placeOf(query) });
  });
  queries.sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0));
  const slices: Array<typeof queries> = [];
  for (let from = 0; from < queries.length; from += SLICE) slices.push(queries.slice(from, from + SLICE));
  await Promise.all(
    slices.map(async (slice) => {
      const found = await match(slice.map(({ address, postcode }) => ({ address, postcode })));
      slice.forEach(({ index }, i) => {
        answers[index] = found[i]!;
      });
    }),
  );
  return answers;
}

/** The sort key of a row: its postcode, read without a full parse. */
function placeOf({ address, postcode }: AddressQuery): string {
  return (postcode ?? postcodeAtEnd(address)?.postcode ?? '').toUpperCase().replaceAll(' ', '');
}

function problemOf(address: string): string | null {
  if (address === '') return 'There is no address.';
  return address.length > LONGEST_ADDRESS_CHARS
    ? `The address is longer than ${LONGEST_ADDRESS_CHARS} characters.`
    : null;
}

/**
 * Records the state of the addresses. Reports a change since earlier rows were matched, or, with `matched`, during the
 * matching of the last `matched` rows.
 */
function noteState(progress: Progress, state: string, tell: MatchTable['onNote'], matched = 0): void {
  const { rows } = progress;
  const states = progress.states ?? (rows > 0 ? ['not known'] : []);
  if (states.includes(state)) return;
  progress.states = [...states, state];
  if (states.length > 0)
    tell?.(
      `The loaded addresses changed ${whenChanged(rows, matched)}: rows may have been matched with different data. To match all rows with the same data, start again with --restart.`,
    );
}

const whenChanged = (rows: number, matched: number): string =>
  matched === 0
    ? `after ${rows} rows were matched`
    : `while the rows from ${rows + 1} to ${rows + matched} were matched`;
