import type { Queryable } from '@domesday/db';
import { inPlace } from '../../location/area.ts';
import type { Place } from '../../location/place.ts';
import type { Around } from './around.ts';

export interface PlaceRow {
  id: string;
  source: string;
  category: string;
  kind: string;
  name: string | null;
  easting: number;
  northing: number;
  by_postcode: boolean;
  distance_m: number;
}

export interface KindRow {
  category: string;
  kind: string;
  count: number;
  nearest_m: number;
}

export interface Nearby {
  items: PlaceRow[];
  kinds: KindRow[];
}

/** Points of the open sources; index place_points_position. */
export function placesAround(
  db: Queryable,
  around: Around,
  categories: string[],
  limit: number,
): Promise<Nearby> {
  const columns = 'p.id, p.source, p.category, p.kind, p.name, p.easting, p.northing, p.by_postcode';
  return nearby(db, 'place_points p', columns, around, categories, limit);
}

/** Points of OpenStreetMap; index osm_points_position. */
export function osmAround(
  db: Queryable,
  around: Around,
  categories: string[],
  limit: number,
): Promise<Nearby> {
  const columns = `p.id, 'osm-points' as source, p.category, p.kind, p.name, p.easting, p.northing, false as by_postcode`;
  return nearby(db, 'osm_points p', columns, around, categories, limit);
}

/** Counts by kind and the nearest of each category, in one read of the area by its GiST index. */
async function nearby(
  db: Queryable,
  table: string,
  columns: string,
  around: Around,
  categories: string[],
  limit: number,
): Promise<Nearby> {
  const where = inPlace(around.area, { position: 'p.position' }, 5);
  const { rows } = await db.query<{ items: PlaceRow[] | null; kinds: KindRow[] | null }>({
    text: `with near as materialized (
             select ${columns}, p.position <-> point($1, $2) as distance_m
             from ${table} where ${where.sql} and p.category = any($3))
           select
             (select json_agg(i) from (
               select id, source, category, kind, name, easting, northing, by_postcode, distance_m from (
                 select *, row_number() over (partition by category order by distance_m, id) as nth from near) n
               where nth <= $4 order by category, nth) i) as items,
             (select json_agg(k) from (
               select category, kind, count(*) as count, min(distance_m) as nearest_m
               from near group by category, kind order by category, count(*) desc, kind) k) as kinds`,
    values: [around.easting, around.northing, categories, limit, ...where.values],
  });
  return { items: rows[0]?.items ?? [], kinds: rows[0]?.kinds ?? [] };
}

export interface BroadbandRow {
  median_down_mbps: number | null;
  superfast_pct: number | null;
  ultrafast_pct: number | null;
  full_fibre_pct: number | null;
  gigabit_pct: number | null;
  postcodes: number;
  as_of: string | null;
}

const BROADBAND = `percentile_cont(0.5) within group (order by b.median_down_mbps) as median_down_mbps,
  avg(b.superfast_pct) as superfast_pct, avg(b.ultrafast_pct) as ultrafast_pct,
  avg(b.full_fibre_pct) as full_fibre_pct, avg(b.gigabit_pct) as gigabit_pct,
  count(*)::integer as postcodes, max(b.as_of) as as_of`;

/** Broadband of the postcodes of a place; primary key of broadband_postcodes, index postcodes_position. */
export async function broadbandOf(db: Queryable, place: Place): Promise<BroadbandRow> {
  // A UPRN is asked about through its postcode, since broadband is published by postcode.
  const area: Place = place.level === 'uprn' ? { ...place, level: 'postcode' } : place;
  const byPoint = area.level === 'radius' || area.level === 'polygon';
  const where = inPlace(area, { postcode: 'b.postcode', position: 'p.position' }, 1);
  const from = byPoint
    ? 'postcodes p join broadband_postcodes b on b.postcode = p.postcode'
    : 'broadband_postcodes b';
  const { rows } = await db.query<BroadbandRow>({
    text: `select ${BROADBAND} from ${from} where ${where.sql}`,
    values: where.values,
  });
  return rows[0]!;
}
