import type { Schema } from '@domesday/contract';
import { csvOf } from './csv.ts';
import { TextAnswer } from './handler.ts';

type Features = Schema<'Features'>;

/** Summary of a list, given in every format. */
export interface ListSummary {
  /** Records on all pages. */
  total: number;
  /** null on the last page, and where an operation has no pages. */
  next_cursor: string | null;
  /** Records that may lie in the place and cannot be found in it, since they have no position. */
  unplaced: number;
}

/** Where an operation has pages, `query` is what was asked, for the address of the next. */
type Query = Record<string, unknown>;

/** One row for each record, with a header line; the other fields of the JSON answer are in HTTP headers. */
export function asCsv(
  columns: string[],
  items: readonly object[],
  told: ListSummary,
  query: Query = {},
): TextAnswer {
  const text = csvOf(columns, items as readonly Record<string, unknown>[]);
  return new TextAnswer('text/csv; charset=utf-8', text, headersOf(told, 0, query));
}

/** A feature for each record with a position, longitude before latitude as GeoJSON wants it; the others are counted. */
export function asGeoJson(
  items: readonly { latitude: number | null; longitude: number | null }[],
  told: ListSummary,
  query: Query = {},
): TextAnswer {
  const features = items.flatMap(({ latitude, longitude, ...properties }): Features['features'] =>
    latitude === null || longitude === null
      ? []
      : [{ type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties }],
  );
  const left_out = items.length - features.length;
  const body: Features = { type: 'FeatureCollection', count: features.length, ...told, left_out, features };
  return new TextAnswer(
    'application/geo+json; charset=utf-8',
    JSON.stringify(body),
    headersOf(told, left_out, query),
  );
}

function headersOf(told: ListSummary, left_out: number, query: Query): Record<string, string> {
  const { total, next_cursor, unplaced } = told;
  return {
    'X-Total-Count': String(total),
    'X-Unplaced-Count': String(unplaced),
    'X-Left-Out-Count': String(left_out),
    ...(next_cursor && { 'X-Next-Cursor': next_cursor }),
    ...linkTo(query, next_cursor),
  };
}

/** The `Link` header of a page that is not the last. */
export function linkTo(query: Query, next_cursor: string | null): Record<string, string> {
  return next_cursor === null ? {} : { Link: `<?${nextQuery(query, next_cursor)}>; rel="next"` };
}

/** The query of the next page, relative to the address that was asked. */
function nextQuery(query: Query, cursor: string): URLSearchParams {
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value === undefined) continue;
    next.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return next;
}
