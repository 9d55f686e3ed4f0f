import { count } from '@domesday/files/counted';
import type { Check } from '@domesday/files/types';
import type { RejectReason } from '@domesday/loading/rejects';

/**
 * Prints rows as an aligned table. If the terminal is so narrow that each line would wrap more than once, prints a
 * block for each row instead, headed by the first column and without empty values.
 */
export function printTable<Row extends object>(
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
  terminal_columns = process.stdout.columns ?? Number.POSITIVE_INFINITY,
): void {
  const cells = rows.map((row) => columns.map((c) => shown(row[c])));
  const widths = columns.map((c, i) =>
    cells.reduce((most, line) => Math.max(most, line[i]!.length), c.length),
  );
  if (widths.reduce((sum, width) => sum + width + 2, -2) > 2 * terminal_columns) {
    printBlocks(cells, columns);
    return;
  }
  const line = (parts: readonly string[]) =>
    parts
      .map((part, i) => part.padEnd(widths[i]!))
      .join('  ')
      .trimEnd();
  console.log(line(columns));
  console.log(line(widths.map((w) => '-'.repeat(w))));
  for (const parts of cells) console.log(line(parts));
}

function printBlocks(cells: readonly string[][], columns: readonly string[]): void {
  for (const [name, ...others] of cells) {
    console.log(name);
    for (const [i, text] of others.entries()) if (text !== NONE) console.log(`  ${columns[i + 1]}: ${text}`);
  }
}

const NONE = '-';

function shown(value: unknown): string {
  if (value === null || value === undefined) return NONE;
  return value instanceof Date ? value.toISOString() : oneLine(String(value));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const MOVING = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/**
 * Makes foreign text safe to print: it must not move the cursor, imitate another line or reverse the text direction.
 */
export function oneLine(text: string): string {
  return text.replace(MOVING, ' ');
}

/** Rows a second for a reader, with a decimal below one, so that a low rate is not shown as 0. */
export function perSecond(rows: number, seconds: number): string {
  const rate = rows / seconds;
  return count(rate < 10 ? Number(rate.toPrecision(1)) : Math.round(rate));
}

/** One JSON document on standard output, for machines. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

const ALWAYS_SHOWN = ['left_out', 'passed_over', 'covers'];

/** Whether a check of a load is shown to the operator: warnings, records left out, and the coverage of areas. */
export function isShown({ name, status }: Check): boolean {
  return status !== 'ok' || ALWAYS_SHOWN.includes(name);
}

/** One line for each reason, below its rows. */
export function reasonLines(reasons: RejectReason[]): string[] {
  const counts = reasons.map(({ rows }) => count(rows));
  const width = Math.max(0, ...counts.map((text) => text.length));
  return reasons.map(({ reason }, i) => `  ${counts[i]!.padStart(width)}  ${oneLine(reason)}`);
}
