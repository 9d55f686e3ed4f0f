import { schemaOf, stored } from '@domesday/files/tables/parquet-columns';
import { type ColumnSource, parquetPieces } from '@domesday/files/tables/parquet-stream';
import { columnKind } from './column-kinds.ts';
import { type FlatColumn, flatValues } from './flat-columns.ts';
import { GEOMETRY, geoMetadata, wellKnownPoint } from './geo-parquet.ts';

type Row = Record<string, unknown>;

/**
 * Rows as Parquet, each column with the type that the contract gives it; as GeoParquet where the rows have positions.
 * Each entry of `beside` becomes JSON in the metadata of the file.
 */
export async function parquetOf(
  columns: readonly FlatColumn[],
  rows: readonly Row[],
  beside: Record<string, unknown>,
): Promise<Buffer> {
  const kinds = columns.map((column) => [column.name, columnKind(column)] as const);
  const placed = ['latitude', 'longitude'].every((name) => columns.some((column) => column.name === name));
  const values = rows.map((row) => flatValues(columns, row));
  const data: ColumnSource[] = kinds.map(([name, kind], i) => ({
    name,
    data: values.map((row) => stored(row[i], kind)),
  }));
  if (placed) data.push({ name: 'geometry', data: rows.map(pointOf) });
  const notes = [
    ...Object.entries(beside).map(([key, value]) => ({ key, value: JSON.stringify(value) })),
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
