import { type ColumnSource, parquetPieces } from '@domesday/files/tables/parquet-stream';
import { parsedLines, type ResultLine } from '../batch/result-lines.ts';
import type { Table } from '../batch/table.ts';
import { schemaOf, stored } from '../http/column-kinds.ts';
import { GEOMETRY, geoMetadata, wellKnownPoint } from '../http/geo-parquet.ts';
import type { Notice } from '../http/licences.ts';

const ROWS_A_GROUP = 5000;
const CHARACTERS_A_GROUP = 16 * 1024 * 1024;

/** The inputs as GeoJSON, written as they are read: each is a feature, whose geometry is null without a position. */
export async function* geoJson(
  lines: AsyncIterable<string>,
  { columns, rowOf }: Table,
  licences: readonly Notice[],
): AsyncGenerator<string> {
  yield `{"type":"FeatureCollection","licences":${JSON.stringify(licences)},"features":[`;
  let separator = '';
  for await (const text of lines) {
    for (const line of parsedLines(text)) {
      const at = positionOf(line.body);
      const geometry = at && { type: 'Point', coordinates: at };
      const values = rowOf(line);
      const properties = Object.fromEntries(columns.map(({ name }, i) => [name, values[i] ?? null]));
      yield `${separator}${JSON.stringify({ type: 'Feature', geometry, properties })}`;
      separator = ',\n';
    }
  }
  yield ']}\n';
}

/** The inputs as GeoParquet 1.1: the columns of the table, each of its own type, and a point where there is a position. */
export async function* geoParquet(
  lines: AsyncIterable<string>,
  table: Table,
  licences: readonly Notice[],
): AsyncGenerator<Uint8Array> {
  const { columns } = table;
  const schema = [
    { name: 'root', num_children: columns.length + 1 },
    ...columns.map(({ name, kind }) => schemaOf(name, kind)),
    GEOMETRY,
  ];
  yield* parquetPieces(schema, groupsOf(lines, table), [
    { key: 'geo', value: geoMetadata },
    { key: 'licences', value: JSON.stringify(licences) },
  ]);
}

async function* groupsOf(lines: AsyncIterable<string>, table: Table): AsyncGenerator<ColumnSource[]> {
  let rows: ResultLine[] = [];
  let characters = 0;
  for await (const text of lines) {
    rows.push(...parsedLines(text));
    characters += text.length;
    if (rows.length < ROWS_A_GROUP && characters < CHARACTERS_A_GROUP) continue;
    yield columnsOf(rows, table);
    rows = [];
    characters = 0;
  }
  if (rows.length > 0) yield columnsOf(rows, table);
}

function columnsOf(lines: readonly ResultLine[], { columns, rowOf }: Table): ColumnSource[] {
  const rows = lines.map(rowOf);
  const places = lines.map(({ body }) => positionOf(body));
  return [
    ...columns.map(({ name, kind }, i) => ({ name, data: rows.map((row) => stored(row[i], kind)) })),
    { name: GEOMETRY.name, data: places.map((at) => at && wellKnownPoint(at)) },
  ];
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
