import type { Check } from '@domesday/files/types';
import type { RejectReason } from '@domesday/loading/rejects';

/** Prints rows as an aligned table. */
export function printTable(rows: Record<string, unknown>[], columns: string[]): void {
  const cells = rows.map((row) => columns.map((c) => shown(row[c])));
  const widths = columns.map((c, i) => Math.max(c.length, ...cells.map((line) => line[i]!.length)));
  const line = (parts: string[]) =>
    parts
      .map((part, i) => part.padEnd(widths[i]!))
      .join('  ')
      .trimEnd();
  console.log(line(columns));
  console.log(line(widths.map((w) => '-'.repeat(w))));
  for (const parts of cells) console.log(line(parts));
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return value instanceof Date ? value.toISOString() : String(value);
}

/** One JSON document on standard output, for machines. */
export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

/** Whether an operator is told of a check of a load: a warning, or what the load left out. */
export function isTold({ name, status }: Check): boolean {
  return status !== 'ok' || name === 'left_out' || name === 'passed_over';
}

/** One line for each reason, below its rows. */
export function reasonLines(reasons: RejectReason[]): string[] {
  const counts = reasons.map(({ rows }) => rows.toLocaleString('en-GB'));
  const width = Math.max(0, ...counts.map((text) => text.length));
  return reasons.map(({ reason }, i) => `  ${counts[i]!.padStart(width)}  ${reason}`);
}
