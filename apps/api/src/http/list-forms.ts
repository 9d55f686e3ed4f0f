import type { Schema } from '@domesday/contract';
import { csvOf } from './csv.ts';
import { TextAnswer } from './handler.ts';
import { licencesHeader } from './licences.ts';
import { answerSchemaOf, type JsonSchema, type Operation, rowsOf } from './operation-schema.ts';

type Features = Schema<'Features'>;
type Row = Record<string, unknown>;

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

/** An answer of JSON with a list. */
interface ListAnswer {
  meta: Schema<'Meta'>;
  total?: number;
  next_cursor?: string | null;
  [field: string]: unknown;
}

/** The list of an answer in the file format that the query asks for; what else the JSON says is in HTTP headers. */
export function fileOf(operation: Operation, query: Query, answer: object, unplaced: number): TextAnswer {
  const { meta, ...body } = answer as ListAnswer;
  const name = rowsOf(operation)!;
  const rows = body[name] as Row[];
  const told: ListSummary = {
    total: body.total ?? meta.sample_size ?? rows.length,
    next_cursor: body.next_cursor ?? null,
    unplaced,
  };
  const excluded = (body.excluded_licences as string[] | undefined) ?? [];
  const not_shown = (body.rows_left_out as number | undefined) ?? 0;
  const said = {
    ...licencesHeader(meta.licences),
    ...(excluded.length > 0 && { 'X-Excluded-Licences': excluded.join(', ') }),
  };
  if (query.format === 'csv') {
    const text = csvOf(columnsOf(operation, name), rows);
    return new TextAnswer('text/csv; charset=utf-8', text, { ...said, ...headersOf(told, not_shown, query) });
  }
  return asGeoJson(rows, { ...told, not_shown, licences: meta.licences }, said, query);
}

/** Fields of a row that hold one value; lists and objects stay with the JSON form. */
function columnsOf(operation: Operation, rows: string): string[] {
  const item = answerSchemaOf(operation)?.properties?.[rows]?.items;
  return Object.entries(item?.properties ?? {}).flatMap(([name, schema]) =>
    isOneValue(schema) ? [name] : [],
  );
}

function isOneValue({ type, allOf, anyOf, oneOf }: JsonSchema): boolean {
  const types = [type ?? []].flat();
  if (types.length > 0) return !types.includes('object') && !types.includes('array');
  return [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])].every(isOneValue);
}

/** A feature for each record with a position, longitude before latitude as GeoJSON wants it; the others are counted. */
function asGeoJson(
  items: readonly Row[],
  { licences, not_shown, ...told }: ListSummary & Pick<Features, 'licences'> & { not_shown: number },
  said: Record<string, string>,
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
    ...told,
    left_out,
    licences,
    features,
  };
  return new TextAnswer('application/geo+json; charset=utf-8', JSON.stringify(body), {
    ...said,
    ...headersOf(told, left_out, query),
  });
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
