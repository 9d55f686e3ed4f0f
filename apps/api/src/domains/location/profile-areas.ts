import { outcodeOf, sectorOf } from '@domesday/addresses';
import type { Context } from '../../http/handler.ts';
import { cachedByCode } from '../../location/cached-by-code.ts';
import type { Country, Place } from '../../location/place.ts';
import { reachOf } from '../../location/resolve.ts';
import {
  type AreaShare,
  areaOf2011OfPostcode,
  areasOf2011,
  nearestOther,
  smallAreaOfPostcode,
  smallAreasOf,
} from './profile.query.ts';

const today = cachedByCode(smallAreasOf);
const of2011 = cachedByCode(areasOf2011);

/** The small areas that a place overlaps. */
export function smallAreas(context: Context, place: Place): Promise<readonly AreaShare[]> {
  const postcode = postcodeOf(place);
  return postcode ? smallAreaOfPostcode.rows(context.db, { postcode }) : today(context, place);
}

/** The small areas of the 2011 census that a place overlaps. */
export function smallAreasOf2011(context: Context, place: Place): Promise<readonly AreaShare[]> {
  const postcode = postcodeOf(place);
  return postcode ? areaOf2011OfPostcode.rows(context.db, { postcode }) : of2011(context, place);
}

function postcodeOf(place: Place): string | null {
  return place.level === 'uprn' || place.level === 'postcode' ? place.postcode : null;
}

/**
 * The postcode that stands in, with a warning, for a place without a live postcode that has a small area: a small
 * circle, a field, a home with a postcode that is not in the directory yet. Null if the nearest postcode has no small
 * area either, or lies in another authority, where it would describe another neighbourhood.
 */
export async function standInFor(context: Context, place: Place): Promise<Place | null> {
  const { easting, northing, local_authority_code } = place;
  if (easting === null || northing === null || !context.loaded('onspd')) return null;
  const near = await nearestOther.first(context.db, { easting, northing, own: place.postcode });
  if (!near || near.lsoa_code === null || near.country === null) return null;
  if (near.local_authority_code !== local_authority_code || near.distance_m > reachOf(near.country))
    return null;
  const { postcode, distance_m } = near;
  context.warn(
    'nearest_postcode',
    null,
    `The directory has no live postcode with a small area in ${place.label}: the figures are those of ${postcode}, the nearest, ${Math.round(distance_m)} m from its middle.`,
  );
  const own = {
    postcode,
    sector: sectorOf(postcode),
    outcode: outcodeOf(postcode),
    easting: near.easting,
    northing: near.northing,
  };
  return { ...place, ...own, level: 'postcode', label: postcode, radius_m: null, rings: null };
}

type Known = (area: AreaShare) => boolean;

/**
 * Whether a loaded source lacks an area of a nation that it covers. `sourceOf` gives null for a nation without a
 * source.
 */
export function lacksAreas(
  context: Context,
  areas: readonly AreaShare[],
  sourceOf: (country: Country) => string | null,
  known: Known,
): boolean {
  return areas.some((area) => {
    const source = sourceOf(area.country);
    return source !== null && context.loaded(source) && !known(area);
  });
}

/**
 * For each nation, the present areas or those of 2011, whichever have figures for more of the place: some figures are
 * published only for the areas of 2011.
 */
export function betterKnown(
  now: readonly AreaShare[],
  then: readonly AreaShare[],
  known: Known,
): readonly AreaShare[] {
  const countries = [...new Set(now.map((area) => area.country))];
  return countries.flatMap((country) => {
    const [own, earlier] = [now, then].map((areas) => areas.filter((area) => area.country === country));
    return knownShare(earlier!, known) > knownShare(own!, known) ? earlier! : own!;
  });
}

/** The share of areas, by weight, that have figures; 0 to 1. */
function knownShare(areas: readonly AreaShare[], known: Known): number {
  const weight = (of: readonly AreaShare[]) => of.reduce((sum, area) => sum + area.share, 0);
  return areas.length === 0 ? 0 : weight(areas.filter(known)) / weight(areas);
}

/** Warns if a section's figures are by the areas of 2011. */
export function warnOf2011(
  context: Context,
  name: string,
  areas: readonly AreaShare[],
  now: readonly AreaShare[],
): void {
  if (areas.every((area) => now.includes(area))) return;
  context.warn(
    'areas_of_2011',
    `sections.${name}`,
    'The loaded figures are by the small areas of the 2011 census: those are the areas that geography names.',
  );
}
