import type { Db, DbClient } from '@domesday/db';
import { createCsvParser, UNCLOSED_QUOTE } from '@domesday/files/csv';
import { type Decoded, decode } from '@domesday/files/decode';
import { A_WEB_PAGE, A_WEB_TABLE } from '@domesday/files/errors';
import { headerBefore, isNoRecord, isTotal } from '@domesday/files/no-record';
import { type Entry, entriesOf } from '@domesday/files/unpack';
import { copyLine, fitCheck } from './copy.ts';
import { DayCheck } from './days.ts';
import { reading } from './fetch.ts';
import { RejectCounts, type RejectReason } from './rejects.ts';
import { StagingWriter } from './staging-writer.ts';
import {
  type Check,
  type CopyValue,
  type DatasetModule,
  type FetchedFile,
  type Guards,
  type Layout,
  LoadError,
  type Refusal,
  Skipped,
} from './types.ts';

export interface StageContext {
  db: Db;
  client: DbClient;
  dataset: DatasetModule;
  files: FetchedFile[];
  mapping: unknown;
  guards: Guards;
  load_id: number;
  table: string;
  /** The day of the load; null for the fictional country, whose days are its own. */
  today: Date | null;
  onProgress(file: string, rows: number, rejects: number, bytes_read: number): void;
}

export interface StageResult {
  rows_read: number;
  rows: number;
  rejects: number;
  /** Rows that were left out because the operator withholds them. */
  withheld: number;
  /** Why rows were refused, most frequent first. */
  reject_reasons: RejectReason[];
  layouts: string[];
  /** Names of the files that rows came from, as they are on disk. */
  sources: string[];
  /** Why rows were left out that are no errors, most frequent first. */
  skipped: RejectReason[];
  /** Files of a folder or an archive that are not of the dataset. */
  passed_over: PassedOver[];
  /** Rows without a value, by watched column. */
  nulls: Record<string, number>;
  /** The newest date among the rows, ISO. */
  newest: string | null;
  /** Records that the files state there are; null where they state nothing. Pages of one reply state the same. */
  stated_rows: number | null;
  /** Paths of the files that end in the middle of a row, beyond doubt. */
  cut_short: string[];
  /** Notes from reading the files. */
  notes?: Check[];
}

interface PassedOver {
  name: string;
  /** A sentence. */
  reason: string;
  /** True in an archive, which its publisher put together. */
  archived: boolean;
}

export function emptyStage(): StageResult {
  return {
    rows_read: 0,
    rows: 0,
    rejects: 0,
    withheld: 0,
    reject_reasons: [],
    skipped: [],
    layouts: [],
    sources: [],
    passed_over: [],
    nulls: {},
    newest: null,
    stated_rows: null,
    cut_short: [],
  };
}

const HEAD_CHARS = 64 * 1024;
const WEB_PAGE = /^\s*<(?:!doctype html|html|table)/i;
const WORKBOOK = /\.xlsx?$/i;

/**
 * Refuses files of other datasets, before anything is written. A file given by name must be of the dataset; an archive
 * must contain at least one that is.
 */
export async function recogniseFiles(
  dataset: DatasetModule,
  files: FetchedFile[],
  mapping: unknown,
  guards: Guards,
): Promise<void> {
  const groups = new Map<string, FetchedFile[]>();
  for (const file of files) {
    const group = file.folder ?? file.path;
    groups.set(group, [...(groups.get(group) ?? []), file]);
  }
  for (const [group, members] of groups) {
    const refusal = await refusalOf(dataset, members, mapping, guards);
    const name = members[0]!.folder ? group : members[0]!.name;
    if (refusal)
      throw new LoadError('refused', `${name} is not ${dataset.id}: ${refusal.refused}`, refusal.missing);
  }
}

/** Null if one file of the group is of the dataset; else the refusal of the likeliest one. */
async function refusalOf(
  dataset: DatasetModule,
  files: FetchedFile[],
  mapping: unknown,
  guards: Guards,
): Promise<Refusal | null> {
  let refusal: Refusal | null = null;
  for (const file of files) {
    const recognised = await reading(file, async () => {
      for await (const entry of entriesOf(file, { guards })) {
        const { verdict, rest } = await openEntry(entry, dataset, mapping, file.name);
        await rest.return(undefined);
        if (isLayout(verdict)) return true;
        // The file with the fewest missing columns is the likeliest, and its refusal is shown.
        if (!refusal || verdict.missing.length < refusal.missing.length) refusal = verdict;
      }
      return false;
    });
    if (recognised) return null;
  }
  return refusal ?? { refused: 'It holds no files that can contain rows.', missing: [] };
}

/** Phase 2: streams every recognised file into the staging table. */
export async function stage(context: StageContext): Promise<StageResult> {
  const writer = new StagingWriter(context);
  const result = emptyStage();
  const mapper = new RowMapper(context, writer, result);
  try {
    let before = 0;
    for (const file of context.files) {
      let read = 0;
      const onBytes = (bytes: number) => {
        read = bytes;
      };
      await reading(file, async () => {
        for await (const entry of entriesOf(file, { guards: context.guards, onBytes }))
          await stageEntry(entry, file, context, mapper, () => before + read);
      });
      before += file.bytes;
    }
    await writer.end();
    result.reject_reasons = writer.counts.byReason();
    mapper.finish();
    return result;
  } catch (error) {
    throw await writer.abort(error);
  }
}

/** Streams one file of the dataset, or skips one that is of another. */
async function stageEntry(
  entry: Entry,
  file: FetchedFile,
  context: StageContext,
  mapper: RowMapper,
  bytesRead: () => number,
): Promise<void> {
  const { dataset, guards } = context;
  const { result } = mapper;
  const { verdict, head, rest } = await openEntry(entry, dataset, context.mapping, file.name);
  if (!isLayout(verdict)) {
    result.passed_over.push({
      name: entry.name,
      reason: verdict.briefly ?? verdict.refused,
      archived: entry.archived,
    });
    await rest.return(undefined);
    return;
  }
  const shown = entry.archived ? `${file.name}/${entry.name}` : file.name;
  if (!result.sources.includes(file.name)) result.sources.push(file.name);
  mapper.begin(verdict, shown, head);
  const parser = createCsvParser({
    delimiter: verdict.delimiter,
    firstLine: verdict.firstLine,
    maxFieldChars: guards.maxFieldChars ?? dataset.maxFieldChars,
    maxRecordChars: guards.maxRecordChars ?? dataset.maxRecordChars,
    onRecord: (fields, line, breaks) => mapper.record(fields, line, breaks),
    onReject: (line, reason, raw) => mapper.refuse(line, reason, raw),
  });
  const flush = async () => {
    await mapper.writer.flush();
    context.onProgress(shown, result.rows_read, result.rejects, bytesRead());
  };
  parser.write(head.text.slice(verdict.dataOffset));
  await flush();
  for await (const piece of rest) {
    mapper.piece(piece);
    parser.write(piece.text);
    await flush();
  }
  mapper.last();
  parser.end();
  if (mapper.ended()) result.cut_short.push(file.path);
  await flush();
}

/** Turns records into rows of staging, and counts them. */
class RowMapper {
  readonly writer: StagingWriter;
  readonly result: StageResult;
  readonly #row: CopyValue[];
  readonly #unfit: (row: readonly CopyValue[]) => string | null;
  readonly #days: DayCheck;
  /** Columns whose nulls are counted, by name and by position. */
  readonly #names: string[];
  readonly #watched: number[];
  readonly #nulls: number[];
  /** Position of a record's date; -1 if no column has it. */
  readonly #dated: number;
  readonly #skipsTotals: boolean;
  readonly #skipped = new RejectCounts();
  #layout: Layout | null = null;
  #header: string[] | null = null;
  #shown = '';
  /**
   * Whether the text may contain unstorable characters: a record may begin in one chunk and end in the next.
   */
  #suspect = false;
  // For the previous chunk and this one, since a record may span both.
  #special = false;
  #specialBefore = false;
  /** Why the newest record was refused; null if it was not. */
  #refused: string | null = null;
  #lastChar = '';
  readonly #cut: Check[] = [];

  constructor({ dataset, today }: StageContext, writer: StagingWriter, result: StageResult) {
    const positionOf = (name: string | undefined) => dataset.staging.findIndex((c) => c.name === name);
    this.writer = writer;
    this.result = result;
    this.#row = dataset.staging.map(() => null);
    this.#unfit = fitCheck(dataset.staging);
    this.#days = new DayCheck(dataset, today);
    this.#names = Object.keys(dataset.nullRates ?? {});
    this.#watched = this.#names.map(positionOf);
    this.#nulls = this.#names.map(() => 0);
    this.#dated = positionOf(dataset.dateColumn);
    this.#skipsTotals = !dataset.keepsTotals;
  }

  begin(layout: Layout, shown: string, head: Decoded): void {
    if (!this.result.layouts.includes(layout.name)) this.result.layouts.push(layout.name);
    this.#layout = layout;
    this.#header = headerBefore(head.text.slice(0, layout.dataOffset), layout.delimiter);
    this.#shown = shown;
    this.#refused = null;
    this.#lastChar = head.text.slice(-1);
    this.#suspect = head.suspect;
    this.#special = head.special;
    this.#specialBefore = false;
  }

  /** Starts the records of a chunk of text. */
  piece(piece: Decoded): void {
    this.#suspect ||= piece.suspect;
    this.#specialBefore = this.#special;
    this.#special = piece.special;
    if (piece.text !== '') this.#lastChar = piece.text.slice(-1);
  }

  /** Ends the text. */
  last(): void {
    this.#specialBefore ||= this.#special;
  }

  /**
   * Notes a file whose last row was refused and has no line end: a copy or a download that broke off looks like this. A
   * quote that stays open leaves no doubt, for which it returns true; a row that is too short may be a footnote.
   */
  ended(): boolean {
    if (this.#refused === null || this.#lastChar === '\n' || this.#lastChar === '\r') return false;
    const status = this.#refused === UNCLOSED_QUOTE ? 'fail' : 'warn';
    const detail = `The last row of ${this.#shown} is not whole, so the file was probably cut short.`;
    this.#cut.push({ name: 'cut_short', status, detail });
    return status === 'fail';
  }

  record(fields: string[], line: number, breaks: number): void {
    this.#refused = null;
    if (isNoRecord(fields, this.#header)) return;
    if (this.#skipsTotals && isTotal(fields)) {
      this.#skipped.add('The row is a total of others.');
      return;
    }
    const row = this.#row;
    const { result } = this;
    const layout = this.#layout!;
    const mapped = this.#suspect ? (storable(fields) ?? layout.map(fields, row)) : layout.map(fields, row);
    const outcome = mapped ?? this.#unfit(row) ?? this.#days.read(row);
    if (outcome instanceof Skipped) {
      if (outcome.reason !== null) this.#skipped.add(outcome.reason);
      return;
    }
    if (outcome !== null) {
      this.refuse(line, outcome, fields.join(layout.delimiter ?? ','));
      return;
    }
    result.rows_read++;
    result.rows++;
    for (let i = 0; i < this.#watched.length; i++) if (row[this.#watched[i]!] === null) this.#nulls[i]!++;
    if (this.#dated !== -1) {
      const date = row[this.#dated] as string | null;
      if (date !== null && (result.newest === null || date > result.newest)) result.newest = date;
    }
    this.writer.row(copyLine(row, breaks === 0 && !this.#special && !this.#specialBefore));
  }

  refuse(line: number, reason: string, raw: string): void {
    this.#refused = reason;
    this.result.rows_read++;
    this.result.rejects++;
    this.writer.reject(this.#shown, line, reason, raw);
  }

  /** Hands over what was counted: nulls, what was left out, and days that cannot be. */
  finish(): void {
    this.result.skipped = this.#skipped.byReason();
    for (const [i, name] of this.#names.entries()) this.result.nulls[name] = this.#nulls[i]!;
    const checks = [...this.#days.checks(), ...this.#cut];
    if (checks.length > 0) this.result.notes = checks;
  }
}

function storable(fields: string[]): string | null {
  for (const field of fields) {
    if (field.includes('\0')) return 'The row holds a NUL byte.';
    if (field.includes('\uFFFD')) return 'The row holds bytes that are not in its encoding.';
  }
  return null;
}

interface Opened {
  verdict: Layout | Refusal;
  head: Decoded;
  rest: AsyncGenerator<Decoded>;
}

async function openEntry(
  entry: Entry,
  dataset: DatasetModule,
  mapping: unknown,
  file: string,
): Promise<Opened> {
  const rest = decode(entry.bytes, dataset.fallbackEncoding);
  const head: Decoded = { text: '', suspect: false, special: false };
  while (head.text.length < HEAD_CHARS) {
    const next = await rest.next();
    if (next.done) break;
    head.text += next.value.text;
    head.suspect ||= next.value.suspect;
    head.special ||= next.value.special;
  }
  // A line for spreadsheet programs. It leaves a blank one, so that line numbers stay.
  head.text = head.text.replace(/^sep=.(?=\r?\n)/i, '');
  const verdict =
    entry.packed !== undefined
      ? { refused: `${entry.packed}. Unpack it and load the files in it.`, missing: [] }
      : head.text.trim() === ''
        ? { refused: 'The file is empty.', missing: [] }
        : WEB_PAGE.test(head.text)
          ? { refused: WORKBOOK.test(entry.name) ? A_WEB_TABLE : A_WEB_PAGE, missing: [] }
          : dataset.recognise(
              { name: entry.name, text: head.text, ...(entry.sheet ? { workbook: file } : {}) },
              mapping,
            );
  return { verdict, head, rest };
}

function isLayout(verdict: Layout | Refusal): verdict is Layout {
  return 'map' in verdict;
}
