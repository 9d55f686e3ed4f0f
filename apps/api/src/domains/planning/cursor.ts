import { unprocessable } from '../../http/errors.ts';

/** The end of a page, opaque to callers. */
export function writeCursor(values: (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Throws 422 for a cursor that this API did not issue. */
export function readCursor(text: string | undefined, length: number): (string | number | null)[] | null {
  if (text === undefined) return null;
  try {
    const values = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (
      Array.isArray(values) &&
      values.length === length &&
      values.every((v) => v === null || typeof v === 'string' || typeof v === 'number')
    ) {
      return values;
    }
  } catch {
    // Falls through to the refusal below.
  }
  throw unprocessable('invalid_parameter', 'The cursor is not one that this operation gave.', [
    { field: 'cursor', issue: 'must be the next_cursor of a page before' },
  ]);
}
