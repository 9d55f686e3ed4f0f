import type { Schema } from '@domesday/contract';
import { sql } from '@domesday/db';

/** Where the coordinates of an item of a list are from. */
export function positionOf(placed: boolean, by_postcode: boolean): Schema<'Position'> {
  if (!placed) return null;
  return by_postcode ? 'postcode' : 'recorded';
}

/**
 * A distance as it is shown, metres. What is placed by its postcode does not lie in the middle of it: where that is the
 * place itself, the distance is not known.
 */
export function shownDistance(distance_m: number, by_postcode: boolean): number | null {
  const rounded = Math.round(distance_m);
  return by_postcode && rounded === 0 ? null : rounded;
}

/**
 * Whether a record linked to a home stands at its postcode: the home is not known, or stands there itself. `a` is the
 * row of the home in `addresses`, with nulls where there is none.
 */
export const BY_POSTCODE = sql`(a.position is null or a.position_source is not distinct from 'postcode')`;
