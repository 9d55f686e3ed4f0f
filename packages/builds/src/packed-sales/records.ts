export const MARKET_BUILD = 'market';
/** Datasets whose loads may change a sale, its link, its position or its certificate. */
export const MARKET_INPUTS = [
  'price-paid',
  'hmlr-uprn-lookup',
  'epc-domestic',
  'address-list',
  'os-open-uprn',
  'code-point-open',
  'onspd',
  'brma-lookup',
  'brma-boundaries',
];

/**
 * The format of `sale_months` and `sale_squares`: records of fixed length without separators, numbers big-endian, so
 * that a year of an outcode is read in one piece. `build.query.ts` packs the records, and this module unpacks them.
 */

/** Order of the codes; 0 = none. */
export const TYPES = ['detached', 'semi_detached', 'terraced', 'flat', 'other'] as const;
export const TENURES = ['Freehold', 'Leasehold'] as const;

/**
 * The lowest bit of each value in the flags: day of the month, type, tenure, new build, additional price paid, sector,
 * bedrooms, rooms, price of several homes.
 */
export const BITS = {
  day: 0,
  type: 5,
  tenure: 8,
  new_build: 10,
  additional: 11,
  sector: 12,
  bedrooms: 16,
  rooms: 20,
  sold_together: 28,
} as const;
export const NO_BEDROOMS = 15;
export const NO_ROOMS = 255;

export interface PackedSale {
  price: number;
  property_type: (typeof TYPES)[number];
  tenure: (typeof TENURES)[number] | null;
  /** From the newest certificate with a floor area, square metres. */
  floor_area_sqm: number | null;
  /** From the newest certificate, 5 for five and more. */
  bedrooms: number | null;
}

/** Sales as columns, which are read faster than thousands of objects. */
export interface SaleColumns {
  prices: Float64Array;
  /** Indices of TYPES. */
  types: Uint8Array;
  /** Indices of TENURES plus 1; 0 = none. */
  tenures: Uint8Array;
  /** NaN = not known. */
  floor_areas_sqm: Float64Array;
  /** 5 for five and more; NO_BEDROOMS = not known. */
  bedrooms: Uint8Array;
  /** Year, month and day as one number, such as 20260131. */
  days: Int32Array;
}

export function emptyColumns(length: number): SaleColumns {
  return {
    prices: new Float64Array(length),
    types: new Uint8Array(length),
    tenures: new Uint8Array(length),
    floor_areas_sqm: new Float64Array(length),
    bedrooms: new Uint8Array(length),
    days: new Int32Array(length),
  };
}

export interface SquareSale extends PackedSale {
  /** Days since 1 January 2000. */
  day_number: number;
  easting: number;
  northing: number;
  /** From the newest certificate. */
  habitable_rooms: number | null;
  /** Whether the price is the total of several homes. */
  sold_together: boolean;
}

/** Price (4), flags (4), floor area (8). */
export const MONTH_RECORD_BYTES = 16;
/** The fields of a month's record, then day number (4), easting (8), northing (8) and transaction (16). */
export const SQUARE_RECORD_BYTES = 52;
/** Side of a square, in metres. */
export const SQUARE_M = 1000;
const ROWS_OF_SQUARES = 10_000;

/** The numbers of the squares that a circle may overlap. */
export function squaresAround(easting: number, northing: number, radius_m: number): number[] {
  const squares: number[] = [];
  const first = [easting - radius_m, northing - radius_m].map((v) => Math.floor(v / SQUARE_M));
  const last = [easting + radius_m, northing + radius_m].map((v) => Math.floor(v / SQUARE_M));
  for (let x = first[0]!; x <= last[0]!; x++) {
    for (let y = first[1]!; y <= last[1]!; y++) squares.push(x * ROWS_OF_SQUARES + y);
  }
  return squares;
}

/** Conditions that reject most records, tested before the rest of a record is read. */
export interface Sieve {
  /** First and last day: of the month for `unpackMonth`, since 1 January 2000 for `squareSaleAt`. */
  first: number;
  last: number;
  /** Bits of the flags that must equal those of `wanted`. */
  mask: number;
  wanted: number;
}

/** A sieve by type, tenure, new build, category and sector. A condition that is left out matches every record. */
export function sieveOf(
  days: { first: number; last: number },
  filter: {
    property_type?: string | undefined;
    tenure?: string | undefined;
    new_build?: boolean | undefined;
    standard_only: boolean;
    sector?: number | undefined;
  },
): Sieve {
  let mask = 0;
  let wanted = 0;
  const must = (bit: number, width: number, value: number) => {
    mask |= ((1 << width) - 1) << bit;
    wanted |= value << bit;
  };
  // A value that no sale has, such as bungalow, gets a code that no record has.
  const code = (values: readonly string[], value: string) => values.indexOf(value) + 1 || 7;
  if (filter.property_type !== undefined) must(BITS.type, 3, code(TYPES, filter.property_type));
  if (filter.tenure !== undefined) must(BITS.tenure, 2, code(TENURES, filter.tenure) & 3);
  if (filter.new_build !== undefined) must(BITS.new_build, 1, Number(filter.new_build));
  if (filter.standard_only) must(BITS.additional, 1, 0);
  if (filter.sector !== undefined) must(BITS.sector, 4, filter.sector);
  return { ...days, mask, wanted };
}

/**
 * Reads the sales of a month that pass the sieve into the columns, from index `n` on, and returns the index after them.
 * `month` is year and month as one number, such as 202601. Sales at the price of several homes are skipped; their days
 * are added to `together`.
 */
export function unpackMonth(
  bytes: Buffer,
  month: number,
  sieve: Sieve,
  columns: SaleColumns,
  n: number,
  together: number[],
): number {
  const { prices, types, tenures, floor_areas_sqm, bedrooms, days } = columns;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; at += MONTH_RECORD_BYTES) {
    const flags = view.getInt32(at + 4);
    const day = flags & 31;
    if ((flags & sieve.mask) !== sieve.wanted || day < sieve.first || day > sieve.last) continue;
    if (isTogether(flags)) {
      together.push(month * 100 + day);
      continue;
    }
    prices[n] = view.getInt32(at);
    types[n] = ((flags >> BITS.type) & 7) - 1;
    tenures[n] = (flags >> BITS.tenure) & 3;
    floor_areas_sqm[n] = view.getFloat64(at + 8);
    bedrooms[n] = (flags >> BITS.bedrooms) & 15;
    days[n] = month * 100 + day;
    n++;
  }
  return n;
}

/** The sale at byte `at`; null if the sieve rejects it or it lies farther than `radius_m` from the centre. */
export function squareSaleAt(
  bytes: Buffer,
  at: number,
  sieve: Sieve,
  circle: { easting: number; northing: number; radius_m: number },
): SquareSale | null {
  const flags = bytes.readInt32BE(at + 4);
  if ((flags & sieve.mask) !== sieve.wanted) return null;
  const day_number = bytes.readInt32BE(at + 16);
  if (day_number < sieve.first || day_number > sieve.last) return null;
  const easting = bytes.readDoubleBE(at + 20);
  const northing = bytes.readDoubleBE(at + 28);
  if (Math.hypot(easting - circle.easting, northing - circle.northing) > circle.radius_m) return null;
  const rooms = (flags >> BITS.rooms) & 255;
  return {
    price: bytes.readInt32BE(at),
    property_type: typeIn(flags),
    tenure: tenureIn(flags),
    floor_area_sqm: areaAt(bytes, at),
    bedrooms: bedroomsIn(flags),
    sold_together: isTogether(flags),
    day_number,
    easting,
    northing,
    habitable_rooms: rooms === NO_ROOMS ? null : rooms,
  };
}

function typeIn(flags: number): PackedSale['property_type'] {
  return TYPES[((flags >> BITS.type) & 7) - 1]!;
}

function tenureIn(flags: number): PackedSale['tenure'] {
  const tenure = (flags >> BITS.tenure) & 3;
  return tenure === 0 ? null : TENURES[tenure - 1]!;
}

function isTogether(flags: number): boolean {
  return ((flags >> BITS.sold_together) & 1) === 1;
}

function bedroomsIn(flags: number): number | null {
  const bedrooms = (flags >> BITS.bedrooms) & 15;
  return bedrooms === NO_BEDROOMS ? null : bedrooms;
}

function areaAt(bytes: Buffer, at: number): number | null {
  const area = bytes.readDoubleBE(at + 8);
  return Number.isNaN(area) ? null : area;
}

/** The transaction of the record at byte `at` of a square, as the text of a UUID. */
export function transactionAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at + 36, at + 52);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
