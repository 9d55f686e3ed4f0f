import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { EXTENT, type Point } from './tile.ts';

/** A point, or a polygon as its rings, with its properties. */
export interface Feature {
  type: 1 | 3;
  geometry: Point[] | Point[][];
  tags: Record<string, string | number | boolean>;
}

/** The features to draw in a tile; `whole` if they are all that the tile could show. */
export interface Drawn {
  features: Feature[];
  whole: boolean;
}

/** The largest tile that is sent, in bytes before compression. */
export const MOST_BYTES = 500_000;

/** The layer that a tile has only if some features are left out of it. */
export const LEFT_OUT = 'left_out';

/** The whole square, clockwise on the screen. */
const SQUARE: Point[] = [
  [0, 0],
  [EXTENT, 0],
  [EXTENT, EXTENT],
  [0, EXTENT],
  [0, 0],
];

/**
 * One layer as a Mapbox vector tile. If it is too large, every second feature is left out, repeatedly. A tile that does
 * not show all features has a second layer with its square and the number of features shown, so that a map can say so.
 */
export function encode(layer: string, { features, whole }: Drawn): Buffer {
  for (let shown = features; ; shown = shown.filter((_, i) => i % 2 === 0)) {
    const all = whole && shown.length === features.length;
    const square: Feature = { type: 3, geometry: [SQUARE], tags: { layer, shown: shown.length } };
    const drawn = { [layer]: { features: shown }, ...(!all && { [LEFT_OUT]: { features: [square] } }) };
    const tile = fromGeojsonVt(drawn as never, { version: 2, extent: EXTENT });
    if (tile.length <= MOST_BYTES || shown.length <= 1) return Buffer.from(tile);
  }
}
