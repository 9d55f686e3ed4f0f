import type { Context } from '../../http/handler.ts';
import { geographyOf, type Place } from '../../location/place.ts';
import { around } from '../location/around.ts';

export interface Look {
  /** The place that is looked in. */
  area: Place;
  /** What a record lacks that cannot be found in any place of this kind. */
  unplaced: 'postcode' | 'position';
  /** From where distances are measured. */
  easting: number | null;
  northing: number | null;
  geography: NonNullable<ReturnType<typeof geographyOf>>;
}

/** Postcode districts and sectors are looked up by their code, anything else by what lies around or inside it. */
export function lookIn(context: Context, place: Place, radius_m: number): Look {
  if (place.level === 'outcode' || place.level === 'sector') {
    return {
      area: place,
      unplaced: 'postcode',
      easting: place.easting,
      northing: place.northing,
      geography: geographyOf(place, place),
    };
  }
  const look = around(context, place, radius_m);
  return {
    area: look.area,
    unplaced: 'position',
    easting: look.easting,
    northing: look.northing,
    geography: look.geography,
  };
}
