/**
 * Kinds of room that a caller may count, with the ratio of their rent to that of a plain double room. Stated priors.
 */
export const ROOM_FACTORS = { double_ensuite: 1.15, double: 1, single_ensuite: 0.98, single: 0.85 } as const;
export type RoomKind = keyof typeof ROOM_FACTORS;
export type RoomMix = Partial<Record<RoomKind, number>>;

/**
 * Maps kinds of room of lettings to the kinds that a caller may count. A room of unknown kind counts as a plain double.
 */
const LET_AS: Partial<Record<string, RoomKind>> = {
  double_ensuite: 'double_ensuite',
  single_ensuite: 'single_ensuite',
  single_shared: 'single',
};

export function roomKind(room_type: string | null): RoomKind {
  return LET_AS[room_type ?? 'any'] ?? 'double';
}

/** The rent of a plain double room that corresponds to the rent of a room of another kind. */
export function asPlainDouble({
  rent_pcm,
  room_type,
}: {
  rent_pcm: number;
  room_type: string | null;
}): number {
  return rent_pcm / ROOM_FACTORS[roomKind(room_type)];
}

/** Effect of extras on a room's rent. Stated priors: no open source measures it. */
export const PARKING_FACTOR = 1.02;
export const OUTSIDE_SPACE_FACTOR = 1.01;

/** Percentage points by which the yield of an HMO exceeds that of a single let, to cover its costs and work. */
export const YIELD_PREMIUM_PCT = 2;
/** Half-width of the value range, as a share, if the spread of room rents is unknown. */
export const HALF_WIDTH = 0.15;

/** Rooms to let in a home: its habitable rooms, less one if a living room stays. */
export function roomsToLet(habitable_rooms: number, living_room: boolean): number {
  return habitable_rooms - (living_room ? 1 : 0);
}

/** Room rents of a mix, given the rent `double_pcm` of a plain double room. */
export function mixRent(mix: RoomMix, double_pcm: number): { total: number; rooms: number } {
  let total = 0;
  let rooms = 0;
  for (const [kind, factor] of Object.entries(ROOM_FACTORS)) {
    const count = mix[kind as RoomKind] ?? 0;
    total += count * factor * double_pcm;
    rooms += count;
  }
  return { total, rooms };
}

/** Value of a net monthly income, pounds, at a yearly yield in per cent. */
export function incomeValue(net_pcm: number, yield_pct: number): number {
  return (net_pcm * 1200) / yield_pct;
}

export interface Band {
  value: number;
  low: number;
  high: number;
}

/**
 * An HMO is worth its income, but at least as much as the same home as a single home. This holds for the value and for
 * each bound.
 */
export function sharedValue(income: Band, single: Band | null): { point: number; low: number; high: number } {
  const greater = (name: keyof Band) => Math.max(income[name], single?.[name] ?? 0);
  return { point: greater('value'), low: greater('low'), high: greater('high') };
}

/** Number of people from which every shared home in the nation needs a licence: five, in Scotland three. */
export function licenceThreshold(country: string | null): number {
  return country === 'Scotland' ? 3 : 5;
}
