import { median } from '../math/quantile.ts';
import { FITTED_TYPES } from '../places.ts';
import { ROOM_POWER, USUAL_ROOM_SIZES } from '../room-sizes.ts';
import type { SalesTable } from '../sales-table.ts';
import { plausibleFloorArea } from '../sqft-estimate.ts';
import type { RoomSizes } from '../types.ts';
import { floorAreaKnown } from './price-per-area.ts';

/** The weight of the usual size, in homes. */
const PRIOR_HOMES = 20;

/**
 * The median size of a room by type, among homes whose certificate gives rooms and floor area. Each home counts once.
 */
export function fitRoomSizes(table: SalesTable, known: number, as_of: string): RoomSizes {
  const sizes: number[][] = FITTED_TYPES.map(() => []);
  for (let i = 0; i < known; i++) {
    const area = floorAreaKnown(table.rows[i]!, as_of);
    const rooms = table.rows[i]!.habitable_rooms;
    if (table.previous[i]! >= 0 || !rooms || !plausibleFloorArea(area)) continue;
    sizes[table.type[i]!]!.push(Math.log(area) - ROOM_POWER * Math.log(rooms));
  }
  return sizes.map((own, type) => {
    const usual = USUAL_ROOM_SIZES[type]!;
    return usual + ((own.length > 0 ? median(own) - usual : 0) * own.length) / (own.length + PRIOR_HOMES);
  });
}
