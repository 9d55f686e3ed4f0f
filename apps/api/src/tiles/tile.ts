import { metresOf } from '@domesday/geography/grid';

/** Units across a tile in its encoding, and how far geometry may extend beyond its edge. */
export const EXTENT = 4096;
export const BUFFER = 64;

/** One tile in the numbering of Web Mercator. */
export interface Tile {
  z: number;
  x: number;
  y: number;
}

export type Point = [x: number, y: number];

/**
 * Position of a place in a tile, in units from its north-west corner; below 0 or beyond the extent if it lies outside.
 */
export function tilePointOf({ z, x, y }: Tile, longitude: number, latitude: number): Point {
  const across = 2 ** z;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const east = (longitude + 180) / 360;
  const south = 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI;
  return [(east * across - x) * EXTENT, (south * across - y) * EXTENT];
}

export interface Bounds {
  min_e: number;
  min_n: number;
  max_e: number;
  max_n: number;
}

/**
 * The bounding box of a tile in metres of the British National Grid. The grid is rotated, so points along the edges are
 * sampled.
 */
export function boundsOf(square: Tile): Bounds {
  const edge = BUFFER / EXTENT;
  const bounds = { min_e: Infinity, min_n: Infinity, max_e: -Infinity, max_n: -Infinity };
  const steps = [-edge, 0.25, 0.5, 0.75, 1 + edge];
  for (const right of steps)
    for (const down of steps) {
      if (right > 0 && right < 1 && down > 0 && down < 1) continue;
      const [easting, northing] = metresOf(...degreesAt(square, right, down));
      bounds.min_e = Math.min(bounds.min_e, easting);
      bounds.max_e = Math.max(bounds.max_e, easting);
      bounds.min_n = Math.min(bounds.min_n, northing);
      bounds.max_n = Math.max(bounds.max_n, northing);
    }
  return bounds;
}

/** Whether the tile overlaps Great Britain and its seas, where the grid is valid and data can lie. */
export function overlapsBritain(square: Tile): boolean {
  const [west, north] = degreesAt(square, 0, 0);
  const [east, south] = degreesAt(square, 1, 1);
  return east > -9.5 && west < 3 && north > 49 && south < 61.5;
}

function degreesAt({ z, x, y }: Tile, right: number, down: number): [longitude: number, latitude: number] {
  const across = 2 ** z;
  const longitude = ((x + right) / across) * 360 - 180;
  const south = Math.PI * (1 - (2 * (y + down)) / across);
  return [longitude, (Math.atan(Math.sinh(south)) * 180) / Math.PI];
}
