import type { CopyValue } from './types.ts';

const TO_ESCAPE = /[\\\t\n\r]/;
const ALL_TO_ESCAPE = /[\\\t\n\r]/g;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One row in the text format of PostgreSQL's COPY, with its line end. */
export function copyLine(row: CopyValue[]): string {
  let line = '';
  for (let i = 0; i < row.length; i++) {
    const value = row[i];
    if (i > 0) line += '\t';
    if (typeof value === 'string') {
      line += TO_ESCAPE.test(value) ? value.replace(ALL_TO_ESCAPE, (c) => ESCAPES[c]!) : value;
    } else if (value === null || value === undefined) line += '\\N';
    else line += value;
  }
  return `${line}\n`;
}
