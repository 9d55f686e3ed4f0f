import type { Queryable } from '@domesday/db';
import { inPlace } from '../../location/area.ts';
import type { Around } from './around.ts';

export interface SchoolFilter {
  phase: string | null;
  sector: string | null;
}

export interface InspectionRow {
  framework: 'report_card' | 'graded' | 'ungraded';
  overall: string | null;
  areas: Record<string, string>;
  safeguarding: 'met' | 'not_met' | null;
  outcome: string | null;
  inspected_on: string | null;
  predecessor: boolean;
  url: string | null;
}

export interface SchoolRow {
  id: string;
  id_scheme: 'urn' | 'seed' | 'wales';
  name: string;
  phase: 'nursery' | 'primary' | 'secondary' | 'all_through' | 'post_16' | 'not_applicable';
  sector: 'state' | 'independent' | 'special';
  type: string;
  gender: string | null;
  age_from: number | null;
  age_to: number | null;
  pupils: number | null;
  capacity: number | null;
  postcode: string | null;
  easting: number;
  northing: number;
  by_postcode: boolean;
  distance_m: number;
  inspection: InspectionRow | null;
}

const FROM = `place_points p
  join schools s on s.id = p.id
   and s.id_scheme = case p.source when 'gias' then 'urn' when 'schools-scotland' then 'seed' else 'wales' end`;

/** An all-through school teaches primary and secondary pupils. */
const MATCHES = `($3::text is null or s.phase = $3 or (s.phase = 'all_through' and $3 in ('primary', 'secondary')))
  and ($4::text is null or s.sector = $4)`;

/** Schools of an area nearest first; index place_points_schools, primary keys of schools and school_inspections. */
export async function schoolsAround(
  db: Queryable,
  around: Around,
  filter: SchoolFilter,
  limit: number,
): Promise<SchoolRow[]> {
  const where = inPlace(around.area, { position: 'p.position' }, 6);
  const { rows } = await db.query<SchoolRow>({
    text: `select s.id, s.id_scheme, s.name, s.phase, s.sector, s.type, s.gender, s.age_from, s.age_to, s.pupils,
             s.capacity, s.postcode, p.easting, p.northing, p.by_postcode,
             p.position <-> point($1, $2) as distance_m,
             (select to_json(i) from (
               select framework, overall, areas, safeguarding, outcome, inspected_on, predecessor, url
               from school_inspections where urn = s.id and s.id_scheme = 'urn') i) as inspection
           from ${FROM}
           where p.category = 'education' and ${where.sql} and ${MATCHES}
           order by distance_m, s.id limit $5`,
    values: [around.easting, around.northing, filter.phase, filter.sector, limit, ...where.values],
  });
  return rows;
}

export interface PhaseRow {
  phase: SchoolRow['phase'];
  count: number;
  nearest_m: number;
}

/** Number of matching schools of an area and distance of the nearest, by phase; index place_points_schools. */
export async function schoolPhases(db: Queryable, around: Around, filter: SchoolFilter): Promise<PhaseRow[]> {
  const where = inPlace(around.area, { position: 'p.position' }, 5);
  const { rows } = await db.query<PhaseRow>({
    text: `select s.phase, count(*)::integer as count, min(p.position <-> point($1, $2)) as nearest_m
           from ${FROM}
           where p.category = 'education' and ${where.sql} and ${MATCHES}
           group by s.phase`,
    values: [around.easting, around.northing, filter.phase, filter.sector, ...where.values],
  });
  return rows;
}
