import { NATIONS } from '@domesday/db';
import type { Context } from '../http/handler.ts';
import { nationsIn } from './authorities.query.ts';
import type { Country, Place } from './place.ts';

/** A searched area, with the centre from which distances are measured. */
interface Searched {
  area: Place;
  easting: number;
  northing: number;
  radius_m: number;
}

/**
 * The nations whose registers cover an area: its own, and those that it reaches into; all three if none is known. Far
 * from a border no postcode is read.
 */
export async function nationsReached(context: Context, searched: Searched): Promise<Country[]> {
  const { area, easting, northing, radius_m } = searched;
  const own = area.country;
  const inland = own !== null && area.level === 'radius' && !nearBorder(easting, northing, own, radius_m);
  const reached = inland ? [] : (await nationsIn.rows(context.db, area, {})).map((row) => row.country);
  const nations = NATIONS.filter((nation) => nation === own || reached.includes(nation));
  return nations.length > 0 ? nations : [...NATIONS];
}

/**
 * Whether another nation may lie within a distance, judged by grid lines that enclose each border with room to spare:
 * Scotland lies north of northing 530,000, England south of 658,000; Wales west of easting 356,000 between the
 * northings 164,000 and 396,000, England east of 310,000.
 */
export function nearBorder(easting: number, northing: number, country: Country, within_m: number): boolean {
  if (country === 'Scotland') return northing < 658_000 + within_m;
  if (country === 'Wales') return easting > 310_000 - within_m;
  const wales =
    easting < 356_000 + within_m && northing > 164_000 - within_m && northing < 396_000 + within_m;
  return wales || northing > 530_000 - within_m;
}

/**
 * Whether Scotland may lie within a distance of a place in England. The border runs north-east from the Solway, nowhere
 * farther south-east than this line, and no part of it lies south of northing 560,000.
 */
export function nearScotland(easting: number, northing: number, within_m: number): boolean {
  const across = within_m * Math.hypot(1, BORDER_SLOPE);
  return northing > 560_000 - within_m && northing > BORDER_SLOPE * easting + BORDER_NORTHING - across;
}

const BORDER_SLOPE = 1.3;
const BORDER_NORTHING = 113_000;
