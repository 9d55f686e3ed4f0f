import type { Context } from '../http/handler.ts';
import { authorityOf, type Place } from './place.ts';

const RADII_M = [250, 500, 1000, 2000, 5000];

/**
 * The areas that may answer for a place, narrowest first. For a point: circles of 250 m to 5 km, or to the greatest
 * distance asked for. For codes: postcode, sector, outcode, authority. A polygon is never widened.
 */
export function ladderOf(
  place: Place,
  options: { widen: boolean; max_radius_m?: number; authority?: boolean },
): Place[] {
  const authority = options.authority !== false && place.local_authority_code !== null;
  const steps = [startOf(place, options.max_radius_m)];
  if (!options.widen) return steps;
  if (place.level === 'uprn' || place.level === 'radius') {
    const most = options.max_radius_m ?? RADII_M.at(-1)!;
    for (const radius_m of [...RADII_M.filter((radius) => radius < most), most])
      if (radius_m > steps[0]!.radius_m!) steps.push(circle(place, radius_m));
  } else if (place.level !== 'polygon' && place.level !== 'local_authority') {
    if (place.level === 'postcode') steps.push({ ...place, level: 'sector', label: place.sector! });
    if (place.level !== 'outcode') steps.push({ ...place, level: 'outcode', label: place.outcode! });
    if (authority) steps.push(authorityOf(place));
  }
  return steps;
}

/** Warns that `widen` has no effect for a polygon. Only for answers that have no evidence outside the ladder. */
export function ignoreWiden(context: Context, place: Place): void {
  if (place.level === 'polygon') context.ignore('widen', 'a polygon is never widened');
}

/** The first step: for a UPRN the smallest circle around it. No circle is larger than `max_radius_m`. */
function startOf(place: Place, max_radius_m = Number.POSITIVE_INFINITY): Place {
  if (place.level === 'uprn' && place.easting !== null)
    return circle(place, Math.min(RADII_M[0]!, max_radius_m));
  return place.level === 'radius' && place.radius_m! > max_radius_m ? circle(place, max_radius_m) : place;
}

export function circle(place: Place, radius_m: number): Place {
  return { ...place, level: 'radius', label: `${radius_m} m around ${middleOf(place)}`, radius_m };
}

/** The centre of a circle in words. */
export function middleOf(place: Place): string {
  return place.level === 'radius' ? `${place.latitude}, ${place.longitude}` : place.label;
}

/** Measures one step after another until one has enough; else returns the last step. */
export async function firstEnough<T>(
  steps: Place[],
  measure: (area: Place) => Promise<T>,
  enough: (result: T) => boolean,
): Promise<{ area: Place; first: Place; result: T; enough: boolean }> {
  const first = steps[0]!;
  let area = first;
  let result = await measure(area);
  for (const step of steps.slice(1)) {
    if (enough(result)) break;
    area = step;
    result = await measure(area);
  }
  return { area, first, result, enough: enough(result) };
}
