import {
  type Box,
  eachPosition,
  enclosedArea,
  type Geometry,
  GeometryProblem,
} from '@domesday/files/features/geometry';
import proj4 from 'proj4';
import { degreesOfCorner, metresOfCorner, onGrid } from './grid.ts';

/** Kind of coordinates: British National Grid metres, degrees, or web map metres. */
export type Crs = 'grid' | 'degrees' | 'web_mercator';

const WEB_MERCATOR = proj4('EPSG:3857', 'WGS84');

/** The code is searched for only in the last characters: a search of a whole long text would take minutes. */
const LONGEST_CODE = 100;

/**
 * The reference system of a declaration: an EPSG code in any spelling, CRS84, or the text of a .prj file. Degrees of
 * ETRS89 and WGS84 are treated as equal: they differ by less than a metre in Britain. null: nothing is declared;
 * 'unknown': the declaration cannot be interpreted.
 */
export function crsOf(declared: string | null | undefined): Crs | null | 'unknown' {
  if (!declared?.trim()) return null;
  const text = declared.trim();
  if (/^(british national grid|bng|osgb ?36|osgb)$/i.test(text)) return 'grid';
  if (/^(wgs ?84|etrs ?89|crs84)$/i.test(text) || /CRS:?84$/i.test(text)) return 'degrees';
  const code = /(?:^|epsg[^0-9]*(?:[0-9.]+[:/])?:?)(\d{4,6})$/i.exec(text.slice(-LONGEST_CODE))?.[1];
  if (code) {
    if (code === '27700' || code === '7405') return 'grid';
    if (['4326', '4258', '4979', '4937'].includes(code)) return 'degrees';
    return code === '3857' || code === '900913' || code === '102100' ? 'web_mercator' : 'unknown';
  }
  if (/^\s*(PROJCS|PROJCRS)/i.test(text)) {
    if (/british[ _]national[ _]grid|27700/i.test(text)) return 'grid';
    if (/web[ _]mercator|pseudo[- _]mercator/i.test(text)) return 'web_mercator';
    return /Transverse_Mercator/i.test(text) && /OSGB|Airy/i.test(text) && /400000/.test(text)
      ? 'grid'
      : 'unknown';
  }
  if (/^\s*(GEOGCS|GEOGCRS)/i.test(text))
    return /WGS|ETRS|European_Terrestrial/i.test(text) ? 'degrees' : 'unknown';
  return 'unknown';
}

export interface Placed {
  /** WGS84, seven decimals. */
  geometry: Geometry;
  /** British National Grid metres. */
  box: Box;
  vertices: number;
  area_sqm: number;
  /** How the coordinates were interpreted, if not as declared. */
  repaired: 'grid_without_crs' | 'degrees_without_crs' | 'grid_declared_as_degrees' | 'axes_swapped' | null;
}

/**
 * Converts a geometry to WGS84, in place, and computes its box on the grid. The declaration is trusted unless the
 * numbers make it impossible: metres declared as degrees are read as metres, and latitude before longitude is swapped.
 * Throws a GeometryProblem for a geometry outside Great Britain.
 */
export function place(geometry: Geometry, declared: Crs | null): Placed {
  try {
    return placed(geometry, declared);
  } catch (error) {
    // proj4 throws a TypeError for numbers that are, or become, infinite.
    if (!(error instanceof TypeError)) throw error;
    throw new GeometryProblem('The feature has a coordinate that no place on earth has.');
  }
}

function placed(geometry: Geometry, declared: Crs | null): Placed {
  const sample = firstPosition(geometry);
  const { crs, swap, repaired } = readingOf(sample, declared);
  const box: Box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  const grid: Box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  if (crs === 'grid') {
    const area_sqm = enclosedArea(geometry);
    const vertices = eachPosition(geometry, (p) => {
      extend(grid, p[0], p[1]);
      const [longitude, latitude] = degreesOfCorner(p[0], p[1]);
      p[0] = sevenDecimals(longitude);
      p[1] = sevenDecimals(latitude);
    });
    inBritain(grid, sample, crs);
    return { geometry, box: grid, vertices, area_sqm, repaired };
  }
  const vertices = eachPosition(geometry, (p) => {
    if (swap) [p[0], p[1]] = [p[1], p[0]];
    if (crs === 'web_mercator') {
      const [x, y] = WEB_MERCATOR.forward([p[0], p[1]]) as [number, number];
      p[0] = x;
      p[1] = y;
    }
    p[0] = sevenDecimals(p[0]);
    p[1] = sevenDecimals(p[1]);
    extend(box, p[0], p[1]);
    const [easting, northing] = metresOfCorner(p[0], p[1]);
    extend(grid, easting, northing);
  });
  inBritain(grid, sample, crs);
  // Square degrees to square metres at the centre of the shape: within one per cent up to the width of a county.
  const latitude = ((box.minY + box.maxY) / 2) * (Math.PI / 180);
  const scale = 111_412.84 * Math.cos(latitude) * (111_132.92 - 559.82 * Math.cos(2 * latitude));
  return { geometry, box: grid, vertices, area_sqm: enclosedArea(geometry) * scale, repaired };
}

function readingOf(
  [x, y]: [number, number],
  declared: Crs | null,
): { crs: Crs; swap: boolean; repaired: Placed['repaired'] } {
  const degrees = Math.abs(x) <= 180 && Math.abs(y) <= 180;
  const swapped = degrees && x >= 49 && x <= 62 && y >= -10 && y <= 3;
  if (declared === 'web_mercator') return { crs: 'web_mercator', swap: false, repaired: null };
  if (declared === 'grid' && !degrees) return { crs: 'grid', swap: false, repaired: null };
  if (degrees && declared !== 'grid') {
    if (swapped) return { crs: 'degrees', swap: true, repaired: 'axes_swapped' };
    return { crs: 'degrees', swap: false, repaired: declared === null ? 'degrees_without_crs' : null };
  }
  if (degrees) {
    throw new GeometryProblem(
      `The coordinates "${x}, ${y}" look like degrees, but the file says they are British National Grid metres. Say so with crs: EPSG:4326 in the mapping.`,
    );
  }
  if (!onGrid(x, y)) {
    throw new GeometryProblem(
      `The coordinates "${x}, ${y}" are neither degrees nor British National Grid metres. Say with crs in the mapping how to read them.`,
    );
  }
  return {
    crs: 'grid',
    swap: false,
    repaired: declared === null ? 'grid_without_crs' : 'grid_declared_as_degrees',
  };
}

function inBritain(box: Box, [x, y]: [number, number], crs: Crs): void {
  if (!onGrid(box.minX, box.minY) || !onGrid(box.maxX, box.maxY)) {
    const reading =
      crs === 'grid' ? 'British National Grid metres' : crs === 'degrees' ? 'degrees' : 'web map metres';
    throw new GeometryProblem(
      `The feature lies outside Great Britain: its first coordinates are "${x}, ${y}", read as ${reading}.`,
    );
  }
}

function firstPosition(geometry: Geometry): [number, number] {
  let list: unknown = geometry.coordinates;
  while (Array.isArray(list) && Array.isArray(list[0])) list = list[0];
  const [x, y] = list as [number, number];
  return [x, y];
}

function extend(box: Box, x: number, y: number): void {
  if (x < box.minX) box.minX = x;
  if (x > box.maxX) box.maxX = x;
  if (y < box.minY) box.minY = y;
  if (y > box.maxY) box.maxY = y;
}

function sevenDecimals(value: number): number {
  return Math.round(value * 1e7) / 1e7;
}
