import type { Schema } from '@domesday/contract';
import { type Operation, rowsOf } from '../check/operation-schema.ts';
import { queryTextOf } from '../check/request-values.ts';
import { TextAnswer } from '../handler.ts';
import { licencesHeader } from '../meta/licences.ts';
import { csvRow } from './csv.ts';
import { flatValues, rowColumnsOf } from './flat-columns.ts';
import { FORM_TYPES } from './form-types.ts';
import { headerJson } from './header-json.ts';
import { parquetOf } from './list-parquet.ts';

type Features = Schema<'Features'>;
type Row = Record<string, unknown>;

/** Totals of a list, given in every format. */
interface ListSummary {
  /** Records on all pages. */
  total: number;
  /** null on the last page, and where an operation has no pages. */
  next_cursor: string | null;
  /** Records that may lie in the place but have no position, so that the search cannot place them. */
  unplaced: number;
}

/** The query of the request. Where an operation has pages, the address of the next page is made from it. */
type Query = Record<string, unknown>;

/** A JSON answer that holds a list. */
interface ListAnswer {
  meta: Schema<'Meta'>;
  total?: number;
  next_cursor?: string | null;
  unplaced?: number;
  summary?: { total?: number; unplaced?: number };
  [field: string]: unknown;
}

/** What to send for an answer. A Parquet file, which is not text, is stored in base64 until it is sent. */
export function sentOf({ content_type, text }: Pick<TextAnswer, 'content_type' | 'text'>): string | Buffer {
  return content_type === FORM_TYPES.parquet ? Buffer.from(text, 'base64') : text;
}

/** The list of an answer in the format that the query asks for. The other fields of the JSON answer become headers. */
export async function fileOf(
  operation: Operation,
  query: Query,
  answer: object,
  unplaced: number,
): Promise<TextAnswer> {
  const { meta, ...body } = answer as ListAnswer;
  const name = rowsOf(operation)!;
  const rows = body[name] as Row[];
  const summary: ListSummary = {
    total: body.total ?? body.summary?.total ?? meta.sample_size ?? rows.length,
    next_cursor: body.next_cursor ?? null,
    unplaced: body.unplaced ?? body.summary?.unplaced ?? unplaced,
  };
  const excluded = (body.excluded_licences as string[] | undefined) ?? [];
  const not_shown = (body.rows_left_out as number | undefined) ?? 0;
  const { licences, warnings } = meta;
  const metaHeaders = {
    ...licencesHeader(licences),
    ...(warnings.length > 0 && { 'X-Warnings': warningsInHeader(warnings) }),
    ...(excluded.length > 0 && { 'X-Excluded-Licences': excluded.join(', ') }),
  };
  if (query.format === 'geojson')
    return asGeoJson(rows, { ...summary, not_shown, licences, warnings }, metaHeaders, query);
  const headers = { ...metaHeaders, ...headersOf(summary, not_shown, query) };
  const columns = rowColumnsOf(operation);
  if (query.format === 'csv') {
    const lines = [columns.map((column) => column.name), ...rows.map((row) => flatValues(columns, row))];
    return new TextAnswer(`${FORM_TYPES.csv}; charset=utf-8`, lines.map(csvRow).join(''), headers);
  }
  const file = await parquetOf(columns, rows, { licences, warnings });
  return new TextAnswer(FORM_TYPES.parquet, file.toString('base64'), headers);
}

/**
 * Many proxies refuse an answer with more than 4 or 8 KB of headers: above this length warnings go without messages.
 */
const MOST_OF_HEADER = 2000;

function warningsInHeader(warnings: readonly Schema<'Warning'>[]): string {
  const header = headerJson(warnings);
  return header.length <= MOST_OF_HEADER
    ? header
    : headerJson(warnings.map(({ code, field }) => ({ code, field })));
}

/** One feature for each record with a position, longitude first as GeoJSON requires; `left_out` counts the others. */
function asGeoJson(
  items: readonly Row[],
  {
    licences,
    warnings,
    not_shown,
    ...summary
  }: ListSummary & Pick<Features, 'licences' | 'warnings'> & { not_shown: number },
  metaHeaders: Record<string, string>,
  query: Query,
): TextAnswer {
  const features = items.flatMap(({ latitude, longitude, ...properties }): Features['features'] =>
    typeof latitude !== 'number' || typeof longitude !== 'number'
      ? []
      : [{ type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties }],
  );
  const left_out = items.length - features.length + not_shown;
  const body: Features = {
    type: 'FeatureCollection',
    count: features.length,
    ...summary,
    left_out,
    licences,
    warnings,
    features,
  };
  return new TextAnswer(`${FORM_TYPES.geojson}; charset=utf-8`, JSON.stringify(body), {
    ...metaHeaders,
    ...headersOf(summary, left_out, query),
  });
}

function headersOf(summary: ListSummary, left_out: number, query: Query): Record<string, string> {
  const { total, next_cursor, unplaced } = summary;
  return {
    'X-Total-Count': String(total),
    'X-Unplaced-Count': String(unplaced),
    'X-Left-Out-Count': String(left_out),
    ...(next_cursor && { 'X-Next-Cursor': next_cursor }),
    ...linkTo(query, next_cursor),
  };
}

/**
 * Node's HTTP client refuses an answer with more than 16 KB of headers, which has been charged by then. A query may
 * hold a polygon nearly as long.
 */
const MOST_OF_LINK = 11_000;

/**
 * The `Link` header to the next page. None on the last page, or where it would be too long: the answer holds the cursor
 * too.
 */
export function linkTo(query: Query, next_cursor: string | null): Record<string, string> {
  if (next_cursor === null) return {};
  const link = `<?${nextQuery(query, next_cursor)}>; rel="next"`;
  return link.length > MOST_OF_LINK ? {} : { Link: link };
}

/** The query of the next page, relative to the address that was asked. */
function nextQuery(query: Query, cursor: string): string {
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value === undefined) continue;
    next.set(name, queryTextOf(value));
  }
  // Every URL parser accepts these characters unescaped; escaped, a polygon would be half as long again.
  return next.toString().replaceAll(/%(2C|3A|5B|5D)/g, decodeURIComponent);
}
