import type { Context } from '../../http/handler.ts';
import type { Place } from '../../location/place.ts';
import { lettingsAround, type NearLetting } from './rental.query.ts';

export type { NearLetting } from './rental.query.ts';

/** Reads the operator's lettings within a distance of the home, with its bedrooms, one fewer or one more. */
export type LettingsWithin = (radius_m: number) => Promise<NearLetting[]>;

/** Distance of the first read, metres: in a city centre there are many lettings around a home. */
const NEAR_M = 500;

/**
 * Reads the lettings around a home in at most two statements, whatever circles and bedrooms are then asked for: the
 * near ones, and those up to the greatest distance only if the near ones are too few.
 */
export function readLettingsOnce(
  context: Context,
  { place, bedrooms }: { place: Place; bedrooms: number },
  { from, max_radius_m }: { from: string; max_radius_m: number },
): LettingsWithin {
  const { easting, northing } = place;
  const reads = new Map<number, Promise<NearLetting[]>>();
  const upTo = (within_m: number) => {
    const read =
      reads.get(within_m) ??
      lettingsAround.rows(context.db, {
        easting: easting!,
        northing: northing!,
        within_m,
        bedrooms,
        from,
        to: context.today,
      });
    reads.set(within_m, read);
    return read;
  };
  return async (radius_m) => {
    const lettings = await upTo(radius_m <= NEAR_M ? NEAR_M : Math.max(radius_m, max_radius_m));
    return lettings.filter((letting) => letting.distance_m <= radius_m);
  };
}
