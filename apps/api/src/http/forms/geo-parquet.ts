/** GeoParquet 1.1 metadata for a column `geometry` of points. */
export const geoMetadata = JSON.stringify({
  version: '1.1.0',
  primary_column: 'geometry',
  columns: { geometry: { encoding: 'WKB', geometry_types: ['Point'] } },
});

/** Parquet schema of the geometry column, which is null in rows without a position. */
export const GEOMETRY = { name: 'geometry', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' } as const;

/** Well-known binary of a point, little-endian. */
export function wellKnownPoint([longitude, latitude]: [number, number]): Uint8Array {
  const view = new DataView(new ArrayBuffer(21));
  view.setUint8(0, 1);
  view.setUint32(1, 1, true);
  view.setFloat64(5, longitude, true);
  view.setFloat64(13, latitude, true);
  return new Uint8Array(view.buffer);
}
