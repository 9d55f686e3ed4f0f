import { type ColumnSource, parquetPieces } from '@domesday/files/tables/parquet-stream';
import { kindOf, schemaOf, stored } from './column-kinds.ts';
import { GEOMETRY, geoMetadata, wellKnownPoint } from './geo-parquet.ts';
import type { Notice } from './licences.ts';
import type { JsonSchema } from './operation-schema.ts';

type Row = Record<string, unknown>;

/** Rows as Parquet, each column of the type that the contract gives it; as GeoParquet where rows have positions. */
export async function parquetOf(
  columns: Record<string, JsonSchema>,
  rows: readonly Row[],
  licences: readonly Notice[],
): Promise<Buffer> {
  const kinds = Object.entries(columns).map(([name, schema]) => [name, kindOf(schema)] as const);
  const placed = 'latitude' in columns && 'longitude' in columns;
  const data: ColumnSource[] = kinds.map(([name, kind]) => ({
    name,
    data: rows.map((row) => stored(row[name], kind)),
  }));
  if (placed) data.push({ name: 'geometry', data: rows.map(pointOf) });
  const notes = [
    { key: 'licences', value: JSON.stringify(licences) },
    ...(placed ? [{ key: 'geo', value: geoMetadata }] : []),
  ];
  const group = (async function* () {
    if (rows.length > 0) yield data;
  })();
  const schema = [
    { name: 'root', num_children: data.length },
    ...kinds.map(([name, kind]) => schemaOf(name, kind)),
    ...(placed ? [GEOMETRY] : []),
  ];
  const pieces: Uint8Array[] = [];
  for await (const piece of parquetPieces(schema, group, notes)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function pointOf({ latitude, longitude }: Row): Uint8Array | null {
  return typeof latitude === 'number' && typeof longitude === 'number'
    ? wellKnownPoint([longitude, latitude])
    : null;
}
