import { isFormula } from '@domesday/files/formula-text';
import { textOf } from '@domesday/files/tables/parquet-columns';

/**
 * Rows as CSV with a header. A text cell that a spreadsheet would run as a formula gets an apostrophe in front.
 */
export function csvOf(columns: string[], rows: readonly Record<string, unknown>[]): string {
  return csvRow(columns) + rows.map((row) => csvRow(columns.map((column) => row[column]))).join('');
}

/** One row with its line end. */
export function csvRow(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : textOf(value);
  const safe = typeof value === 'string' && isFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
