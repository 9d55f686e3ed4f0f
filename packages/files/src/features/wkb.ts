import { GeometryProblem } from './geometry.ts';

/**
 * Well-known binary as a GeoJSON-like geometry: ISO types (1 to 7, 1001…, 2001…, 3001… for Z, M and ZM) and the high
 * bits of the older extended form. Collections of curves and surfaces (11, 12), in which geodatabases also store plain
 * polygons, are read; actual curves are refused.
 */
export function readWkb(bytes: Uint8Array, offset = 0): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = offset;

  function geometry(): unknown {
    const little = view.getUint8(at) === 1;
    at += 1;
    const raw = uint(little);
    const extended = (raw & 0xf0000000) >>> 0;
    if (extended & 0x20000000) at += 4;
    const iso = raw & 0x0fffffff;
    const flavour = Math.floor(iso / 1000);
    const dimensions =
      2 +
      (flavour === 1 || flavour === 3 || extended & 0x80000000 ? 1 : 0) +
      (flavour === 2 || flavour === 3 || extended & 0x40000000 ? 1 : 0);
    const positions = () => list(little, () => position(little, dimensions));
    switch (iso % 1000) {
      case 1:
        return { type: 'Point', coordinates: position(little, dimensions) };
      case 2:
        return { type: 'LineString', coordinates: positions() };
      case 3:
        return { type: 'Polygon', coordinates: list(little, positions) };
      case 4:
      case 5:
      case 6:
      case 7:
      case 11:
      case 12:
        return { type: 'GeometryCollection', geometries: list(little, geometry) };
      default:
        throw new GeometryProblem('The geometry has curves. Export it again with straight segments.');
    }
  }
  function uint(little: boolean): number {
    const value = view.getUint32(at, little);
    at += 4;
    return value;
  }
  function position(little: boolean, dimensions: number): number[] {
    const x = view.getFloat64(at, little);
    const y = view.getFloat64(at + 8, little);
    at += dimensions * 8;
    return [x, y];
  }
  function list<T>(little: boolean, one: () => T): T[] {
    const count = uint(little);
    const out: T[] = [];
    for (let i = 0; i < count; i++) out.push(one());
    return out;
  }
  try {
    return geometry();
  } catch (error) {
    if (error instanceof RangeError) throw new GeometryProblem('The geometry is cut off.');
    throw error;
  }
}
