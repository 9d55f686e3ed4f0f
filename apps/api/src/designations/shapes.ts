import { dataOf } from '@domesday/db';
import { type Shape, shapeOnGrid } from '@domesday/geography/distance';
import type { Context } from '../http/handler.ts';
import { shapesOf } from './near.query.ts';

/**
 * Most vertices of cached shapes, in grid metres: parsing a green belt takes longer than measuring a point against it.
 */
const KEPT_VERTICES = 3_000_000;

interface Kept {
  generation: string;
  shapes: Map<number, { shape: Shape; vertices: number }>;
  vertices: number;
}
const databases = new WeakMap<object, Kept>();

/**
 * Shapes of areas in grid metres, by the id of the area. The most recently used are cached while the same loads are
 * served.
 */
export async function shapesOnGrid(context: Context, ids: number[]): Promise<Map<number, Shape>> {
  const data = dataOf(context.db);
  let kept = databases.get(data);
  if (kept?.generation !== context.generation) {
    kept = { generation: context.generation, shapes: new Map(), vertices: 0 };
    databases.set(data, kept);
  }
  const found = new Map<number, Shape>();
  const unread: number[] = [];
  for (const id of ids) {
    const known = kept.shapes.get(id);
    if (!known) unread.push(id);
    else {
      found.set(id, known.shape);
      kept.shapes.delete(id);
      kept.shapes.set(id, known);
    }
  }
  if (unread.length === 0) return found;
  for (const { id, geometry: text } of await shapesOf.rows(context.db, { ids: unread })) {
    const read = shapeOnGrid(text);
    found.set(id, read.shape);
    // Another request may have cached the shape meanwhile.
    if (kept.shapes.has(id)) continue;
    kept.shapes.set(id, read);
    kept.vertices += read.vertices;
  }
  for (const [oldest, shape] of kept.shapes) {
    if (kept.vertices <= KEPT_VERTICES) break;
    kept.shapes.delete(oldest);
    kept.vertices -= shape.vertices;
  }
  return found;
}
