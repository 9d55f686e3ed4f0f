import type { Context } from '../../http/handler.ts';
import type { Place } from '../../location/place.ts';
import { countUnplaced, warnUnplaced } from '../../location/unplaced.ts';
import { unplacedLettings } from './evidence.query.ts';
import { unplacedAdverts } from './listings.query.ts';

/** Says how many lettings agreed since a day may lie in an area and are in none of its figures. */
export async function warnUnplacedLettings(
  context: Context,
  area: Place,
  what: { from: string; rooms: boolean },
): Promise<void> {
  const n = await countUnplaced(context, area, unplacedLettings, { ...what, to: context.today });
  warnUnplaced(context, n, what.rooms ? 'lettings of rooms' : 'lettings', null);
}

/** The same of homes that are advertised now. */
export async function warnUnplacedAdverts(
  context: Context,
  area: Place,
  listing_type: 'sale' | 'rent',
): Promise<void> {
  const n = await countUnplaced(context, area, unplacedAdverts, { listing_type });
  warnUnplaced(context, n, 'listings', null);
}
