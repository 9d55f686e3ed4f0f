import type { Queryable } from '@domesday/db';
import { ALL_KINDS, DATASET, WITHIN_M } from './model.ts';

export interface AreaFacts {
  id: number;
  kind: string;
  reference: string | null;
  name: string | null;
  band: string | null;
  designated_on: string | null;
}

export interface NearArea extends AreaFacts {
  /** Metres to the box around the area, at most those to the area itself; of a point the very distance. */
  box_m: number;
  is_point: boolean;
}

export interface Around {
  easting: number | null;
  northing: number | null;
  country: 'England' | 'Wales' | 'Scotland' | null;
  /** True where the middle of its postcode stands for the position of the home. */
  by_postcode: boolean;
  inside: AreaFacts[];
  near: NearArea[];
  /** Kinds that are covered where the home stands, and whether whole. */
  covered: { kind: string; complete: boolean }[];
}

const FACTS = 'a.id, a.kind, a.reference, a.name, a.band, a.designated_on';

/**
 * Designations that a home lies in, and of each kind the `most` whose boxes lie nearest within 5 km. Indexes:
 * primary keys of addresses and of the partitions of area_members, areas_box, area_coverage_place.
 */
export async function designationsAround(
  db: Queryable,
  uprn: number,
  today: string,
  most: number,
): Promise<Around | null> {
  const { rows } = await db.query<Around>({
    name: 'designations-around',
    text: `with d as (select no from area_datasets where dataset = '${DATASET}' and built_at is not null),
           p as (select easting, northing, position, country, local_authority_code, position_source
                   from addresses where uprn = $1)
           select p.easting, p.northing, p.country,
             coalesce(p.position_source = 'postcode', false) as by_postcode,
             (select coalesce(json_agg(i), '[]') from (
                select ${FACTS} from d
                  join area_members m on m.dataset_no = d.no and m.uprn = $1
                  join areas a on a.id = m.area_id
                 where a.kind = any ($3) and (a.ended_on is null or a.ended_on > $2)
                 order by a.area_sqm, a.id) i) as inside,
             (select coalesce(json_agg(n), '[]') from (
                select id, kind, reference, name, band, designated_on, box_m, is_point from (
                  select ${FACTS}, a.box <-> p.position as box_m, a.vertices = 1 as is_point,
                         row_number() over (partition by a.kind order by a.box <-> p.position, a.id) as nth
                    from d join areas a on a.dataset_no = d.no and a.kind = any ($3)
                     and a.box && box(point(p.easting - ${WITHIN_M}, p.northing - ${WITHIN_M}),
                                      point(p.easting + ${WITHIN_M}, p.northing + ${WITHIN_M}))
                   where a.ended_on is null or a.ended_on > $2) every
                 where nth <= $4 and box_m <= ${WITHIN_M} order by kind, nth) n) as near,
             (select coalesce(json_agg(c), '[]') from (
                select c.kind, bool_or(c.complete) as complete from d join area_coverage c on c.dataset_no = d.no
                 where c.kind = any ($3) and (c.country = p.country or c.authority_code = p.local_authority_code)
                 group by c.kind) c) as covered
           from p`,
    values: [uprn, today, ALL_KINDS, most],
  });
  return rows[0] ?? null;
}

/** Shapes of areas, GeoJSON in degrees; primary key of areas. */
export async function shapesOf(db: Queryable, ids: number[]): Promise<{ id: number; geometry: string }[]> {
  const { rows } = await db.query<{ id: number; geometry: string }>({
    name: 'area-shapes',
    text: 'select id, geometry from areas where id = any ($1)',
    values: [ids],
  });
  return rows;
}
