import {
  type Box,
  boxOf,
  type Geometry,
  meets,
  polygonsOf,
  type Ring,
} from '@domesday/files/features/geometry';
import Flatbush from 'flatbush';
import { orient2d } from 'robust-predicates';

/** A polygon with more edges than this gets an index of bands along the y axis; then edges per band. */
const SMALL = 48;
const EDGES_PER_BAND = 6;
const MOST_BANDS = 65_536;
/** Length of a block of edges, in numbers; an edge has four. */
const BLOCK = 65_536;

/** One polygon with its holes, prepared for many point queries. */
interface Part {
  area: number;
  /** x1, y1, x2, y2 of each edge that can affect a point of the window. */
  edges: Float64Array;
  minY: number;
  bandHeight: number;
  /** Start of each band's edges in `members`; empty for small polygons, whose edges are all tested. */
  starts: Uint32Array;
  members: Uint32Array;
}

/**
 * The areas in one window of the grid; finds those that contain a point. Crossings of a ray to the east are counted
 * over all rings of a polygon, so holes are outside. Each side test is exact (Shewchuk's adaptive predicates), and a
 * point on an edge or corner is inside. A polygon with many edges is cut into bands along the y axis, so that a query
 * reads only the edges of its band. Edges that cannot affect a point of the window are left out.
 */
export class AreaIndex {
  readonly #parts: Part[] = [];
  readonly #boxes: Box[] = [];
  readonly #edges = new Edges();
  #index: Flatbush | null = null;
  readonly #window: Box;

  constructor(window: Box) {
    this.#window = window;
  }

  /** Adds the polygons of an area; `positions` are grid metres. Points and lines contain nothing. */
  add(area: number, geometry: Geometry): void {
    for (const rings of polygonsOf(geometry)) {
      const box = boxOf(...rings);
      if (!meets(box, this.#window)) continue;
      const part = prepare(area, rings, box, this.#window, this.#edges);
      if (part === null) continue;
      this.#parts.push(part);
      this.#boxes.push(box);
    }
  }

  /** Builds the index. Call it once, after all areas are added and before `at`. */
  finish(): void {
    if (this.#parts.length === 0) return;
    const index = new Flatbush(this.#parts.length);
    for (const box of this.#boxes) index.add(box.minX, box.minY, box.maxX, box.maxY);
    index.finish();
    this.#index = index;
    this.#boxes.length = 0;
  }

  /** The distinct areas that contain a point of the window. */
  at(x: number, y: number): number[] {
    if (!this.#index) return [];
    const found = this.#index.search(x, y, x, y);
    const areas: number[] = [];
    for (const at of found) {
      const part = this.#parts[at]!;
      if (!areas.includes(part.area) && holds(part, x, y)) areas.push(part.area);
    }
    return areas;
  }
}

/**
 * Stores the edges of many polygons in few blocks: a buffer for each polygon would take a quarter more time, for GC.
 */
class Edges {
  #block = new Float64Array(0);
  #used = 0;

  /** A buffer for this many numbers, in the current block or a new one. */
  room(numbers: number): Float64Array {
    if (this.#used + numbers > this.#block.length) {
      this.#block = new Float64Array(Math.max(BLOCK, numbers));
      this.#used = 0;
    }
    return this.#block.subarray(this.#used, this.#used + numbers);
  }

  /** Keeps the first numbers of the buffer that `room` returned last. */
  keep(numbers: number): Float64Array {
    this.#used += numbers;
    return this.#block.subarray(this.#used - numbers, this.#used);
  }
}

/** Prepares a polygon; null if no edge can affect a point of the window. */
function prepare(area: number, rings: Ring[], box: Box, window: Box, all: Edges): Part | null {
  let total = 0;
  for (const ring of rings) total += ring.length - 1;
  const edges = all.room(total * 4);
  let kept_numbers = 0;
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const [x1, y1] = ring[i - 1]!;
      const [x2, y2] = ring[i]!;
      if (y1 < window.minY && y2 < window.minY) continue;
      if (y1 > window.maxY && y2 > window.maxY) continue;
      if (x1 < window.minX && x2 < window.minX) continue;
      edges[kept_numbers] = x1;
      edges[kept_numbers + 1] = y1;
      edges[kept_numbers + 2] = x2;
      edges[kept_numbers + 3] = y2;
      kept_numbers += 4;
    }
  }
  // Without such edges, no ray to the east from a point of the window crosses the polygon.
  if (kept_numbers === 0) return null;
  const own = all.keep(kept_numbers);
  const count = kept_numbers / 4;
  if (count <= SMALL) {
    return { area, edges: own, minY: 0, bandHeight: 0, starts: NONE, members: NONE };
  }
  const minY = Math.max(box.minY, window.minY);
  const height = Math.min(box.maxY, window.maxY) - minY;
  const bands = Math.min(MOST_BANDS, Math.ceil(count / EDGES_PER_BAND));
  const bandHeight = height > 0 ? height / bands : 1;
  const starts = new Uint32Array(bands + 1);
  const first = (i: number) => band(Math.min(own[i * 4 + 1]!, own[i * 4 + 3]!), minY, bandHeight, bands);
  const last = (i: number) => band(Math.max(own[i * 4 + 1]!, own[i * 4 + 3]!), minY, bandHeight, bands);
  for (let i = 0; i < count; i++) for (let b = first(i), to = last(i); b <= to; b++) starts[b + 1]!++;
  for (let b = 0; b < bands; b++) starts[b + 1]! += starts[b]!;
  const members = new Uint32Array(starts[bands]!);
  const next = starts.slice(0, bands);
  for (let i = 0; i < count; i++)
    for (let b = first(i), to = last(i); b <= to; b++) members[next[b]!++] = i * 4;
  return { area, edges: own, minY, bandHeight, starts, members };
}

const NONE = new Uint32Array(0);

function band(y: number, minY: number, bandHeight: number, bands: number): number {
  const b = Math.floor((y - minY) / bandHeight);
  return b < 0 ? 0 : b >= bands ? bands - 1 : b;
}

function holds(part: Part, x: number, y: number): boolean {
  const { edges, members, starts } = part;
  let inside = false;
  if (starts.length === 0) {
    for (let e = 0; e < edges.length; e += 4) {
      const side = crossing(edges, e, x, y);
      if (side === ON) return true;
      if (side === CROSSES) inside = !inside;
    }
    return inside;
  }
  const bands = starts.length - 1;
  const b = band(y, part.minY, part.bandHeight, bands);
  for (let i = starts[b]!, end = starts[b + 1]!; i < end; i++) {
    const side = crossing(edges, members[i]!, x, y);
    if (side === ON) return true;
    if (side === CROSSES) inside = !inside;
  }
  return inside;
}

const PASSES = 0;
const CROSSES = 1;
const ON = 2;

/** How the ray from (x, y) to the east meets one edge: passes it, crosses it, or the point is on it. */
function crossing(edges: Float64Array, e: number, x: number, y: number): number {
  const y1 = edges[e + 1]!;
  const y2 = edges[e + 3]!;
  if ((y1 > y && y2 > y) || (y1 < y && y2 < y)) return PASSES;
  const x1 = edges[e]!;
  const x2 = edges[e + 2]!;
  if (x1 < x && x2 < x) return PASSES;
  if ((x1 === x && y1 === y) || (x2 === x && y2 === y)) return ON;
  if (y1 === y2) return (x1 <= x && x <= x2) || (x2 <= x && x <= x1) ? ON : PASSES;
  const spans = y1 > y !== y2 > y;
  if (x1 > x && x2 > x) return spans ? CROSSES : PASSES;
  // Positive if the point lies to the right of the line from the first end to the second.
  const side = orient2d(x1, y1, x2, y2, x, y);
  if (side === 0) return ON;
  return spans && side > 0 === y2 < y1 ? CROSSES : PASSES;
}
