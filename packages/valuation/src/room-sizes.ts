import { FITTED_TYPES, type FittedType } from './places.ts';
import type { RoomSizes } from './types.ts';

export const USUAL_ROOM_SIZES: RoomSizes = FITTED_TYPES.map(() => Math.log(24));
export const ROOM_POWER = 0.9;
/** Standard deviation, in log points, of floor areas with equal numbers of rooms. */
const ROOM_SIZE_SD = 0.2;
/** Half-width in log price that holds 80 in 100 homes, at the usual elasticity of 0.8. */
export const ROOM_SPREAD_80 = 1.28 * 0.8 * ROOM_SIZE_SD;

/** The usual floor area, in square metres, of a home with this many habitable rooms. */
export function areaOfRooms(rooms: number, type: FittedType, sizes: RoomSizes): number {
  const log = sizes[FITTED_TYPES.indexOf(type)]! + ROOM_POWER * Math.log(Math.max(1, rooms));
  return Math.round(Math.exp(log) * 10) / 10;
}

/** The usual habitable rooms of a home with this many bedrooms: one living room up to three bedrooms, two above. */
export function roomsOfBedrooms(bedrooms: number): number {
  return bedrooms <= 3 ? bedrooms + 1 : bedrooms + 2;
}
