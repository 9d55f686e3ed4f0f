import type { Context } from '../../http/handler.ts';
import { geographyOf, type Place } from '../../location/place.ts';
import { searchAreaOf } from '../location/search-area.ts';

export interface PlanningArea {
  /** The place to search. */
  area: Place;
  /** The attribute by which such a place finds records: records without it are not found. */
  unplaced: 'postcode' | 'position';
  /** Origin of distances. */
  easting: number | null;
  northing: number | null;
  geography: NonNullable<ReturnType<typeof geographyOf>>;
}

/** Postcode districts and sectors are searched by their code; all other places by the area around or inside them. */
export function planningAreaOf(context: Context, place: Place, radius_m: number): PlanningArea {
  if (place.level === 'outcode' || place.level === 'sector') {
    context.ignore('radius_m', `records of the ${place.level} are found by their postcode`);
    return {
      area: place,
      unplaced: 'postcode',
      easting: place.easting,
      northing: place.northing,
      geography: geographyOf(place, place),
    };
  }
  const look = searchAreaOf(context, place, radius_m);
  return {
    area: look.area,
    unplaced: 'position',
    easting: look.easting,
    northing: look.northing,
    geography: look.geography,
  };
}
