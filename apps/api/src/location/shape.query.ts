import { sql } from '@domesday/db';

/** A polygon or multipolygon as `shapeOnGrid` gives it. */
export const SHAPE = { box: 'box', outers: '_polygon', holes: '_polygon', owners: '_int4' } as const;

/**
 * The condition that the address `a` lies in a polygon and in none of its holes; the box of all polygons by the index
 * addresses_position.
 */
export function inShape(v: Record<keyof typeof SHAPE, unknown>) {
  return sql`a.position <@ ${v.box}::box and exists (
    select from unnest(${v.outers}::polygon[]) with ordinality as o (ring, place)
     where a.position <@ o.ring and not exists (
       select from unnest(${v.holes}::polygon[], ${v.owners}::int[]) as h (ring, owner)
        where h.owner = o.place and a.position <@ h.ring))`;
}
