import { isUtf8 } from 'node:buffer';
import { createReadStream, existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { counted } from '../counted.ts';
import { fromWindows1252 } from '../decode.ts';
import { LoadError } from '../errors.ts';
import { GeometryProblem, type Position, type Ring, ringHolds, signedArea } from './geometry.ts';
import type { ReadItem } from './items.ts';

/** The files of one shapefile. Only the .shp is required; without .dbf there are no attributes. */
export interface ShapefilePaths {
  shp: string;
  dbf: string | null;
  prj: string | null;
  cpg: string | null;
}

/** The companion files of a .shp file on disk. */
export function shapefileBeside(shp: string): ShapefilePaths {
  const stem = shp.replace(/\.shp$/i, '');
  const beside = (extension: string) =>
    [extension, extension.toUpperCase()].map((e) => `${stem}.${e}`).find((path) => existsSync(path)) ?? null;
  return { shp, dbf: beside('dbf'), prj: beside('prj'), cpg: beside('cpg') };
}

const NO_TABLE =
  'A shapefile lies without its .dbf, which has the names and references of its areas: load all of its files together.';

/** Whether a file is a companion of a shapefile that is among the files of a load. */
export function isBesideShapefile(path: string, paths: readonly string[]): boolean {
  if (!/\.(shx|dbf|prj|cpg|sbn|sbx|qix|qpj|shp\.xml)$/i.test(path)) return false;
  const shp = `${path.replace(/(\.shp)?\.[^.]+$/i, '')}.shp`.toLowerCase();
  return paths.some((one) => one.toLowerCase() === shp);
}

/**
 * An Esri shapefile (Esri's technical description of July 1998), record by record: points, lines and polygons with or
 * without Z and M; attributes from the dBase table at the same record number.
 */
export async function* readShapefile(paths: ShapefilePaths): AsyncGenerator<ReadItem> {
  const crs = paths.prj ? (await readFile(paths.prj, 'latin1')).trim() : null;
  const table = paths.dbf ? await openDbf(paths.dbf, paths.cpg) : null;
  if (!table) yield { note: { name: 'no_attributes', status: 'warn', detail: NO_TABLE } };
  try {
    let number = 0;
    for await (const { content, whole } of recordsOf(paths.shp)) {
      number++;
      const row = (await table?.row(number - 1)) ?? {};
      if (row === 'deleted') continue;
      if (!whole) {
        yield { reject: { line: number, reason: 'The shapefile ends in the middle of a record.', raw: '' } };
        yield {
          note: {
            name: 'truncated',
            status: 'warn',
            detail: `The shapefile is cut off after ${counted(number - 1, 'record')}.`,
          },
          incomplete: true,
        };
        return;
      }
      try {
        yield { feature: { properties: row, geometry: shapeOf(content), line: number, crs } };
      } catch (error) {
        if (!(error instanceof GeometryProblem)) throw error;
        yield { reject: { line: number, reason: error.message, raw: JSON.stringify(row).slice(0, 500) } };
      }
    }
  } finally {
    await table?.close();
  }
}

async function* recordsOf(path: string): AsyncGenerator<{ content: Buffer; whole: boolean }> {
  let pending = Buffer.alloc(0);
  let header = true;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    if (header) {
      if (pending.length < 100) continue;
      if (pending.readInt32BE(0) !== 9994)
        throw new LoadError('refused', 'The .shp file is not a shapefile.');
      pending = pending.subarray(100);
      header = false;
    }
    while (pending.length >= 8) {
      const bytes = pending.readInt32BE(4) * 2;
      if (bytes < 0 || bytes > 512 * 1024 * 1024) {
        throw new LoadError('refused', 'The shapefile is damaged: a record has an impossible length.');
      }
      if (pending.length < 8 + bytes) break;
      yield { content: pending.subarray(8, 8 + bytes), whole: true };
      pending = pending.subarray(8 + bytes);
    }
  }
  if (header) throw new LoadError('refused', 'The shapefile is empty.');
  if (pending.length > 0) yield { content: pending, whole: false };
}

/**
 * Shape type of a three-dimensional surface. For all other types the last digit tells the form, with or without Z and
 * M.
 */
const MULTIPATCH = 31;

function shapeOf(bytes: Buffer): unknown {
  const code = bytes.readInt32LE(0);
  if (code === MULTIPATCH)
    throw new GeometryProblem('The shape is a surface of patches (MultiPatch). Export it again as polygons.');
  const type = code % 10;
  const at = (offset: number): Position => [bytes.readDoubleLE(offset), bytes.readDoubleLE(offset + 8)];
  if (type === 1) return { type: 'Point', coordinates: at(4) };
  if (type === 8) {
    const count = bytes.readInt32LE(36);
    return { type: 'MultiPoint', coordinates: Array.from({ length: count }, (_, i) => at(40 + i * 16)) };
  }
  if (type !== 3 && type !== 5) return null;
  const parts = bytes.readInt32LE(36);
  const points = bytes.readInt32LE(40);
  const starts = Array.from({ length: parts }, (_, i) => bytes.readInt32LE(44 + i * 4));
  // Overlapping parts could repeat every point in each part, and so exhaust memory.
  if (starts.some((start, i) => start < (starts[i - 1] ?? 0) || start > points))
    throw new LoadError('refused', 'The shapefile is damaged: the parts of a record overlap.');
  const base = 44 + parts * 4;
  const lines = starts.map((start, i) => {
    const end = starts[i + 1] ?? points;
    return Array.from({ length: end - start }, (_, k) => at(base + (start + k) * 16));
  });
  return type === 3
    ? { type: 'MultiLineString', coordinates: lines }
    : { type: 'MultiPolygon', coordinates: grouped(lines) };
}

/** Outer rings are clockwise; each hole belongs to the smallest outer ring that contains its first corner. */
function grouped(rings: Ring[]): Ring[][] {
  const outer = rings.filter((ring) => signedArea(ring) <= 0);
  const holes = rings.filter((ring) => signedArea(ring) > 0);
  if (outer.length === 0) return rings.map((ring) => [ring]);
  const polygons = outer
    .map((ring) => ({ area: Math.abs(signedArea(ring)), rings: [ring] }))
    .sort((a, b) => a.area - b.area);
  for (const hole of holes) {
    const owner =
      polygons.length === 1
        ? polygons[0]
        : polygons.find((polygon) => ringHolds(polygon.rings[0]!, hole[0]!));
    // A hole outside every ring is an outer ring with the wrong orientation.
    if (owner) owner.rings.push(hole);
    else polygons.push({ area: Math.abs(signedArea(hole)), rings: [hole] });
  }
  return polygons.map((polygon) => polygon.rings);
}

/** A dBase III table; rows are read by number, in blocks. */
async function openDbf(path: string, cpg: string | null) {
  const encoding = cpg ? (await readFile(cpg, 'latin1')).trim() : '';
  const file = await open(path);
  const head = Buffer.alloc(32);
  await file.read(head, 0, 32, 0);
  const rows = head.readUInt32LE(4);
  const headerLength = head.readUInt16LE(8);
  const rowLength = head.readUInt16LE(10);
  const described = Buffer.alloc(Math.max(0, headerLength - 32));
  await file.read(described, 0, described.length, 32);
  const fields: { name: string; offset: number; length: number }[] = [];
  let offset = 1;
  for (let i = 0; i + 32 <= described.length && described[i] !== 0x0d; i += 32) {
    const name = described
      .subarray(i, i + 11)
      .toString('latin1')
      .split('\0')[0]!
      .trim();
    const length = described[i + 16]!;
    fields.push({ name, offset, length });
    offset += length;
  }
  const perBlock = Math.max(1, Math.floor((1024 * 1024) / Math.max(1, rowLength)));
  let block = Buffer.alloc(0);
  let blockFrom = -1;
  const is_1252 = /1252|ansi|latin|8859/i.test(encoding);
  const textOf = (bytes: Buffer) =>
    is_1252 || !isUtf8(bytes) ? fromWindows1252(bytes) : bytes.toString('utf8');
  return {
    async row(index: number): Promise<Record<string, string> | 'deleted'> {
      if (index >= rows) return {};
      const from = Math.floor(index / perBlock) * perBlock;
      if (from !== blockFrom) {
        const buffer = Buffer.alloc(perBlock * rowLength);
        const { bytesRead } = await file.read(buffer, 0, buffer.length, headerLength + from * rowLength);
        block = buffer.subarray(0, bytesRead);
        blockFrom = from;
      }
      const bytes = block.subarray((index - from) * rowLength, (index - from + 1) * rowLength);
      if (bytes[0] === 0x2a) return 'deleted';
      const out: Record<string, string> = {};
      for (const field of fields) {
        const raw = bytes.subarray(field.offset, field.offset + field.length);
        const value = textOf(raw).replaceAll('\0', '').trim();
        if (value !== '') out[field.name] = value;
      }
      return out;
    },
    close: () => file.close(),
  };
}
