import { columnsOf, json, jsonOf, listOf, orNull, type RowOf, sql } from '@domesday/db';
import { areaStatement } from '../../location/area-statement.ts';
import { TAUGHT_PHASES } from '../../location/taught-phases.query.ts';

const INSPECTION = {
  ...columnsOf('school_inspections', ['framework', 'overall', 'safeguarding', 'outcome', 'inspected_on']),
  ...columnsOf('school_inspections', ['predecessor', 'url']),
  areas: json<Record<string, string>>('jsonb'),
};

const SCHOOL_COLUMNS = columnsOf('schools', [
  'id',
  'id_scheme',
  'name',
  'phase',
  'sector',
  'type',
  'gender',
  'age_from',
  'age_to',
  'pupils',
  'capacity',
  'postcode',
]);
const POINT = columnsOf('place_points', ['easting', 'northing', 'by_postcode']);
const SCHOOL = {
  ...SCHOOL_COLUMNS,
  ...POINT,
  distance_m: 'float8',
  inspection: orNull(jsonOf(INSPECTION)),
} as const;
export type SchoolRow = RowOf<typeof SCHOOL>;

/** Filters; null = all. */
const FILTER = { phase: 'text?', sector: 'text?' } as const;
type SchoolFilter = RowOf<typeof FILTER>;

const FROM = sql`place_points p
  join schools s on s.id = p.id
   and s.id_scheme = case p.source when 'gias' then 'urn' when 'schools-scotland' then 'seed' else 'wales' end`;

const ofPhase = (v: SchoolFilter) => sql`(${v.phase}::text is null or ${v.phase} = any (${TAUGHT_PHASES}))`;
const ofSector = (v: SchoolFilter) => sql`(${v.sector}::text is null or s.sector = ${v.sector})`;

/** Schools of an area nearest first; index place_points_schools, primary keys of schools and school_inspections. */
export const schoolsAround = areaStatement({
  name: 'schools-around',
  parameters: { ...FILTER, easting: 'float8', northing: 'float8', limit: 'int8' },
  row: SCHOOL,
  columns: { position: 'p.position' },
  build: (v, inArea) => sql`
    select ${listOf(SCHOOL_COLUMNS, 's')}, ${listOf(POINT, 'p')},
      p.position <-> point(${v.easting}, ${v.northing}) as distance_m,
      (select to_json(i) from (
        select ${listOf(INSPECTION)}
        from school_inspections where urn = s.id and s.id_scheme = 'urn') i) as inspection
    from ${FROM}
    where p.category = 'education' and ${inArea} and ${ofPhase(v)} and ${ofSector(v)}
    order by distance_m, s.id limit ${v.limit}`,
});

const PHASE = { ...columnsOf('schools', ['phase']), count: 'int4', nearest_m: 'float8?' } as const;
export type PhaseRow = RowOf<typeof PHASE>;

/**
 * Number of matching schools in an area by phase, and the distance of the nearest school of every phase, even those not
 * asked for; index place_points_schools.
 */
export const schoolPhases = areaStatement({
  name: 'school-phases',
  parameters: { ...FILTER, easting: 'float8', northing: 'float8' },
  row: PHASE,
  columns: { position: 'p.position' },
  build: (v, inArea) => sql`
    select s.phase, (count(*) filter (where ${ofPhase(v)}))::integer as count,
      min(p.position <-> point(${v.easting}, ${v.northing}))
        filter (where not p.by_postcode or p.position <-> point(${v.easting}, ${v.northing}) >= 0.5) as nearest_m
    from ${FROM}
    where p.category = 'education' and ${inArea} and ${ofSector(v)}
    group by s.phase`,
});
