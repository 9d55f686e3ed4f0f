import type { Queryable, RowOf } from '@domesday/db';
import type { Context } from '../http/handler.ts';
import { releaseCache } from '../http/meta/release-cache.ts';
import type { Place } from './place.ts';
import { outcodesIn, type REACHED, type SiteRow, unplacedSites } from './unplaced.query.ts';

type Reached = RowOf<typeof REACHED>;

/** A place, or a market area with the outcode and the authority of the place that was asked for. */
export type Reachable = Place | ({ brma_key: string } & Pick<Place, 'outcode' | 'local_authority_code'>);

/** The attribute by which records are found in a place: the postcode in places given by codes, else the position. */
export function foundBy(area: Reachable): 'postcode' | 'position' {
  return 'level' in area && ['postcode', 'sector', 'outcode'].includes(area.level) ? 'postcode' : 'position';
}

/** How records are found in a place, and the outcodes that it overlaps. */
async function reachedBy(context: Context, area: Reachable): Promise<Reached> {
  const lacks_postcode = foundBy(area) === 'postcode';
  if (lacks_postcode) return { lacks_postcode, outcodes: [] };
  const found = await outcodesOf(context, area);
  // A circle without a postcode lies in the outcode of the nearest postcode.
  return { lacks_postcode, outcodes: found.length > 0 || area.outcode === null ? found : [area.outcode] };
}

const reached = releaseCache<string[]>();

/** Cached, because many answers ask for the same circles, authorities and market areas. */
function outcodesOf(context: Context, area: Reachable): Promise<string[]> {
  const read = async () => (await outcodesIn.rows(context.db, area, {})).map((row) => row.outcode).sort();
  const key = keyOf(area);
  return key === null ? read() : reached(context, key, read);
}

function keyOf(area: Reachable): string | null {
  if ('brma_key' in area) return `brma ${area.brma_key}`;
  if (area.level === 'local_authority') return `authority ${area.local_authority_code}`;
  return area.level === 'radius' ? `${area.easting} ${area.northing} ${area.radius_m}` : null;
}

const counts = releaseCache<number>();

/**
 * How many records that the statement counts may lie in an area but cannot be found by it. Areas given by codes share
 * one count, and so do circles that overlap the same outcodes.
 */
export async function countUnplaced<V>(
  context: Context,
  area: Reachable,
  statement: { name: string; one(db: Queryable, values: V & Reached): Promise<{ n: number }> },
  asked: V,
): Promise<number> {
  const { lacks_postcode, outcodes } = await reachedBy(context, area);
  const values = { ...asked, lacks_postcode, outcodes };
  const key = `${statement.name} ${JSON.stringify(values)}`;
  return counts(context, key, async () => (await statement.one(context.db, values)).n);
}

const sites = releaseCache<SiteRow[]>();

/** How many of the wanted schools or health sites have no position but may lie in an area. */
export async function sitesThatMayLieIn(
  context: Context,
  area: Place,
  isMeant: (site: SiteRow) => boolean,
): Promise<number> {
  const unplaced = await sites(context, 'all', () => unplacedSites.rows(context.db));
  const open = unplaced.filter(({ closes_on }) => closes_on === null || closes_on > context.today);
  const matching = open.filter(isMeant);
  if (matching.length === 0) return 0;
  const { outcodes } = await reachedBy(context, area);
  return matching
    .filter(({ outcode, country }) =>
      outcode === null ? area.country === null || country === area.country : outcodes.includes(outcode),
    )
    .reduce((sum, { n }) => sum + n, 0);
}

/**
 * Warns how many records may lie in the place but are not counted, because they lack the attribute by which it finds
 * records.
 */
export function warnUnplaced(
  context: Context,
  n: number,
  what: string,
  field: string | null,
  lacking: 'position' | 'postcode' = 'position',
): void {
  if (n === 0) return;
  const message = `${n} further ${what} have no ${lacking} that is known: they may lie here, but are not counted.`;
  context.warn('unplaced_records', field, message);
}
