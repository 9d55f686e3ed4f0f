import type { Context } from '../../http/handler.ts';
import { nationsIn } from '../../location/authorities.query.ts';
import { nearBorder } from '../../location/nations.ts';
import type { Place } from '../../location/place.ts';

/** No outcode, polygon or widened circle reaches farther from its middle. */
const REACH_M = 60_000;

/** Says of an area that a part of it lies in Scotland, whose sales are in no source. Inland no postcode is read. */
export async function warnOfScottishPart(context: Context, area: Place, field: string): Promise<void> {
  const { level, label } = area;
  if (level === 'postcode' || !(await liesOnBothSides(context, area))) return;
  context.warn(
    'partly_covered',
    field,
    `A part of ${label} lies in Scotland, where sale prices are not open data: the figures are those of the other part.`,
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
