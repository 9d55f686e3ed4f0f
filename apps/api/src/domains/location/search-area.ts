import type { Schema } from '@domesday/contract';
import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { inWords, type Place } from '../../location/place.ts';

/**
 * The area to search and the origin of distances: a circle around the centre of a place, or the inside of a polygon.
 */
export interface SearchArea {
  easting: number;
  northing: number;
  radius_m: number;
  /** The place whose rows are read. */
  area: Place;
  geography: Schema<'Geography'>;
}

/** Throws 404 `insufficient_data` if the place has no known position. */
export function searchAreaOf(context: Context, place: Place, radius_m: number): SearchArea {
  if (place.easting === null || place.northing === null) {
    throw notFound('insufficient_data', `No loaded source gives a position for ${inWords(place)}.`, [
      { field: null, issue: 'the place has no known position' },
    ]);
  }
  const { easting, northing } = place;
  const inside = place.level === 'polygon';
  if (!inside && ['postcode', 'sector', 'outcode'].includes(place.level)) {
    context.warn(
      'measured_from_middle',
      'distance_m',
      `Distances are from the middle of ${place.label}, not from an address in it.`,
    );
  }
  const area: Place = inside ? place : { ...place, level: 'radius', radius_m };
  const geography: Schema<'Geography'> = {
    requested: place.label,
    used: inside
      ? place.label
      : `${radius_m} m around ${place.level === 'radius' ? 'the point' : place.label}`,
    level: inside ? 'polygon' : 'radius',
    radius_m: inside ? null : radius_m,
    widened: false,
    widened_from: null,
  };
  return { easting, northing, radius_m, area, geography };
}

/** Minutes on foot at 80 metres a minute (4.8 km/h), rounded up. */
export function walkMinutes(distance_m: number): number {
  return Math.ceil(Math.round(distance_m) / 80);
}
