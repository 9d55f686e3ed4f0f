import type { CopyValue } from './types.ts';

const TO_ESCAPE = /[\\\t\n\r]/;
const ALL_TO_ESCAPE = /[\\\t\n\r]/g;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/**
 * One row in the text format of PostgreSQL's COPY, with its line end. `plain` says that no value can hold a
 * backslash, a tab or a line break, which spares looking for them. The row's nulls are overwritten.
 */
export function copyLine(row: CopyValue[], plain = false): string {
  for (let i = 0; i < row.length; i++) {
    const value = row[i];
    if (value === null || value === undefined) row[i] = '\\N';
    else if (!plain && typeof value === 'string' && TO_ESCAPE.test(value)) {
      row[i] = value.replace(ALL_TO_ESCAPE, (c) => ESCAPES[c]!);
    }
  }
  return `${row.join('\t')}\n`;
}
