import type { Schema } from '@domesday/contract';
import { sql } from '@domesday/db';

/** The source of an item's coordinates. */
export function positionOf(placed: boolean, by_postcode: boolean): Schema<'Position'> {
  if (!placed) return null;
  return by_postcode ? 'postcode' : 'recorded';
}

/**
 * A distance to show, metres. An item placed by its postcode is not really at the centre of it: if that centre is the
 * place itself, the distance is unknown (null).
 */
export function shownDistance(distance_m: number, by_postcode: boolean): number | null {
  const rounded = Math.round(distance_m);
  return by_postcode && rounded === 0 ? null : rounded;
}

/**
 * Whether a linked record is placed by its postcode: its home is unknown, or is itself placed by its postcode. `a` is
 * the row of the home in `addresses`, with nulls if there is none.
 */
export const BY_POSTCODE = sql`(a.position is null or a.position_source is not distinct from 'postcode')`;
