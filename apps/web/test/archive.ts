import { encode } from '../../api/src/tiles/encode.ts';

const HEADER_BYTES = 127;
const MVT = 1;
const UNCOMPRESSED = 1;

/**
 * A made-up PMTiles archive of version 3 with one tile, the whole world, and in it one layer of one square.
 * https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
export function madeUpArchive(layer: string, attribution: string): Buffer {
  const corners = [
    [0, 0],
    [4096, 0],
    [4096, 4096],
    [0, 4096],
    [0, 0],
  ] as [number, number][];
  const tile = encode(layer, { features: [{ type: 3, geometry: [corners], tags: {} }], whole: true });
  const metadata = Buffer.from(
    JSON.stringify({ name: 'Made-up', attribution, vector_layers: [{ id: layer, fields: {} }] }),
  );
  // Columns of one entry: tile id 0, run of 1, length of the tile, offset 0 (written as 1).
  const directory = Buffer.from([1, 0, 1, ...varint(tile.length), 1]);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  const parts = [directory, metadata, Buffer.alloc(0), tile];
  let offset = HEADER_BYTES;
  for (const [i, part] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + i * 16);
    header.writeBigUInt64LE(BigInt(part.length), 16 + i * 16);
    offset += part.length;
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at);
  header.set([1, UNCOMPRESSED, UNCOMPRESSED, MVT, 0, 0], 96);
  for (const [i, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 10_000_000, 102 + i * 4);
  return Buffer.concat([header, ...parts]);
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)];
}
