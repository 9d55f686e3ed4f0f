import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { EXTENT, type Point } from './square.ts';

/** A point, or a polygon as its rings, with what is told of it. */
export interface Feature {
  type: 1 | 3;
  geometry: Point[] | Point[][];
  tags: Record<string, string | number | boolean>;
}

/** The largest square that is ever sent, bytes before compression. */
export const MOST_BYTES = 500_000;

/** One layer as a Mapbox vector tile. What would be larger than allowed keeps every second feature, and so on. */
export function encode(layer: string, features: Feature[]): Buffer {
  for (let kept = features; ; kept = kept.filter((_, i) => i % 2 === 0)) {
    const tile = fromGeojsonVt({ [layer]: { features: kept } as never }, { version: 2, extent: EXTENT });
    if (tile.length <= MOST_BYTES || kept.length <= 1) return Buffer.from(tile);
  }
}
