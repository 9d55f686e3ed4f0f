import { type ColumnSource, parquetPieces } from '@domesday/files/tables/parquet-stream';
import { geoMetadata, wellKnownPoint } from './geo-parquet.ts';
import type { Notice } from './licences.ts';
import type { JsonSchema } from './operation-schema.ts';

type Row = Record<string, unknown>;
type Kind = 'DOUBLE' | 'BOOLEAN' | 'UTF8';

const TYPES = {
  DOUBLE: { type: 'DOUBLE' },
  BOOLEAN: { type: 'BOOLEAN' },
  UTF8: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
} as const;

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
    data: rows.map((row) => cellOf(row[name], kind)),
  }));
  if (placed) data.push({ name: 'geometry', data: rows.map(pointOf) });
  const notes = [
    { key: 'licences', value: JSON.stringify(licences) },
    ...(placed ? [{ key: 'geo', value: geoMetadata }] : []),
  ];
  const group = (async function* () {
    if (rows.length > 0) yield data;
  })();
  const pieces: Uint8Array[] = [];
  for await (const piece of parquetPieces(schemaOf(kinds, placed), group, notes)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function schemaOf(kinds: (readonly [name: string, kind: Kind])[], placed: boolean) {
  const optional = { repetition_type: 'OPTIONAL' as const };
  return [
    { name: 'root', num_children: kinds.length + (placed ? 1 : 0) },
    ...kinds.map(([name, kind]) => ({ name, ...optional, ...TYPES[kind] })),
    ...(placed ? [{ name: 'geometry', type: 'BYTE_ARRAY' as const, ...optional }] : []),
  ];
}

function kindOf({ type, allOf, anyOf, oneOf }: JsonSchema): Kind {
  const types = [type ?? []].flat().filter((one) => one !== 'null');
  if (types.length === 1 && (types[0] === 'number' || types[0] === 'integer')) return 'DOUBLE';
  if (types.length === 1 && types[0] === 'boolean') return 'BOOLEAN';
  const parts = [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])].filter((one) => one.type !== 'null');
  return types.length === 0 && parts.length === 1 ? kindOf(parts[0]!) : 'UTF8';
}

function cellOf(value: unknown, kind: Kind): unknown {
  if (value === null || value === undefined) return null;
  return kind === 'UTF8' ? String(value) : value;
}

function pointOf({ latitude, longitude }: Row): Uint8Array | null {
  return typeof latitude === 'number' && typeof longitude === 'number'
    ? wellKnownPoint([longitude, latitude])
    : null;
}
