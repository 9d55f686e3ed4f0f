import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { EXTENT, type Point } from './tile.ts';

/** A point, or a polygon as its rings, with its properties. */
export interface Feature {
  type: 1 | 3;
  geometry: Point[] | Point[][];
  tags: Record<string, string | number | boolean>;
}

/** The largest tile that is sent, bytes before compression. */
export const MOST_BYTES = 500_000;

/** One layer as a Mapbox vector tile. If it is too large, every second feature is left out, repeatedly. */
export function encode(layer: string, features: Feature[]): Buffer {
  for (let kept = features; ; kept = kept.filter((_, i) => i % 2 === 0)) {
    const tile = fromGeojsonVt({ [layer]: { features: kept } as never }, { version: 2, extent: EXTENT });
    if (tile.length <= MOST_BYTES || kept.length <= 1) return Buffer.from(tile);
  }
}
