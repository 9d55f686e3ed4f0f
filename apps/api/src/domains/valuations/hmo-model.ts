/**
 * Kinds of room a caller may count, and the ratio of their rent to that of a plain double room. Stated priors.
 */
export const ROOM_FACTORS = { double_ensuite: 1.15, double: 1, single_ensuite: 0.98, single: 0.85 } as const;
export type RoomKind = keyof typeof ROOM_FACTORS;
export type RoomMix = Partial<Record<RoomKind, number>>;

/**
 * Kinds of room of lettings, as the kinds that a caller may count; one whose kind is not told is taken for a plain
 * double.
 */
const LET_AS: Partial<Record<string, RoomKind>> = {
  double_ensuite: 'double_ensuite',
  single_ensuite: 'single_ensuite',
  single_shared: 'single',
};

export function roomKind(room_type: string | null): RoomKind {
  return LET_AS[room_type ?? 'any'] ?? 'double';
}

/** What a plain double room would rent for where a room of its kind rents for so much. */
export function asPlainDouble({
  rent_pcm,
  room_type,
}: {
  rent_pcm: number;
  room_type: string | null;
}): number {
  return rent_pcm / ROOM_FACTORS[roomKind(room_type)];
}

/** Effect of extras on a room's rent. Stated priors: no open source measures them. */
export const PARKING_FACTOR = 1.02;
export const OUTSIDE_SPACE_FACTOR = 1.01;

/** Percentage points by which the yield of an HMO exceeds that of a single let, for its costs and work. */
export const YIELD_PREMIUM_PCT = 2;
/** Half-width of the value if the spread of room rents is unknown. */
export const HALF_WIDTH = 0.15;

/** Lettable rooms of a home: its habitable rooms, less one that stays a living room. */
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

/** Value of a net monthly income at a yearly yield. */
export function incomeValue(net_pcm: number, yield_pct: number): number {
  return (net_pcm * 1200) / yield_pct;
}

export interface Band {
  value: number;
  low: number;
  high: number;
}

/**
 * An HMO is worth its income, and at least as much as the home let or sold as a single home; each bound is that of the
 * greater.
 */
export function sharedValue(income: Band, single: Band | null): { point: number; low: number; high: number } {
  const greater = (name: keyof Band) => Math.max(income[name], single?.[name] ?? 0);
  return { point: greater('value'), low: greater('low'), high: greater('high') };
}

/** People from whom on every shared home in the nation needs a licence: five, in Scotland three. */
export function licenceThreshold(country: string | null): number {
  return country === 'Scotland' ? 3 : 5;
}
