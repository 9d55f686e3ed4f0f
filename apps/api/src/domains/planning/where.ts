import type { Context } from '../../http/handler.ts';
import { inPlace, type Predicate } from '../../location/area.ts';
import { geographyOf, type Place } from '../../location/place.ts';
import { around } from '../location/around.ts';

export interface Look {
  /** Condition on `position` or `postcode`; its values come first. */
  where: Predicate;
  /** The place that is looked in, for `inPlace`. */
  area: Place;
  /** Condition that a record cannot be found in any place of this kind. */
  unplaced: string;
  /** SQL of the distance in metres, over the same values and two more: `$n` easting, `$n+1` northing. */
  easting: number | null;
  northing: number | null;
  geography: NonNullable<ReturnType<typeof geographyOf>>;
}

/** Postcode districts and sectors are looked up by their code, anything else by what lies around or inside it. */
export function lookIn(context: Context, place: Place, radius_m: number): Look {
  const columns = { postcode: 'postcode', position: 'position' };
  if (place.level === 'outcode' || place.level === 'sector') {
    return {
      where: inPlace(place, columns, 1),
      area: place,
      unplaced: 'postcode is null',
      easting: place.easting,
      northing: place.northing,
      geography: geographyOf(place, place),
    };
  }
  const look = around(context, place, radius_m);
  return {
    where: inPlace(look.area, columns, 1),
    area: look.area,
    unplaced: 'position is null',
    easting: look.easting,
    northing: look.northing,
    geography: look.geography,
  };
}
