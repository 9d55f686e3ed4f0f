import type { Context } from '../../http/handler.ts';
import { nationsIn } from '../../location/authorities.query.ts';
import { nearBorder } from '../../location/nations.ts';
import type { Place } from '../../location/place.ts';

/** No outcode, polygon or widened circle reaches farther from its middle. */
const REACH_M = 60_000;

/** Says of an area of England that it reaches into Scotland, whose sales are in no source. Inland no postcode is read. */
export async function warnOfScottishPart(context: Context, area: Place, field: string): Promise<void> {
  const { country, easting, northing, level, label } = area;
  if (country !== 'England' || level === 'postcode') return;
  if (easting !== null && northing !== null && !nearBorder(easting, northing, country, REACH_M)) return;
  const nations = (await nationsIn.rows(context.db, area, {})).map((row) => row.country);
  if (!nations.includes('Scotland')) return;
  context.warn(
    'partly_covered',
    field,
    `A part of ${label} lies in Scotland, where sale prices are not open data: the figures are those of the other part.`,
  );
}
