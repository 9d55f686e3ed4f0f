import { createHash } from 'node:crypto';
import { invalidParameter } from '../errors.ts';
import { canonicalRequest } from './canonical-request.ts';

type Query = Readonly<Record<string, unknown>>;
type Value = string | number | null;

/** Writes the cursor of the next page: the sort values of the last row, with a checksum over them and the query. */
export function writeCursor(query: Query, values: Value[]): string {
  return Buffer.from(JSON.stringify([sumOf(query, values), ...values])).toString('base64url');
}

/**
 * Reads the sort values at which the previous page ended; null on the first page. Throws 422 if the cursor was altered
 * or belongs to other parameters, with which it would silently skip rows.
 */
export function readCursor<Values extends Value[]>(query: Query): Values | null {
  if (query.cursor === undefined) return null;
  try {
    const [sum, ...values] = JSON.parse(Buffer.from(String(query.cursor), 'base64url').toString());
    if (sum === sumOf(query, values)) return values;
  } catch {
    // Refused below, like any other cursor that was not given.
  }
  throw invalidParameter('cursor', 'must be next_cursor of a page with the same parameters');
}

function sumOf(query: Query, values: Value[]): string {
  // Parameters that change neither which rows are listed nor their order are not part of the checksum.
  const { cursor, limit, format, meta, quote, ...listed } = query;
  const asked = canonicalRequest({ path: {}, query: listed, body: null }).query;
  return createHash('sha256')
    .update(JSON.stringify([asked, values]))
    .digest('base64url')
    .slice(0, 8);
}
