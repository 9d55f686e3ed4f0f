import { type CsvOptions, type CsvParser, createCsvParser, UNCLOSED_QUOTE } from './csv.ts';
import { isBlankRow } from './no-record.ts';
import type { Check } from './types.ts';

/** After this many rows the length of their last values is compared with that of the last row. */
export const LENGTH_JUDGED_FROM = 20;
export const CUT_IN_VALUE =
  'The last row ends without a line end, and its last value is shorter than all others. If it is whole, end the file with a line break.';
const CUT_IN_ROW = 'The last row ends without a line end and has fewer columns than all others.';

/** Where a truncated text ends. */
export type Cut = 'within quotation marks' | 'within a row';

export interface WholeCsvParser extends CsvParser {
  /** After `end`: where the text was cut off; null if its last row is complete. */
  cutShort(): Cut | null;
}

/**
 * A parser that skips blank rows, which spreadsheets leave below a table, and rejects a last row that was cut off by an
 * interrupted copy or download. `width` is the number of columns of a header that is not written to the parser.
 */
export function createWholeCsvParser(options: CsvOptions & { width?: number }): WholeCsvParser {
  const { width, ...given } = options;
  let narrowest = width ?? Number.POSITIVE_INFINITY;
  let shortest = Number.POSITIVE_INFINITY;
  let rows = 0;
  let last_char = '';
  let cut: Cut | null = null;
  /** The newest row, held back until it is known whether it is the last one. */
  let held: { fields: string[]; line: number; breaks: number } | null = null;
  /** Why the newest row was rejected; null if it was not. */
  let rejected: string | null = null;

  const handOver = () => {
    if (held === null) return;
    const { fields, line, breaks } = held;
    held = null;
    rows++;
    narrowest = Math.min(narrowest, fields.length);
    shortest = Math.min(shortest, fields.at(-1)!.length);
    given.onRecord(fields, line, breaks);
  };
  const lacking = (fields: readonly string[]): string | null => {
    if (narrowest !== Number.POSITIVE_INFINITY && fields.length < narrowest) return CUT_IN_ROW;
    const in_value = rows >= LENGTH_JUDGED_FROM && last_char !== '"' && fields.at(-1)!.length < shortest;
    return in_value ? CUT_IN_VALUE : null;
  };
  const parser = createCsvParser({
    ...given,
    onRecord(fields, line, breaks) {
      handOver();
      rejected = null;
      if (!isBlankRow(fields)) held = { fields, line, breaks };
    },
    onReject(line, reason, raw) {
      handOver();
      rejected = reason;
      given.onReject(line, reason, raw);
    },
  });
  return {
    write(text) {
      if (text !== '') last_char = text.at(-1)!;
      parser.write(text);
    },
    end() {
      parser.end();
      if (last_char === '\n' || last_char === '\r') return handOver();
      if (rejected === UNCLOSED_QUOTE) cut = 'within quotation marks';
      const reason = held && lacking(held.fields);
      if (!held || reason === null) return handOver();
      cut = 'within a row';
      given.onReject(held.line, reason, held.fields.join(given.delimiter ?? ','));
      held = null;
    },
    cutShort: () => cut,
  };
}

/** The name of the check for truncated files. */
export const CUT_SHORT = 'cut_short';

/**
 * The check for a truncated file. `known` is the sentence that says how this is known; `effect` says what would follow.
 */
export function cutShortCheck(
  shown: string,
  cut: Cut,
  { effect = '', known = `The last row of ${shown} is not whole` } = {},
): Check {
  // A row that is too short may be a footnote; an unclosed quote is certain.
  const status = cut === 'within quotation marks' ? 'fail' : 'warn';
  return { name: CUT_SHORT, status, detail: `${known}, so the file was probably cut short.${effect}` };
}
