import { sql } from '@domesday/db';

/** A polygon or multipolygon as `shapeOnGrid` gives it. */
export const SHAPE = { boxes: '_text', outers: '_text', holes: '_text' } as const;

/**
 * Common table expressions. `inside` has the UPRNs of the addresses in an outer ring and in none of its holes. The
 * index addresses_position finds the addresses in the box of each polygon. Both tables are materialised: otherwise the
 * rings would be parsed again for each address, or all addresses be visited in the order of their UPRNs.
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
