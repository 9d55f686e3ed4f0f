const QUOTE = 34;
const LF = 10;
const CR = 13;
const SPACE = 32;

export interface CsvOptions {
  /** One character; a comma where it is absent. */
  delimiter?: string;
  /** Longest field, in characters. A longer one rejects its record. */
  maxFieldChars?: number;
  /** Longest record, in characters: what the parser may hold in memory at once. */
  maxRecordChars?: number;
  /** Line number of the first character written; 1 where it is absent. */
  firstLine?: number;
  /** One call per record. `line` is where it begins, counted from 1; `breaks` the line breaks inside its quotes. */
  onRecord(fields: string[], line: number, breaks: number): void;
  /** One call per record that cannot be read as CSV. */
  onReject(line: number, reason: string, raw: string): void;
}

export interface CsvParser {
  write(text: string): void;
  /** Says that no more text follows: the last record may lack its line end. */
  end(): void;
}

export const DEFAULT_MAX_FIELD_CHARS = 256 * 1024;
export const DEFAULT_MAX_RECORD_CHARS = 1024 * 1024;

/**
 * A push parser for CSV as published: RFC 4180 quoting with doubled quotes and embedded line breaks, LF,
 * CRLF and CR line ends even mixed in one file, blank lines skipped, quotes inside an unquoted field taken
 * as they stand. Memory is bounded by one record and one chunk. A record that breaks the rules is rejected
 * alone: where a quote is never closed, its opening line is rejected and reading resumes on the next line, so
 * that one stray quote does not swallow the rest of the file. The result does not depend on how the text
 * is cut into chunks.
 */
export function createCsvParser(options: CsvOptions): CsvParser {
  const delimiterText = options.delimiter ?? ',';
  const delimiter = delimiterText.charCodeAt(0);
  const maxField = options.maxFieldChars ?? DEFAULT_MAX_FIELD_CHARS;
  const maxRecord = options.maxRecordChars ?? DEFAULT_MAX_RECORD_CHARS;
  const { onRecord, onReject } = options;
  let pending = '';
  let line = options.firstLine ?? 1;
  // True while the tail of a record that was too long is being dropped.
  let dropping = false;

  /** Index after the line end at or after `from`, or -1 where the text ends first or in the middle of CRLF. */
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

  function consume(text: string, final: boolean): number {
    const length = text.length;
    let start = 0;

    while (start < length) {
      if (dropping) {
        const next = afterLineEnd(text, start, final);
        if (next === -1) {
          // Keep a trailing CR, whose LF may come with the next chunk.
          return !final && text.charCodeAt(length - 1) === CR ? length - 1 : length;
        }
        dropping = false;
        line++;
        start = next;
        continue;
      }

      let at = start;
      let c = text.charCodeAt(at);
      if (c === LF || c === CR) {
        const next = afterLineEnd(text, at, final);
        if (next === -1) return start;
        line++;
        start = next;
        continue;
      }

      const fields: string[] = [];
      let breaks = 0;
      let tooLong = false;
      let malformed = false;
      let complete = false;
      let unclosed = false;

      for (;;) {
        if (at < length && text.charCodeAt(at) === QUOTE) {
          const open = at + 1;
          let doubled = false;
          at = open;
          for (;;) {
            if (at >= length) {
              unclosed = true;
              break;
            }
            c = text.charCodeAt(at);
            if (c === QUOTE) {
              if (at + 1 < length) {
                if (text.charCodeAt(at + 1) !== QUOTE) break;
                doubled = true;
                at += 2;
                continue;
              }
              if (final) break;
              unclosed = true;
              break;
            }
            if (c === LF || (c === CR && at + 1 < length && text.charCodeAt(at + 1) !== LF)) breaks++;
            at++;
          }
          if (unclosed) break;
          if (at - open > maxField) tooLong = true;
          const value = text.slice(open, at);
          fields.push(doubled ? value.replaceAll('""', '"') : value);
          at++;
          while (at < length && text.charCodeAt(at) === SPACE && delimiter !== SPACE) at++;
        } else {
          const open = at;
          while (at < length) {
            c = text.charCodeAt(at);
            if (c === delimiter || c === LF || c === CR) break;
            at++;
          }
          if (at - open > maxField) tooLong = true;
          fields.push(text.slice(open, at));
        }

        if (at >= length) {
          complete = final;
          break;
        }
        c = text.charCodeAt(at);
        if (c === delimiter) {
          at++;
          if (at >= length && !final) break;
          continue;
        }
        if (c === LF) {
          at++;
          complete = true;
          break;
        }
        if (c === CR) {
          if (at + 1 < length) {
            at += text.charCodeAt(at + 1) === LF ? 2 : 1;
            complete = true;
          } else if (final) {
            at++;
            complete = true;
          }
          break;
        }
        malformed = true;
        break;
      }

      if (malformed) {
        const next = afterLineEnd(text, at, final);
        if (next === -1 && !final && length - start <= maxRecord) return start;
        onReject(
          line,
          'There is text between a closing quote and the next separator.',
          text.slice(start, at),
        );
        line += breaks;
        if (next === -1) {
          start = at;
          dropping = true;
        } else {
          line++;
          start = next;
        }
        continue;
      }

      const span = (complete ? at : length) - start;
      if (span > maxRecord || (unclosed && final)) {
        // Resume on the line after the one where the record began, and be strict about that line alone.
        const next = afterLineEnd(text, start, final);
        const reason = unclosed
          ? 'A quoted field is not closed.'
          : `The record is longer than ${maxRecord} characters.`;
        onReject(line, reason, text.slice(start, next === -1 ? start + maxRecord : next));
        if (next === -1) {
          dropping = true;
          if (final) return length;
        } else {
          line++;
          start = next;
        }
        continue;
      }
      if (!complete) return start;

      if (tooLong) onReject(line, `A field is longer than ${maxField} characters.`, text.slice(start, at));
      else onRecord(fields, line, breaks);
      line += breaks + 1;
      start = at;
    }
    return length;
  }

  return {
    write(text) {
      const whole = pending === '' ? text : pending + text;
      const used = consume(whole, false);
      pending = used < whole.length ? whole.slice(used) : '';
    },
    end() {
      const whole = pending;
      pending = '';
      consume(whole, true);
    },
  };
}

/** Reads a short text whole: headers, fixtures, look-up tables. Throws on a record that is not CSV. */
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
