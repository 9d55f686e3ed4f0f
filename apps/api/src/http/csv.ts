/**
 * Rows as CSV with a header. A text cell that a spreadsheet would run as a formula gets an apostrophe in front.
 */
export function csvOf(columns: string[], rows: readonly Record<string, unknown>[]): string {
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','));
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
