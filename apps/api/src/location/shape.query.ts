import { sql } from '@domesday/db';

/** A polygon or multipolygon as `shapeOnGrid` gives it. */
export const SHAPE = { boxes: '_text', outers: '_text', holes: '_text' } as const;

/**
 * The addresses `inside`, a table of UPRNs: those in an outer ring and in none of its holes. For each polygon of each
 * piece the index addresses_position finds those in its box, again where polygons overlap. Both tables are made before
 * they are read: else each address would read the rings anew, or all addresses be passed in the order of their UPRNs.
 */
export function homesInside(v: Record<keyof typeof SHAPE, unknown>) {
  return sql`
    with pieces as materialized (
      select box::box, outer_ring::polygon, holes::polygon[]
        from unnest(${v.boxes}::text[], ${v.outers}::text[], ${v.holes}::text[]) as p (box, outer_ring, holes)
    ), inside as materialized (
      select distinct a.uprn from pieces p join addresses a on a.position <@ p.box
       where a.position <@ p.outer_ring and not a.position <@ any (p.holes)
    )`;
}
