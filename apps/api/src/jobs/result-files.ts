import { type ColumnSource, parquetPieces } from '@domesday/files/tables/parquet-stream';
import { geoMetadata, wellKnownPoint } from '../http/geo-parquet.ts';
import type { Notice } from '../http/licences.ts';
import { parsedLines, type ResultLine, textOf } from './result-lines.ts';

const ROWS_A_GROUP = 5000;
const CHARACTERS_A_GROUP = 16 * 1024 * 1024;

/** The inputs as GeoJSON, written as they are read: each is a feature, whose geometry is null without a position. */
export async function* geoJson(
  lines: AsyncIterable<string>,
  licences: readonly Notice[],
): AsyncGenerator<string> {
  yield `{"type":"FeatureCollection","licences":${JSON.stringify(licences)},"features":[`;
  let separator = '';
  for await (const text of lines) {
    for (const line of parsedLines(text)) {
      const at = positionOf(line.body);
      const geometry = at && { type: 'Point', coordinates: at };
      yield `${separator}${JSON.stringify({ type: 'Feature', geometry, properties: line })}`;
      separator = ',\n';
    }
  }
  yield ']}\n';
}

const SCHEMA = [
  { name: 'root', num_children: 10 },
  { name: 'index', type: 'INT32', repetition_type: 'REQUIRED' },
  { name: 'status', type: 'INT32', repetition_type: 'REQUIRED' },
  { name: 'credits', type: 'INT32', repetition_type: 'REQUIRED' },
  { name: 'error_code', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  { name: 'error_message', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  { name: 'uprn', type: 'INT64', repetition_type: 'OPTIONAL' },
  { name: 'latitude', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
  { name: 'longitude', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
  { name: 'body', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  { name: 'geometry', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
] as const;

/** The inputs as GeoParquet 1.1: the body of an answer as JSON text, and a point where it has a position. */
export async function* geoParquet(
  lines: AsyncIterable<string>,
  licences: readonly Notice[],
): AsyncGenerator<Uint8Array> {
  yield* parquetPieces([...SCHEMA], groupsOf(lines), [
    { key: 'geo', value: geoMetadata },
    { key: 'licences', value: JSON.stringify(licences) },
  ]);
}

async function* groupsOf(lines: AsyncIterable<string>): AsyncGenerator<ColumnSource[]> {
  let rows: ResultLine[] = [];
  let characters = 0;
  for await (const text of lines) {
    rows.push(...parsedLines(text));
    characters += text.length;
    if (rows.length < ROWS_A_GROUP && characters < CHARACTERS_A_GROUP) continue;
    yield columnsOf(rows);
    rows = [];
    characters = 0;
  }
  if (rows.length > 0) yield columnsOf(rows);
}

function columnsOf(rows: readonly ResultLine[]): ColumnSource[] {
  const places = rows.map(({ body }) => positionOf(body));
  const data: Record<(typeof SCHEMA)[number]['name'], unknown[]> = {
    root: [],
    index: rows.map(({ index }) => index),
    status: rows.map(({ status }) => status),
    credits: rows.map(({ credits }) => credits),
    error_code: rows.map(({ error }) => error?.code ?? null),
    error_message: rows.map(({ error }) => error?.message ?? null),
    uprn: rows.map(({ body }) => uprnOf(body)),
    latitude: places.map((at) => at?.[1] ?? null),
    longitude: places.map((at) => at?.[0] ?? null),
    body: rows.map(({ body }) => textOf(body) ?? null),
    geometry: places.map((at) => at && wellKnownPoint(at)),
  };
  return SCHEMA.slice(1).map(({ name }) => ({ name, data: data[name] }));
}

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** Longitude and latitude of what an answer is about: its own position, or that of its match. */
function positionOf(body: unknown): [number, number] | null {
  const own = fieldsOf(body);
  for (const { lat, lng, latitude = lat, longitude = lng } of [
    own,
    fieldsOf(own.match),
    fieldsOf(own.location),
  ])
    if (typeof latitude === 'number' && typeof longitude === 'number') return [longitude, latitude];
  return null;
}

function uprnOf(body: unknown): bigint | null {
  const own = fieldsOf(body);
  const uprn = own.uprn ?? fieldsOf(own.match).uprn ?? null;
  return /^\d{1,12}$/.test(String(uprn)) ? BigInt(String(uprn)) : null;
}
