import type { Context } from '../../http/handler.ts';
import type { Place } from '../../location/place.ts';
import { type LettingRow, lettingsInPlace, lettingsWithin } from './evidence.query.ts';

/**
 * Circles that are read together with the next smaller one. If the smaller one holds too few lettings, the wider one
 * holds only some more, and reading those costs less than a second statement.
 */
const READ_TO_M = [500, 2000];

/** Reads the operator's lettings in one step of a ladder. */
type LettingsOfStep = (step: Place) => Promise<LettingRow[]>;

/** Reads the lettings of a ladder step by step; two neighbouring circles are read in one statement. */
export function readLettings(
  context: Context,
  steps: readonly Place[],
  asked: { from: string; rooms: boolean },
): LettingsOfStep {
  const period = { ...asked, to: context.today };
  const reads = new Map<number, ReturnType<typeof lettingsWithin.rows>>();
  return async (step) => {
    const { easting, northing, radius_m } = step;
    const reach_m = step.level === 'radius' ? reachOf(radius_m!, steps) : null;
    if (reach_m === null || easting === null || northing === null)
      return lettingsInPlace.rows(context.db, step, period);
    const read =
      reads.get(reach_m) ??
      lettingsWithin.rows(context.db, { ...period, easting, northing, within_m: reach_m });
    reads.set(reach_m, read);
    return (await read).filter((letting) => letting.distance_m <= radius_m!);
  };
}

/** Radius of the circle to read for a step. A large first circle often answers alone, so it is read alone. */
function reachOf(radius_m: number, steps: readonly Place[]): number {
  const alone = radius_m === steps[0]!.radius_m && radius_m > READ_TO_M[0]!;
  const wider = READ_TO_M.find((reach_m) => reach_m >= radius_m);
  return !alone && steps.some((step) => step.radius_m === wider) ? wider! : radius_m;
}
