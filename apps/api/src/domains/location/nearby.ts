import {
  OSM_BUILD,
  OSM_INPUTS,
  PLACES_BUILD,
  PLACES_INPUTS,
  stripsAround,
} from '@domesday/builds/packed-points/records';
import type { Queryable } from '@domesday/db';
import type { Context } from '../../http/handler.ts';
import { releaseCache } from '../../http/meta/release-cache.ts';
import { type ClosingSite, closingSites } from '../../location/closing-sites.query.ts';
import { type Nearby, osmAround, placesAround } from './infrastructure.query.ts';
import { nearestInSteps, packedSquares } from './packed-points.query.ts';
import { tallyAround } from './packed-points.ts';
import type { SearchArea } from './search-area.ts';

interface NearbyBySource {
  open: Nearby;
  /** null if OpenStreetMap is not loaded. */
  osm: Nearby | null;
}

/**
 * Counts points in an area by kind and finds the nearest of each category. Uses the packed squares if they were built
 * from the loads now served and are exact for this area; otherwise the points themselves, with the same result.
 */
export async function nearbyBySource(
  context: Context,
  search: SearchArea,
  categories: string[],
  limit: number,
): Promise<NearbyBySource> {
  const { db, today } = context;
  const osmLoaded = context.loaded('osm-points');
  const packed =
    search.area.level === 'radius' &&
    context.builtFrom(PLACES_BUILD, PLACES_INPUTS) &&
    (!osmLoaded || context.builtFrom(OSM_BUILD, OSM_INPUTS)) &&
    !(await hasClosedSite(context, search));
  const found = packed ? await packedNearby(db, search, categories, limit) : null;
  if (found) return { open: found.open, osm: osmLoaded ? found.osm : null };
  const [open, osm] = await Promise.all([
    placesAround(db, search, categories, limit, today),
    osmLoaded ? osmAround(db, search, categories, limit, today) : null,
  ]);
  return { open, osm };
}

const closing = releaseCache<ClosingSite[]>();

/** Whether a health site in the circle has closed since it was loaded: the packed squares still count it. */
async function hasClosedSite(
  context: Context,
  { easting, northing, radius_m }: SearchArea,
): Promise<boolean> {
  const sites = await closing(context, 'all', () => closingSites.rows(context.db));
  return sites.some(
    (site) =>
      site.closes_on <= context.today &&
      Math.hypot(site.easting - easting, site.northing - northing) < radius_m + 1,
  );
}

/** Null if the packed squares leave open whether a point counts, or if a load replaced the points meanwhile. */
export async function packedNearby(
  db: Queryable,
  { easting, northing, radius_m }: SearchArea,
  categories: string[],
  limit: number,
): Promise<{ open: Nearby; osm: Nearby } | null> {
  const strips = await packedSquares.rows(db, stripsAround(easting, northing, radius_m));
  const tallied = (of: 'open' | 'osm') => {
    const points = strips.map((strip) => strip[`${of}_points`]).join('');
    const kinds = strips[0]?.[`${of}_kinds`] ?? '[]';
    return tallyAround({ kinds, points }, { easting, northing, radius_m }, categories, limit);
  };
  const open = tallied('open');
  const osm = open && tallied('osm');
  if (!osm) return null;
  const items = await nearestInSteps.one(db, {
    ...{ easting, northing, limit },
    ...open.candidates,
    osm_categories: osm.candidates.categories,
    osm_eastings: osm.candidates.eastings,
    osm_northings: osm.candidates.northings,
  });
  const found = {
    open: { kinds: open.kinds, items: items.open ?? [] },
    osm: { kinds: osm.kinds, items: items.osm ?? [] },
  };
  return isWhole(found.open, limit) && isWhole(found.osm, limit) ? found : null;
}

/**
 * Whether there are as many items as the counts require. False if a load replaced the points after they were counted.
 */
function isWhole({ items, kinds }: Nearby, limit: number): boolean {
  const remaining = new Map<string, number>();
  for (const { category, count } of kinds) remaining.set(category, (remaining.get(category) ?? 0) + count);
  for (const [category, count] of remaining) remaining.set(category, Math.min(limit, count));
  for (const { category } of items) remaining.set(category, (remaining.get(category) ?? 0) - 1);
  return [...remaining.values()].every((count) => count === 0);
}
