import { notFound } from '../../http/errors.ts';
import type { Context } from '../../http/handler.ts';
import { middleOf } from '../../location/ladder.ts';
import { inWords, type Place } from '../../location/place.ts';
import { monthsBefore } from '../../statistics/dates.ts';
import { shortLetsNear } from './market.query.ts';

const COVERS_WITHIN_M = 5000;

/** An older visit has no price or night from the last year. */
const OLD_AFTER_MONTHS = 12;

/** Whether the newest visit of a city is too old for figures of today; warns if it is. */
export function isOldVisit(context: Context, newest: string): boolean {
  if (newest >= monthsBefore(context.today, OLD_AFTER_MONTHS)) return false;
  context.warn(
    'old_source',
    null,
    `The newest loaded visit of the city is of ${newest}: prices and nights are those of the twelve months before. Load a newer one.`,
  );
  return true;
}

/** Throws 404 if no short lets are loaded, or none for a city that contains the place. */
export async function requireCoverage(context: Context, place: Place): Promise<void> {
  if (!context.loaded('airbnb-listings')) {
    throw notFound('source_not_loaded', 'No short lets are loaded: load airbnb-listings for the city.', [
      { field: null, issue: 'airbnb-listings is not loaded' },
    ]);
  }
  const { easting, northing } = place;
  if (easting === null || northing === null) {
    throw notFound(
      'not_covered',
      `The position of ${inWords(place)} is not known, so its city is unknown too.`,
    );
  }
  const { near } = await shortLetsNear.one(context.db, { easting, northing, within_m: COVERS_WITHIN_M });
  if (near) return;
  throw notFound(
    'not_covered',
    `No loaded city of Inside Airbnb has listings within 5 km of ${middleOf(place)}. It publishes some cities only.`,
    [{ field: null, issue: `${inWords(place)} lies in no loaded city` }],
  );
}
