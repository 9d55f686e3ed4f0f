import type { Context } from '../http/handler.ts';
import { releaseCache } from '../http/meta/release-cache.ts';
import { nearBorder } from '../location/nations.ts';
import { type DesignationType, KINDS, WITHIN_M } from './model.ts';
import { type CoveredPlaces, coveredPlaces, nearestElsewhere, type SearchArea } from './near.query.ts';

/** Side of the grid squares for whose centre the distance to the nearest uncovered postcode is cached, metres. */
const SQUARE_M = 1000;

const placesCovered = releaseCache<CoveredPlaces[]>();
const fromMiddle = releaseCache<number>();

/**
 * A type of designation that is covered at the home, and the distance of its nearest area; null if none lies within 5
 * km.
 */
interface Reach {
  type: DesignationType;
  distance_m: number | null;
}

/**
 * The types for which no nearer area can lie in an authority that is not loaded: every live postcode within the
 * distance of the nearest area, or within 5 km if there is none, lies in a covered nation or authority. Types that are
 * covered in the same places share one search.
 */
export async function completeTypes(
  context: Context,
  around: SearchArea,
  reaches: readonly Reach[],
): Promise<Set<DesignationType>> {
  const { easting, northing, country } = around;
  const complete = new Set<DesignationType>();
  const open = reaches.filter(({ type, distance_m }) => {
    if (distance_m === 0) complete.add(type);
    return distance_m !== 0;
  });
  if (open.length === 0 || easting === null || northing === null) return complete;
  const rows = await placesCovered(context, '', () => coveredPlaces.rows(context.db));
  const groups = new Map<string, { countries: string[]; authorities: string[]; reaches: Reach[] }>();
  for (const reach of open) {
    const own = rows.filter((row) => KINDS[reach.type].includes(row.kind));
    const countries = [...new Set(own.flatMap((row) => row.countries))].sort();
    const authorities = [...new Set(own.flatMap((row) => row.authorities))].sort();
    const key = [countries, authorities].join('|');
    const group = groups.get(key) ?? { countries, authorities, reaches: [] };
    group.reaches.push(reach);
    groups.set(key, group);
  }
  for (const { countries, authorities, reaches: alike } of groups.values()) {
    // Far from the borders of a nation that is covered whole, no other nation lies within the radius.
    const inland =
      country !== null && countries.includes(country) && !nearBorder(easting, northing, country, WITHIN_M);
    const far = (reach: Reach) => reach.distance_m ?? WITHIN_M;
    const radius_m = Math.max(...alike.map(far));
    const elsewhere_m = inland
      ? Number.POSITIVE_INFINITY
      : await elsewhereFrom(context, { easting, northing }, radius_m, alike[0]!.type, {
          countries,
          authorities,
        });
    for (const reach of alike) if (elsewhere_m >= far(reach)) complete.add(reach.type);
  }
  return complete;
}

/**
 * Metres from a point to the nearest live postcode outside the covered places; infinity if that is not nearer than
 * `radius_m`. The distance from the centre of the point's square is cached; for most points it already shows that no
 * such postcode is near.
 */
async function elsewhereFrom(
  context: Context,
  point: { easting: number; northing: number },
  radius_m: number,
  type: DesignationType,
  covered: { countries: string[]; authorities: string[] },
): Promise<number> {
  const middle = {
    easting: Math.floor(point.easting / SQUARE_M) * SQUARE_M + SQUARE_M / 2,
    northing: Math.floor(point.northing / SQUARE_M) * SQUARE_M + SQUARE_M / 2,
  };
  const read = async (from: typeof point, within_m: number) =>
    (await nearestElsewhere.first(context.db, { ...from, radius_m: within_m, ...covered }))?.distance_m ??
    Number.POSITIVE_INFINITY;
  const key = `${middle.easting} ${middle.northing} ${type}`;
  const from_middle_m = await fromMiddle(context, key, () => read(middle, WITHIN_M + SQUARE_M));
  const off_m = Math.hypot(point.easting - middle.easting, point.northing - middle.northing);
  return from_middle_m - off_m >= radius_m ? Number.POSITIVE_INFINITY : read(point, radius_m);
}
