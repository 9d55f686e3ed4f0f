import { dataOf } from '@domesday/db';
import { type Shape, shapeOnGrid } from '@domesday/geography/distance';
import type { Context } from '../http/handler.ts';
import { shapesOf } from './near.query.ts';

/**
 * Most vertices of cached shapes, in grid metres: parsing a green belt takes longer than measuring a point against it.
 */
const KEPT_VERTICES = 3_000_000;

interface ShapeCache {
  generation: string;
  shapes: Map<number, { shape: Shape; vertices: number }>;
  vertices: number;
}
const databases = new WeakMap<object, ShapeCache>();

/**
 * Shapes of areas in grid metres, by the id of the area. The most recently used are cached while the same loads are
 * served.
 */
export async function shapesOnGrid(context: Context, ids: number[]): Promise<Map<number, Shape>> {
  const data = dataOf(context.db);
  let cache = databases.get(data);
  if (cache?.generation !== context.generation) {
    cache = { generation: context.generation, shapes: new Map(), vertices: 0 };
    databases.set(data, cache);
  }
  const found = new Map<number, Shape>();
  const unread: number[] = [];
  for (const id of ids) {
    const known = cache.shapes.get(id);
    if (!known) unread.push(id);
    else {
      found.set(id, known.shape);
      cache.shapes.delete(id);
      cache.shapes.set(id, known);
    }
  }
  if (unread.length === 0) return found;
  for (const { id, geometry: text } of await shapesOf.rows(context.db, { ids: unread })) {
    const read = shapeOnGrid(text);
    found.set(id, read.shape);
    // Another request may have cached the shape meanwhile.
    if (cache.shapes.has(id)) continue;
    cache.shapes.set(id, read);
    cache.vertices += read.vertices;
  }
  for (const [oldest, shape] of cache.shapes) {
    if (cache.vertices <= KEPT_VERTICES) break;
    cache.shapes.delete(oldest);
    cache.vertices -= shape.vertices;
  }
  return found;
}
