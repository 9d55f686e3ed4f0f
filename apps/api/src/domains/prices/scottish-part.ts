import type { Context } from '../../http/handler.ts';
import { nationsIn } from '../../location/authorities.query.ts';
import { nearBorder } from '../../location/nations.ts';
import type { Place } from '../../location/place.ts';
import { scottishSales } from './sales.query.ts';

/** No outcode, polygon or widened circle reaches farther than this from its centre. */
const REACH_M = 60_000;

/**
 * Warns if a part of an area lies in Scotland, and says whether sales there are counted: no open source has any, but an
 * operator may hold some under a licence. Away from the border no postcode is read.
 */
export async function warnOfScottishPart(context: Context, area: Place, field: string): Promise<void> {
  const { level, label } = area;
  if (level === 'postcode' || !(await liesOnBothSides(context, area))) return;
  const licensed = (await scottishSales.one(context.db, area, {})).known;
  const counted = licensed
    ? 'the licensed sales that are loaded of it count like those of the other part'
    : 'the figures are those of the other part';
  context.warn(
    'partly_covered',
    field,
    `A part of ${label} lies in Scotland, where sale prices are not open data: ${counted}.`,
  );
}

/** Whether an area has postcodes in England and in Scotland. */
export async function liesOnBothSides(context: Context, area: Place): Promise<boolean> {
  const { country, easting, northing } = area;
  if (country !== 'England' && country !== 'Scotland') return false;
  if (easting !== null && northing !== null && !nearBorder(easting, northing, country, REACH_M)) return false;
  const nations = (await nationsIn.rows(context.db, area, {})).map((row) => row.country);
  return nations.includes('England') && nations.includes('Scotland');
}
