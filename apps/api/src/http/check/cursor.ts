import { createHash } from 'node:crypto';
import { invalidParameter } from '../errors.ts';
import { canonicalRequest } from './canonical-request.ts';

type Query = Readonly<Record<string, unknown>>;
type Value = string | number | null;

/** The end of a page of what a query asks, opaque to callers. */
export function writeCursor(query: Query, values: Value[]): string {
  return Buffer.from(JSON.stringify([sumOf(query, values), ...values])).toString('base64url');
}

/**
 * The end of the page before; null on the first. Throws 422 for a cursor that was altered, or was given for other
 * parameters: what lies before it in their list would be left out unseen.
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
  // What changes neither which rows are listed nor their order.
  const { cursor, limit, format, meta, quote, ...listed } = query;
  const asked = canonicalRequest({ path: {}, query: listed, body: null }).query;
  return createHash('sha256')
    .update(JSON.stringify([asked, values]))
    .digest('base64url')
    .slice(0, 8);
}
