import {
  columnsOf,
  jsonListOf,
  listOf,
  nullable,
  orNull,
  type Queryable,
  type RowOf,
  sql,
  statement,
} from '@domesday/db';
import { type AreaStatement, areaStatement } from '../../location/area-statement.ts';
import { isOpen } from '../../location/closing-sites.query.ts';
import type { Place } from '../../location/place.ts';
import type { SearchArea } from './search-area.ts';

export const POINT = {
  ...columnsOf('place_points', ['id', 'source', 'category', 'kind', 'easting', 'northing', 'by_postcode']),
  ...nullable(columnsOf('osm_points', ['name'])),
};
const PLACE = { ...POINT, distance_m: 'float8' } as const;
export type PlaceRow = RowOf<typeof PLACE>;

const KIND = {
  ...columnsOf('place_points', ['category', 'kind']),
  count: 'int8',
  /** Points placed by the requested postcode itself are left out, because their distance is not known. */
  nearest_m: 'float8?',
} as const;
type KindRow = RowOf<typeof KIND>;

export interface Nearby {
  items: PlaceRow[];
  kinds: KindRow[];
}

const ASKED = {
  easting: 'float8',
  northing: 'float8',
  categories: '_text',
  limit: 'int8',
  today: 'date',
} as const;
export const ITEMS = orNull(jsonListOf(PLACE));
const NEARBY = { items: ITEMS, kinds: orNull(jsonListOf(KIND)) };

export const OPEN_SOURCES = sql`place_points`;
export const OPEN_STREET_MAP = sql`(
  select id, 'osm-points' as source, category, kind, name, easting, northing, false as by_postcode, position from osm_points)`;

/** The first `limit` rows of each category, as a JSON list. `rows` has the columns of POINT and `distance_m`. */
export const nearestOf = (rows: ReturnType<typeof sql>, limit: unknown) => sql`
  (select json_agg(i) from (
    select ${listOf(PLACE)} from (
      select *, row_number() over (partition by category order by distance_m, id) as nth from ${rows}) n
    where nth <= ${limit} order by category, nth) i)`;

/** Counts by kind and the nearest of each category, in one read of the area by its GiST index. */
const nearbyIn = (name: string, points: ReturnType<typeof sql>) =>
  areaStatement({
    name,
    parameters: ASKED,
    row: NEARBY,
    columns: { position: 'p.position' },
    build: (v, inArea) => sql`
      with near as materialized (
        select ${listOf(POINT, 'p')}, p.position <-> point(${v.easting}, ${v.northing}) as distance_m
        from ${points} p where ${inArea} and p.category = any(${v.categories}) and ${isOpen(sql`p`, v.today)})
      select
        ${nearestOf(sql`near`, v.limit)} as items,
        (select json_agg(k) from (
          select category, kind, count(*) as count, min(distance_m) filter (where not by_postcode or distance_m >= 0.5) as nearest_m
          from near group by category, kind order by category, count(*) desc, kind collate "C") k) as kinds`,
  });
const inOpenSources = nearbyIn('places-around', OPEN_SOURCES);
const inOpenStreetMap = nearbyIn('osm-around', OPEN_STREET_MAP);

/** Points of the open sources; index place_points_position. */
export function placesAround(
  db: Queryable,
  search: SearchArea,
  categories: string[],
  limit: number,
  today: string,
) {
  return nearby(inOpenSources, db, search, { categories, limit, today });
}

/** Points of OpenStreetMap; index osm_points_position. */
export function osmAround(
  db: Queryable,
  search: SearchArea,
  categories: string[],
  limit: number,
  today: string,
) {
  return nearby(inOpenStreetMap, db, search, { categories, limit, today });
}

async function nearby(
  points: AreaStatement<typeof ASKED, typeof NEARBY>,
  db: Queryable,
  search: SearchArea,
  asked: { categories: string[]; limit: number; today: string },
): Promise<Nearby> {
  const { easting, northing } = search;
  const found = await points.one(db, search.area, { easting, northing, ...asked });
  return { items: found.items ?? [], kinds: found.kinds ?? [] };
}

const BROADBAND = {
  median_down_mbps: 'float8?',
  superfast_pct: 'float8?',
  ultrafast_pct: 'float8?',
  full_fibre_pct: 'float8?',
  gigabit_pct: 'float8?',
  postcodes: 'int4',
  as_of: 'text?',
  speeds_as_of: 'text?',
  /** The oldest edition of the shares, and of the speeds; null where there is only one edition. */
  shares_from: 'text?',
  speeds_from: 'text?',
  /** Postcode areas, such as BA, of live postcodes in the place that the loaded files lack. */
  lacking: '_text',
} as const;
export type BroadbandRow = RowOf<typeof BROADBAND>;

const FIGURES = sql`percentile_cont(0.5) within group (order by b.median_down_mbps) as median_down_mbps,
  avg(b.superfast_pct) as superfast_pct, avg(b.ultrafast_pct) as ultrafast_pct,
  avg(b.full_fibre_pct) as full_fibre_pct, avg(b.gigabit_pct) as gigabit_pct,
  count(b.postcode)::integer as postcodes, max(b.as_of) as as_of,
  max(b.speeds_as_of) filter (where b.median_down_mbps is not null) as speeds_as_of,
  nullif(min(b.as_of), max(b.as_of)) as shares_from,
  nullif(min(b.speeds_as_of) filter (where b.median_down_mbps is not null),
         max(b.speeds_as_of) filter (where b.median_down_mbps is not null)) as speeds_from`;

const broadbandByCode = areaStatement({
  name: 'broadband-by-code',
  row: BROADBAND,
  columns: { postcode: 'b.postcode' },
  build: (_, inArea) => sql`
    select ${FIGURES}, '{}'::text[] as lacking from broadband_postcodes b where ${inArea}`,
});
const broadbandByPoint = areaStatement({
  name: 'broadband-by-point',
  row: BROADBAND,
  columns: { position: 'p.position' },
  build: (_, inArea) => sql`
    select ${FIGURES}, coalesce(array_agg(distinct substring(p.postcode from '^[A-Z]+'))
        filter (where b.postcode is null and p.terminated_on is null), '{}') as lacking
    from postcodes p left join broadband_postcodes b on b.postcode = p.postcode where ${inArea}`,
});

/** Which of the given postcode areas no loaded file of broadband covers; primary key of broadband_postcodes. */
export const withoutBroadband = statement({
  name: 'postcode-areas-without-broadband',
  parameters: { areas: '_text' },
  row: { area: 'text' },
  build: ({ areas }) => sql`
    select a.area from unnest(${areas}::text[]) as a (area)
    where not exists (select from broadband_postcodes b where b.postcode >= a.area || '0' and b.postcode < a.area || ':')
    order by a.area`,
});

/** Broadband of the postcodes of a place; primary key of broadband_postcodes, index postcodes_position. */
export function broadbandOf(db: Queryable, place: Place): Promise<BroadbandRow> {
  // Broadband is published by postcode, so a UPRN gets the figures of its postcode.
  const area: Place = place.level === 'uprn' ? { ...place, level: 'postcode' } : place;
  const byPoint = area.level === 'radius' || area.level === 'polygon';
  return (byPoint ? broadbandByPoint : broadbandByCode).one(db, area, {});
}
