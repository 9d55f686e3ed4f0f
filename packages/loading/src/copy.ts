import type { CopyValue, StagingColumn } from './types.ts';

const TO_ESCAPE = /[\\\t\n\r]/;
const ALL_TO_ESCAPE = /[\\\t\n\r]/g;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/**
 * One row in the text format of PostgreSQL's COPY, with its line end. `plain` says that no value can contain a
 * backslash, a tab or a line break, so they are not searched for. The row's nulls are overwritten.
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

const INTEGERS: Record<string, number> = {
  smallint: 32_767,
  integer: 2_147_483_647,
  int: 2_147_483_647,
  bigint: Number.MAX_SAFE_INTEGER,
};

/**
 * Makes a check for a table's rows. The check returns a sentence about the first number that does not fit its column,
 * so that the row is refused and the load goes on; null if all fit.
 */
export function fitCheck(columns: readonly StagingColumn[]): (row: readonly CopyValue[]) => string | null {
  const numeric = columns.flatMap(({ name, type }, i) => {
    const whole = INTEGERS[type.split(' ')[0]!];
    if (whole !== undefined) return [{ i, name, whole: true, most: whole, least: 0 }];
    if (type.startsWith('real')) return [{ i, name, whole: false, most: 3.4e38, least: 1.2e-38 }];
    return /^(double|numeric)/.test(type)
      ? [{ i, name, whole: false, most: Number.MAX_VALUE, least: 0 }]
      : [];
  });
  return (row) => {
    for (const { i, name, whole, most, least } of numeric) {
      const value = row[i];
      if (typeof value !== 'number') continue;
      const size = Math.abs(value);
      // Negated so that NaN fails too.
      if (!(size <= most) || (whole && !Number.isInteger(value)) || (size < least && size > 0))
        return `${name} cannot be "${value}".`;
    }
    return null;
  };
}
