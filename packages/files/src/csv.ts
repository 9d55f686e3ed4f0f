const QUOTE = 34;
const LF = 10;
const CR = 13;
const SPACE = 32;

export interface CsvOptions {
  /** One character; a comma if absent. */
  delimiter?: string;
  /** Longest field, characters. A longer one rejects its record. */
  maxFieldChars?: number;
  /** Longest record, characters: the most that the parser holds in memory at once. */
  maxRecordChars?: number;
  /**
   * Whether a record beyond `maxRecordChars` is rejected with all its lines. Otherwise only its first line is, since an
   * unclosed quote would take the rest of the file with it.
   */
  rejectsWhole?: boolean;
  /** Line number of the first character written; 1 if absent. */
  firstLine?: number;
  /**
   * One call per record. `line` is its first line, counted from 1; `breaks` is the number of line breaks inside its
   * quotes.
   */
  onRecord(fields: string[], line: number, breaks: number): void;
  /** One call per record that cannot be read as CSV. */
  onReject(line: number, reason: string, raw: string): void;
}

export interface CsvParser {
  write(text: string): void;
  /** Ends the text: the last record may lack its line end. */
  end(): void;
}

/** Why a record without its closing quote is rejected. */
export const UNCLOSED_QUOTE = 'A quoted field is not closed.';
const MISPLACED_QUOTE = 'There is text between a closing quote and the next separator.';
export const DEFAULT_MAX_FIELD_CHARS = 256 * 1024;
export const DEFAULT_MAX_RECORD_CHARS = 1024 * 1024;

/**
 * A push parser for CSV as published: RFC 4180 quoting with doubled quotes and embedded line breaks, LF, CRLF and CR
 * line ends even mixed in one file, blank lines skipped, quotes inside an unquoted field taken literally. Memory is
 * bounded by one record and one chunk. An invalid record is rejected alone: if a quote is never closed, or is closed by
 * the quote of a later line, only the line with the opening quote is rejected and reading resumes on the next line, so
 * that one stray quote consumes no other line. The result does not depend on how the text is split into chunks.
 */
export function createCsvParser(options: CsvOptions): CsvParser {
  const parser = new Parser(options);
  let pending = '';
  return {
    write(text) {
      const whole = pending === '' ? text : pending + text;
      const used = parser.consume(whole, false);
      pending = used < whole.length ? whole.slice(used) : '';
    },
    end() {
      const whole = pending;
      pending = '';
      parser.consume(whole, true);
    },
  };
}

/** How the reading of one record ended. */
const COMPLETE = 0;
/** The text ends before the record does. */
const PARTIAL = 1;
/** The text ends inside quotes. */
const UNCLOSED = 2;
/** There is text between a closing quote and the next separator. */
const MALFORMED = 3;

/** The parser's state within a record that is being dropped. */
const NEW_FIELD = 0;
const PLAIN = 1;
const QUOTED = 2;
/** After a quote in a quoted field: it closes the field, or is the first of two. */
const AFTER_QUOTE = 3;

/** Index after the line end at or after `from`, or -1 if the text ends first or in the middle of CRLF. */
function afterLineEnd(text: string, from: number, final: boolean): number {
  for (let i = from; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === LF) return i + 1;
    if (c === CR) {
      if (i + 1 < text.length) return text.charCodeAt(i + 1) === LF ? i + 2 : i + 1;
      return final ? i + 1 : -1;
    }
  }
  return -1;
}

class Parser {
  readonly #options: CsvOptions;
  readonly #delimiter: number;
  readonly #maxField: number;
  readonly #maxRecord: number;
  #line: number;
  /** True while the rest of a line that was too long is being dropped. */
  #dropping = false;
  /** Set while a record that is rejected with all its lines is being dropped. */
  #dropped: number | null = null;
  // State of the record being read:
  #fields: string[] = [];
  /** Position in the record. */
  #at = 0;
  #breaks = 0;
  #tooLong = false;

  constructor(options: CsvOptions) {
    this.#options = options;
    this.#delimiter = (options.delimiter ?? ',').charCodeAt(0);
    this.#maxField = options.maxFieldChars ?? DEFAULT_MAX_FIELD_CHARS;
    this.#maxRecord = options.maxRecordChars ?? DEFAULT_MAX_RECORD_CHARS;
    this.#line = options.firstLine ?? 1;
  }

  /** Reads the records of a text and returns how many characters were consumed. */
  consume(text: string, final: boolean): number {
    let start = 0;
    while (start < text.length) {
      const next =
        this.#dropped !== null
          ? this.#dropRecord(text, start, final, this.#dropped)
          : this.#dropping
            ? this.#dropTail(text, start, final)
            : this.#next(text, start, final);
      if (next < 0) return -next - 1;
      start = next;
    }
    return text.length;
  }

  /** Skips the rest of a line. A negative result ends the reading: -1 minus the characters consumed. */
  #dropTail(text: string, start: number, final: boolean): number {
    const next = afterLineEnd(text, start, final);
    if (next !== -1) {
      this.#dropping = false;
      this.#line++;
      return next;
    }
    // A final CR is kept, since its LF may come with the next chunk.
    const cut = !final && text.charCodeAt(text.length - 1) === CR;
    return -1 - (cut ? text.length - 1 : text.length);
  }

  /**
   * Skips a record, or as much of it as the text holds, including line breaks inside its quotes. A negative result
   * means the same as in `#dropTail`.
   */
  #dropRecord(text: string, start: number, final: boolean, state: number): number {
    for (let at = start; at < text.length; at++) {
      const c = text.charCodeAt(at);
      if (c === CR && at + 1 === text.length && !final) {
        // Its LF may come with the next chunk.
        this.#dropped = state;
        return -1 - at;
      }
      const ends = c === LF || (c === CR && text.charCodeAt(at + 1) !== LF);
      if (ends) this.#line++;
      if (state === QUOTED) {
        if (c === QUOTE) state = AFTER_QUOTE;
      } else if (ends) {
        this.#dropped = null;
        return at + 1;
      } else if (c === QUOTE && state !== PLAIN) state = QUOTED;
      else if (c !== SPACE || state !== AFTER_QUOTE) state = c === this.#delimiter ? NEW_FIELD : PLAIN;
    }
    this.#dropped = state;
    return -1 - text.length;
  }

  /**
   * Reads the line or record at `start` and returns the start of the next. A negative result means the same as in
   * `#dropTail`.
   */
  #next(text: string, start: number, final: boolean): number {
    const c = text.charCodeAt(start);
    if (c === LF || c === CR) {
      const next = afterLineEnd(text, start, final);
      if (next === -1) return -1 - start;
      this.#line++;
      return next;
    }
    const end = this.#record(text, start, final);
    const complete = end === COMPLETE;
    const span = (complete || end === MALFORMED ? this.#at : text.length) - start;
    if (span > this.#maxRecord && this.#options.rejectsWhole) {
      this.#options.onReject(this.#line, this.#recordTooLong(), text.slice(start, start + this.#maxRecord));
      this.#dropped = NEW_FIELD;
      return start;
    }
    if (end === MALFORMED) return this.#rejectMalformed(text, start, final);
    if (span > this.#maxRecord || (end === UNCLOSED && final))
      return this.#rejectOpening(text, start, final, end);
    if (!complete) return -1 - start;
    if (this.#tooLong) {
      const reason = `A field is longer than ${this.#maxField} characters.`;
      this.#options.onReject(this.#line, reason, text.slice(start, this.#at));
    } else this.#options.onRecord(this.#fields, this.#line, this.#breaks);
    this.#line += this.#breaks + 1;
    return this.#at;
  }

  /** Reads one record from `start`, field by field. Returns how it ended. */
  #record(text: string, start: number, final: boolean): number {
    const { length } = text;
    this.#fields = [];
    this.#breaks = 0;
    this.#tooLong = false;
    this.#at = start;
    for (;;) {
      if (this.#at < length && text.charCodeAt(this.#at) === QUOTE) {
        if (!this.#quotedField(text, final)) return UNCLOSED;
      } else this.#plainField(text);
      const at = this.#at;
      if (at >= length) return final ? COMPLETE : PARTIAL;
      const c = text.charCodeAt(at);
      if (c === this.#delimiter) {
        this.#at = at + 1;
        if (at + 1 >= length && !final) return PARTIAL;
      } else if (c === LF) {
        this.#at = at + 1;
        return COMPLETE;
      } else if (c === CR) {
        if (at + 1 >= length && !final) return PARTIAL;
        this.#at = text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
        return COMPLETE;
      } else return MALFORMED;
    }
  }

  #plainField(text: string): void {
    const { length } = text;
    const delimiter = this.#delimiter;
    const open = this.#at;
    let at = open;
    while (at < length) {
      const c = text.charCodeAt(at);
      if (c === delimiter || c === LF || c === CR) break;
      at++;
    }
    if (at - open > this.#maxField) this.#tooLong = true;
    this.#fields.push(text.slice(open, at));
    this.#at = at;
  }

  /** False if the text ends before the closing quote. */
  #quotedField(text: string, final: boolean): boolean {
    const { length } = text;
    const open = this.#at + 1;
    let doubled = false;
    let at = open;
    for (;;) {
      if (at >= length) return false;
      const c = text.charCodeAt(at);
      if (c === QUOTE) {
        if (at + 1 >= length) {
          if (final) break;
          return false;
        }
        if (text.charCodeAt(at + 1) !== QUOTE) break;
        doubled = true;
        at += 2;
        continue;
      }
      if (c === LF || (c === CR && at + 1 < length && text.charCodeAt(at + 1) !== LF)) this.#breaks++;
      at++;
    }
    if (at - open > this.#maxField) this.#tooLong = true;
    const value = text.slice(open, at);
    this.#fields.push(doubled ? value.replaceAll('""', '"') : value);
    at++;
    while (at < length && text.charCodeAt(at) === SPACE && this.#delimiter !== SPACE) at++;
    this.#at = at;
    return true;
  }

  #rejectMalformed(text: string, start: number, final: boolean): number {
    // With line breaks inside, the quote that seems to close the field probably opens one on a later line.
    if (this.#breaks > 0) return this.#rejectOpening(text, start, final, MALFORMED);
    const at = this.#at;
    const next = afterLineEnd(text, at, final);
    if (next === -1 && !final && text.length - start <= this.#maxRecord) return -1 - start;
    this.#options.onReject(this.#line, MISPLACED_QUOTE, text.slice(start, at));
    if (next === -1) {
      this.#dropping = true;
      return at;
    }
    this.#line++;
    return next;
  }

  #recordTooLong(): string {
    return `The record is longer than ${this.#maxRecord} characters.`;
  }

  /** Rejects only the first line of the record, and resumes on the line after it. */
  #rejectOpening(text: string, start: number, final: boolean, end: number): number {
    const next = afterLineEnd(text, start, final);
    const reason =
      end === UNCLOSED ? UNCLOSED_QUOTE : end === MALFORMED ? MISPLACED_QUOTE : this.#recordTooLong();
    this.#options.onReject(
      this.#line,
      reason,
      text.slice(start, next === -1 ? start + this.#maxRecord : next),
    );
    if (next !== -1) {
      this.#line++;
      return next;
    }
    this.#dropping = true;
    return final ? -1 - text.length : start;
  }
}

/** Reads a whole short text: headers, fixtures, look-up tables. Throws on a record that is not CSV. */
export function parseCsv(text: string, delimiter = ','): string[][] {
  const records: string[][] = [];
  const parser = createCsvParser({
    delimiter,
    onRecord: (fields) => records.push(fields),
    onReject: (line, reason) => {
      throw new Error(`Line ${line}: ${reason}`);
    },
  });
  parser.write(text);
  parser.end();
  return records;
}
