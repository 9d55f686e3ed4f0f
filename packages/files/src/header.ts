import { createCsvParser, parseCsv } from './csv.ts';
import type { Refusal } from './types.ts';

export interface FirstRecord {
  fields: string[];
  /** Offset of the next record. */
  end: number;
  /** Line number of the next record. */
  nextLine: number;
}

/** The first record of a text at or after `from`, skipping blank lines; null if there is none. */
export function recordAt(text: string, from = 0, line = 1, delimiter = ','): FirstRecord | null {
  let start = from;
  let atLine = line;
  const lineEnd = (at: number) => (text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1);
  while (start < text.length && (text[start] === '\n' || text[start] === '\r')) {
    start += lineEnd(start);
    atLine++;
  }
  if (start >= text.length) return null;
  let quoted = false;
  let at = start;
  for (; at < text.length; at++) {
    const c = text[at];
    if (c === '"') quoted = !quoted;
    else if (c === '\n' || (c === '\r' && text[at + 1] !== '\n')) {
      atLine++;
      if (!quoted) break;
    }
  }
  try {
    const fields = parseCsv(text.slice(start, at), delimiter)[0] ?? [];
    return { fields, end: Math.min(at + 1, text.length), nextLine: atLine };
  } catch {
    return null;
  }
}

/** How many lines of titles and notes may precede a header. */
const LINES_BEFORE_A_HEADER = 30;

interface FoundHeader {
  record: FirstRecord;
  delimiter: string;
}

/**
 * Finds the header of a table below any titles or notes: the first line for which `lacking` returns nothing. If there
 * is none, returns what the best line lacks. Without a `delimiter` it is guessed for each line, since titles may
 * contain any of them.
 */
export function findHeader(
  text: string,
  lacking: (fields: string[]) => string[],
  delimiter?: string,
): FoundHeader | { missing: string[] } {
  let fewest: string[] | null = null;
  let offset = 0;
  let line = 1;
  for (let tried = 0; tried < LINES_BEFORE_A_HEADER; tried++) {
    const by = delimiter ?? delimiterOf(text.slice(offset));
    const record = recordAt(text, offset, line, by);
    if (!record) break;
    const missing = lacking(record.fields);
    if (missing.length === 0) return { record, delimiter: by };
    if (!fewest || missing.length < fewest.length) fewest = missing;
    offset = record.end;
    line = record.nextLine;
  }
  return { missing: fewest ?? lacking([]) };
}

/** Up to `limit` complete records from the start of a text, without those that are not CSV. */
export function sampleRecords(text: string, limit: number, delimiter = ','): string[][] {
  const records: string[][] = [];
  const parser = createCsvParser({
    delimiter,
    onRecord: (fields) => {
      if (records.length < limit) records.push(fields);
    },
    onReject: () => {},
  });
  parser.write(text);
  if (records.length === 0) parser.end();
  return records;
}

const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Guesses the delimiter of a table: comma, semicolon, tab or bar, whichever is most frequent in its first line outside
 * quotation marks. If several are equally frequent, the first of them in this order.
 */
export function delimiterOf(text: string): string {
  const counts = new Map(DELIMITERS.map((one) => [one, 0]));
  let quoted = false;
  for (const c of text.replace(/^[\r\n]+/, '')) {
    if (c === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (c === '\n' || c === '\r') break;
    else if (counts.has(c)) counts.set(c, counts.get(c)! + 1);
  }
  const most = Math.max(...counts.values());
  return DELIMITERS.find((one) => counts.get(one) === most)!;
}

/** The most names that are cached. Known names recur with each feature, but a file can have any number of others. */
const MOST_NAMES = 2000;

/** A column name normalised for comparison: without case, spaces and punctuation. */
export const plainName = remembered((name) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9%]+/g, '_')
    .replace(/^_+|_+$/g, ''),
);

/**
 * A column name normalised like `plainName`, but with letters of all alphabets and accents kept, which `plainName`
 * drops.
 */
export const spelledName = remembered((name) =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}%]+/gu, '_')
    .replace(/^_+|_+$/g, ''),
);

function remembered(normalise: (name: string) => string): (name: string) => string {
  const names = new Map<string, string>();
  return (name) => {
    const known = names.get(name);
    if (known !== undefined) return known;
    if (names.size >= MOST_NAMES) names.clear();
    const plain = normalise(name);
    names.set(name, plain);
    return plain;
  };
}

/**
 * The position of the column that an operator names: one with exactly this name, else the first that differs only in
 * case, spaces and punctuation; -1 if there is none.
 */
export function namedPosition(header: readonly string[], name: string): number {
  const exact = header.findIndex((one) => one.trim() === name.trim());
  const spelled = spelledName(name);
  if (exact !== -1 || spelled === '') return exact;
  return header.findIndex((one) => spelledName(one) === spelled);
}

/** Column positions by plain name. If columns share a name the first counts. */
export function columnsOf(header: string[]): Map<string, number> {
  const columns = new Map<string, number>();
  header.forEach((name, i) => {
    const plain = plainName(name);
    if (plain !== '' && !columns.has(plain)) columns.set(plain, i);
  });
  return columns;
}

/** The position of the first of several names for a column; -1 if the file has none of them. */
export function positionOf(columns: Map<string, number>, names: string[]): number {
  for (const name of names) {
    const position = columns.get(plainName(name));
    if (position !== undefined) return position;
  }
  return -1;
}

/**
 * Whether a text begins like JSON. A table whose first field is in braces, as in the Land Registry's files, does not.
 */
export function beginsAsJson(text: string): boolean {
  return /^\s*(?:\{\s*["}]|\[\s*[[{"\]])/.test(text);
}

/** Says which columns a file lacks. */
export function missingColumns(what: string, missing: string[], text = ''): Refusal {
  if (beginsAsJson(text)) return { refused: `it is JSON, and ${what} are read from CSV.`, missing };
  const noun = missing.length === 1 ? 'column' : 'columns';
  return { refused: `as ${what} it misses the ${noun} ${missing.join(', ')}.`, missing };
}

/**
 * The refusal of a file by a layout without a header: it has another number of columns or, if that fits, none of its
 * first lines is a record. `layout` is a sentence that describes the layout.
 */
export function noRecords(
  text: string,
  widths: readonly number[],
  layout: string,
  missing: string[],
  columns = recordAt(text)?.fields.length ?? 0,
): Refusal {
  if (beginsAsJson(text)) return { refused: `it is JSON, where ${layout}`, missing };
  const has = `it has ${columns} ${columns === 1 ? 'column' : 'columns'}`;
  if (!widths.includes(columns)) return { refused: `${has}, where ${layout}`, briefly: `${has}.`, missing };
  const none = `${has}, but none of its first lines is a record`;
  return { refused: `${none}: ${layout}`, briefly: `${none}.`, missing };
}

/** Why a row does not fit under its header, or null if it does. */
export function wrongWidth(fields: string[], width: number): string | null {
  return fields.length < width ? otherWidth(fields, width) : surplusColumns(fields, width);
}

/**
 * Why a row with more columns than its header is refused: if a text with a comma lacks its quotation marks, all values
 * after it stand in the wrong columns. Null if the row fits; blank columns at its end do not count.
 */
export function surplusColumns(fields: string[], width: number): string | null {
  if (fields.length <= width) return null;
  return fields.slice(width).every((field) => field.trim() === '') ? null : otherWidth(fields, width);
}

const otherWidth = ({ length }: string[], width: number) =>
  `The row has ${length} columns, where the header names ${width}.`;
