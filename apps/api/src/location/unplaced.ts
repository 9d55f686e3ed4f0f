import type { RowOf } from '@domesday/db';
import type { Context } from '../http/handler.ts';
import { releaseCache } from '../http/release-cache.ts';
import type { Place } from './place.ts';
import { outcodesIn, type REACHED, type SiteRow, unplacedSites } from './unplaced.query.ts';

export type Reached = RowOf<typeof REACHED>;

/** What finds a record in a place: codes find it by its postcode, all other places by its position. */
export function foundBy(area: Place): 'postcode' | 'position' {
  return ['postcode', 'sector', 'outcode'].includes(area.level) ? 'postcode' : 'position';
}

/** By what the records of a place are found, and the outcodes that it reaches. */
export async function reachedBy(context: Context, area: Place): Promise<Reached> {
  const lacks_postcode = foundBy(area) === 'postcode';
  if (lacks_postcode) return { lacks_postcode, outcodes: [] };
  const found = (await outcodesIn.rows(context.db, area, {})).map((row) => row.outcode);
  // A circle without a postcode in it lies in the outcode of the nearest one.
  return { lacks_postcode, outcodes: found.length > 0 || area.outcode === null ? found : [area.outcode] };
}

const sites = releaseCache<SiteRow[]>();

/** How many schools or health sites of those meant have no position and could lie in an area. */
export async function sitesThatMayLieIn(
  context: Context,
  area: Place,
  isMeant: (site: SiteRow) => boolean,
): Promise<number> {
  const unplaced = await sites(context, 'all', () => unplacedSites.rows(context.db));
  const meant = unplaced.filter(isMeant);
  if (meant.length === 0) return 0;
  const { outcodes } = await reachedBy(context, area);
  return meant
    .filter(({ outcode, country }) =>
      outcode === null ? area.country === null || country === area.country : outcodes.includes(outcode),
    )
    .reduce((sum, { n }) => sum + n, 0);
}

/** Says how many records may lie in the place and are not in its figures, since they lack what finds them there. */
export function warnUnplaced(
  context: Context,
  n: number,
  what: string,
  field: string | null,
  lacking: 'position' | 'postcode' = 'position',
): void {
  if (n === 0) return;
  const message = `${n} further ${what} have no ${lacking} that is known, so that they may lie here and are not counted.`;
  context.warn('unplaced_records', field, message);
}
