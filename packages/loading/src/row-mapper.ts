import { UNCLOSED_QUOTE } from '@domesday/files/csv';
import type { Decoded } from '@domesday/files/decode';
import { headerBefore, isBlankRow, isHeader, isNote, isTotal } from '@domesday/files/no-record';
import { CUT_IN_VALUE, cutShortCheck, LENGTH_JUDGED_FROM } from '@domesday/files/whole-csv';
import { copyLine, fitCheck } from './copy.ts';
import { DayCheck } from './days.ts';
import { RejectCounts } from './rejects.ts';
import { PART } from './repeated.query.ts';
import type { StageContext, StageResult } from './stage-result.ts';
import type { StagingWriter } from './staging-writer.ts';
import { type Check, type CopyValue, type Layout, Skipped, type TableModule } from './types.ts';
import { UnreadTexts } from './unread.ts';

/** Turns records into rows of staging, and counts them. */
export class RowMapper {
  readonly writer: StagingWriter;
  readonly result: StageResult;
  readonly #row: CopyValue[];
  readonly #unfit: (row: readonly CopyValue[]) => string | null;
  readonly #days: DayCheck;
  /** Columns whose nulls are counted, by name and by position. */
  readonly #names: string[];
  readonly #watched: number[];
  readonly #nulls: number[];
  /** Position of the date column; -1 if there is none. */
  readonly #dated: number;
  /** Position of the column `part`; -1 if rows have a key. */
  readonly #part: number;
  readonly #skipsTotals: boolean;
  readonly #skipped = new RejectCounts();
  #layout: Layout | null = null;
  #header: string[] | null = null;
  #shown = '';
  /**
   * Whether the text may contain unstorable characters: a record may begin in one chunk and end in the next.
   */
  #suspect = false;
  // Whether this chunk and the previous one contain special characters: a record may span both.
  #special = false;
  #specialBefore = false;
  /** Why the newest record was refused; null if it was not. */
  #refused: string | null = null;
  #lastChar = '';
  /** Whether the text ends with a row that has no line end. */
  #open = false;
  /** Rows of the file so far. */
  #rows = 0;
  #shortest = Number.POSITIVE_INFINITY;
  readonly #cut: Check[] = [];
  readonly #unread = new Set<UnreadTexts>();

  constructor({ dataset, today }: StageContext<TableModule>, writer: StagingWriter, result: StageResult) {
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
    this.#part = positionOf(PART);
    this.#skipsTotals = !dataset.keepsTotals;
  }

  begin(layout: Layout, shown: string, head: Decoded): void {
    if (!this.result.layouts.includes(layout.name)) this.result.layouts.push(layout.name);
    this.#layout = layout;
    this.result.parts++;
    if (layout.unread) this.#unread.add(layout.unread);
    this.#header = headerBefore(head.text.slice(0, layout.dataOffset), layout.delimiter);
    this.#shown = shown;
    this.#refused = null;
    this.#lastChar = head.text.slice(-1);
    this.#open = false;
    this.#rows = 0;
    this.#shortest = Number.POSITIVE_INFINITY;
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
    // A quotation mark closes the last value, so it is complete.
    this.#open = !/[\r\n"]/.test(this.#lastChar);
  }

  /**
   * Ends a file. Returns true, and notes it, if the last row was refused and has no line end: a copy or download that
   * broke off looks like this. An unclosed quotation mark is certain; a row that is too short may be a footnote. Throws
   * if the days of the file are ambiguous.
   */
  ended(): boolean {
    this.#layout!.days?.assertCertain(this.#shown);
    if (this.#refused === null || this.#lastChar === '\n' || this.#lastChar === '\r') return false;
    const unclosed = this.#refused === UNCLOSED_QUOTE;
    this.#cut.push(cutShortCheck(this.#shown, unclosed ? 'within quotation marks' : 'within a row'));
    return true;
  }

  record(fields: string[], line: number, breaks: number): void {
    this.#refused = null;
    if (isBlankRow(fields)) return;
    if (isHeader(fields, this.#header)) {
      this.result.parts++;
      return;
    }
    if (this.#skipsTotals && isTotal(fields)) {
      this.#skipped.add('The row is a total of others.');
      return;
    }
    if (isNote(fields, this.#header)) {
      this.#skipped.add('The row is a note below the table.');
      return;
    }
    const row = this.#row;
    const { result } = this;
    const layout = this.#layout!;
    const mapped = this.#suspect ? (storable(fields) ?? layout.map(fields, row)) : layout.map(fields, row);
    const outcome = mapped ?? this.#unfit(row) ?? this.#days.read(row) ?? this.#cutInValue(fields);
    if (outcome instanceof Skipped) {
      if (outcome.reason !== null) this.#skipped.add(outcome.reason);
      return;
    }
    if (outcome !== null) {
      this.refuse(line, outcome, fields.join(layout.delimiter ?? ','));
      return;
    }
    if (this.#part !== -1) row[this.#part] = result.parts;
    result.rows_read++;
    result.rows++;
    for (let i = 0; i < this.#watched.length; i++) if (row[this.#watched[i]!] === null) this.#nulls[i]!++;
    if (this.#dated !== -1) {
      const date = row[this.#dated] as string | null;
      if (date !== null && (result.newest === null || date > result.newest)) result.newest = date;
    }
    this.writer.row(copyLine(row, breaks === 0 && !this.#special && !this.#specialBefore));
  }

  /**
   * A sentence if a copy broke off within the last value of a row, which then has all of its columns: 99 of
   * 998000000001. The value has to be shorter than all before it.
   */
  #cutInValue(fields: readonly string[]): string | null {
    const { length } = fields.at(-1)!;
    if (this.#open && this.#rows >= LENGTH_JUDGED_FROM && length < this.#shortest) return CUT_IN_VALUE;
    this.#rows++;
    if (length < this.#shortest) this.#shortest = length;
    return null;
  }

  refuse(line: number, reason: string, raw: string): void {
    this.#refused = reason;
    this.result.rows_read++;
    this.result.rejects++;
    this.writer.reject(this.#shown, line, reason, raw);
  }

  /** Writes the counts to the result: nulls, skipped rows, impossible days, and texts that were not read. */
  finish(): void {
    this.result.skipped = this.#skipped.byReason();
    for (const [i, name] of this.#names.entries()) this.result.nulls[name] = this.#nulls[i]!;
    const unread = new UnreadTexts();
    for (const texts of this.#unread) unread.addAll(texts);
    this.result.notes = [...this.#days.checks(), ...unread.checks(), ...this.#cut];
  }
}

function storable(fields: string[]): string | null {
  for (const field of fields) {
    if (field.includes('\0')) return 'The row holds a NUL byte.';
    if (field.includes('\uFFFD')) return 'The row holds bytes that are not in its encoding.';
  }
  return null;
}
