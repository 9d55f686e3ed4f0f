import {
  columnsOf,
  jsonListOf,
  listOf,
  loaderBy,
  namesOf,
  nation,
  orNull,
  query,
  type RowOf,
  sql,
  statement,
} from '@domesday/db';
import { BUILT } from './coverage.query.ts';
import { inForce } from './in-force.ts';
import { membersOf } from './members.ts';
import { ALL_KINDS, DATASET, WITHIN_M } from './model.ts';

const AREA = columnsOf('areas', ['id', 'kind', 'reference', 'name', 'band', 'designated_on']);
export type AreaRow = RowOf<typeof AREA>;

const NEAR = {
  ...AREA,
  /** Metres to the area's bounding box, a lower bound of the distance to the area; exact for a point. */
  box_m: 'float8',
  is_point: 'bool',
} as const;
export type NearArea = RowOf<typeof NEAR>;

const AROUND = {
  easting: 'float8?',
  northing: 'float8?',
  country: orNull(nation),
  local_authority_code: 'text?',
  /** True if the home's position is the centroid of its postcode. */
  by_postcode: 'bool',
  built: 'text?',
  inside: jsonListOf(AREA),
  near: jsonListOf(NEAR),
} as const;
export type SearchArea = RowOf<typeof AROUND>;

/**
 * Designations that contain homes and, for each kind, the `most` areas within 5 km whose boxes lie nearest. Indexes:
 * primary keys of addresses and of the partitions of area_members, areas_box.
 */
const designationsAroundHomes = statement({
  name: 'designations-around-homes',
  parameters: { keys: 'json' },
  row: { line: 'int4', ...AROUND },
  build: ({ keys }) => sql`
    with d as materialized (
      select no, built_at from area_datasets where dataset = ${sql.lit(DATASET)} and built_at is not null)
    select k.line, p.easting, p.northing, p.country, p.local_authority_code,
      coalesce(p.position_source = 'postcode', false) as by_postcode, ${BUILT} as built,
      (select coalesce(json_agg(i), '[]') from (
         select ${listOf(AREA, 'a')} from d
           cross join lateral ${membersOf(sql`d.no`, sql`k.uprn`)} m
           join areas a on a.id = m.area_id
          where a.kind = any (${ALL_KINDS}) and ${inForce(sql`k.today`)}
          order by a.area_sqm, a.id) i) as inside,
      (select coalesce(json_agg(n), '[]') from (
         select ${listOf(NEAR)} from (
           select ${listOf(AREA, 'a')}, a.box <-> p.position as box_m, a.vertices = 1 as is_point,
                  row_number() over (partition by a.kind order by a.box <-> p.position, a.id) as nth
             from d join areas a on a.dataset_no = d.no and a.kind = any (${ALL_KINDS})
              and a.box && box(point(p.easting - ${sql.lit(WITHIN_M)}, p.northing - ${sql.lit(WITHIN_M)}),
                               point(p.easting + ${sql.lit(WITHIN_M)}, p.northing + ${sql.lit(WITHIN_M)}))
            where ${inForce(sql`k.today`)}) every
          where nth <= k.most and box_m <= ${sql.lit(WITHIN_M)} order by kind, nth) n) as near
    from json_to_recordset(${keys}) as k (line integer, uprn bigint, today date, most integer)
    cross join lateral (
      select easting, northing, position, country, local_authority_code, position_source
        from addresses where uprn = k.uprn limit 1) p`,
});

/**
 * The designations that contain a home or lie around it; null if the UPRN is unknown. Reads for concurrent callers are
 * batched.
 */
export const designationsAround = loaderBy<{ uprn: number; today: string; most: number }, SearchArea>(
  designationsAroundHomes,
);

const COVERED = {
  kind: 'text',
  countries: '_text',
  authorities: '_text',
} as const;
export type CoveredPlaces = RowOf<typeof COVERED>;

/** The nations and authorities that are covered completely, by kind of area; index area_coverage_place. */
export const coveredPlaces = statement({
  name: 'covered-places-of-designations',
  row: COVERED,
  build: () => sql`
    select c.kind,
      coalesce(array_agg(distinct c.country) filter (where c.country is not null), '{}') as countries,
      coalesce(array_agg(distinct c.authority_code) filter (where c.authority_code is not null), '{}') as authorities
      from area_datasets d join area_coverage c on c.dataset_no = d.no
     where d.dataset = ${sql.lit(DATASET)} and d.built_at is not null and c.complete and c.kind = any (${ALL_KINDS})
     group by c.kind`,
});

/**
 * Metres to the nearest live postcode that lies in none of the given nations and authorities; no row if none lies
 * within the radius. Index postcodes_position, nearest first.
 */
export const nearestElsewhere = statement({
  name: 'nearest-postcode-elsewhere',
  parameters: {
    easting: 'float8',
    northing: 'float8',
    radius_m: 'float8',
    countries: '_text',
    authorities: '_text',
  },
  row: { distance_m: 'float8' },
  build: (v) => sql`
    select position <-> point(${v.easting}, ${v.northing}) as distance_m from postcodes
     where position <@ circle(point(${v.easting}, ${v.northing}), ${v.radius_m}) and terminated_on is null
       and local_authority_code <> all (${v.authorities}) and country <> all (${v.countries})
     order by position <-> point(${v.easting}, ${v.northing}) fetch first row with ties`,
});

const SHAPE = columnsOf('areas', ['id', 'geometry']);

/** Shapes of areas, GeoJSON in degrees; primary key of areas. */
export const shapesOf = statement({
  name: 'area-shapes',
  parameters: { ids: '_int4' },
  row: SHAPE,
  build: ({ ids }) =>
    query.selectFrom('areas').select(namesOf(SHAPE)).where('id', '=', sql<number>`any (${ids})`),
});
