/**
 * The bytes of `sale_months` and `sale_squares`: records of a fixed length without anything between them, numbers
 * big-endian, so that a year of an outcode is read in one piece. What `build.query.ts` packs is unpacked here.
 */

/** Order of the codes; 0 stands for none of them. */
export const TYPES = ['detached', 'semi_detached', 'terraced', 'flat', 'other'] as const;
export const TENURES = ['Freehold', 'Leasehold'] as const;

/** Bits of the flags: day of the month, kind, tenure, new build, additional price paid, sector, bedrooms, rooms. */
export const BITS = {
  day: 0,
  type: 5,
  tenure: 8,
  new_build: 10,
  additional: 11,
  sector: 12,
  bedrooms: 16,
  rooms: 20,
} as const;
export const NO_BEDROOMS = 15;
export const NO_ROOMS = 255;

export interface PackedSale {
  price: number;
  property_type: (typeof TYPES)[number];
  tenure: (typeof TENURES)[number] | null;
  new_build: boolean;
  additional: boolean;
  /** Of the newest certificate that tells one, square metres. */
  floor_area_sqm: number | null;
  /** By the newest certificate, 5 for five and more. */
  bedrooms: number | null;
}

export interface MonthSale extends PackedSale {
  day: number;
  /** Digit of the postcode sector. */
  sector: number;
}

export interface SquareSale extends PackedSale {
  /** Days since 1 January 2000. */
  day_number: number;
  easting: number;
  northing: number;
  /** Of the certificate that tells the floor area. */
  habitable_rooms: number | null;
  /** Place of the record, for `transactionAt`. */
  at: number;
}

/** Price, flags, floor area. */
export const MONTH_RECORD_BYTES = 16;
/** The same, then day number, easting, northing and the transaction. */
export const SQUARE_RECORD_BYTES = 52;
/** Side of a square, metres; its number is `column * 10000 + row`. */
export const SQUARE_M = 1000;
const ROWS_OF_SQUARES = 10_000;

export function squareOf(easting: number, northing: number): number {
  return Math.floor(easting / SQUARE_M) * ROWS_OF_SQUARES + Math.floor(northing / SQUARE_M);
}

/** Squares that a circle may touch. */
export function squaresAround(easting: number, northing: number, radius_m: number): number[] {
  const squares: number[] = [];
  const first = [easting - radius_m, northing - radius_m].map((v) => Math.floor(v / SQUARE_M));
  const last = [easting + radius_m, northing + radius_m].map((v) => Math.floor(v / SQUARE_M));
  for (let x = first[0]!; x <= last[0]!; x++) {
    for (let y = first[1]!; y <= last[1]!; y++) squares.push(x * ROWS_OF_SQUARES + y);
  }
  return squares;
}

export function monthSaleAt(bytes: Buffer, at: number): MonthSale {
  const flags = bytes.readInt32BE(at + 4);
  return {
    ...sharedAt(bytes, at, flags),
    day: flags & 31,
    sector: (flags >> BITS.sector) & 15,
  };
}

export function squareSaleAt(bytes: Buffer, at: number): SquareSale {
  const flags = bytes.readInt32BE(at + 4);
  const rooms = (flags >> BITS.rooms) & 255;
  return {
    ...sharedAt(bytes, at, flags),
    day_number: bytes.readInt32BE(at + 16),
    easting: bytes.readDoubleBE(at + 20),
    northing: bytes.readDoubleBE(at + 28),
    habitable_rooms: rooms === NO_ROOMS ? null : rooms,
    at,
  };
}

/** The transaction of a record of a square, as the text of a UUID. */
export function transactionAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at + 36, at + 52);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Price, kind and category of a record, read before all the rest of it where they rule it out. */
export function flagsAt(bytes: Buffer, at: number): number {
  return bytes.readInt32BE(at + 4);
}

function sharedAt(bytes: Buffer, at: number, flags: number): PackedSale {
  const area = bytes.readDoubleBE(at + 8);
  const tenure = (flags >> BITS.tenure) & 3;
  const bedrooms = (flags >> BITS.bedrooms) & 15;
  return {
    price: bytes.readInt32BE(at),
    property_type: TYPES[((flags >> BITS.type) & 7) - 1]!,
    tenure: tenure === 0 ? null : TENURES[tenure - 1]!,
    new_build: ((flags >> BITS.new_build) & 1) === 1,
    additional: ((flags >> BITS.additional) & 1) === 1,
    floor_area_sqm: Number.isNaN(area) ? null : area,
    bedrooms: bedrooms === NO_BEDROOMS ? null : bedrooms,
  };
}
