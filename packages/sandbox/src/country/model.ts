import type { Settlement, StreetKind } from './geography.ts';

/**
 * D, S, T, F as in price-paid; bungalows count as D or S there, and are a type of their own in certificates.
 */
export type TypeCode = 'D' | 'S' | 'T' | 'F';

export interface Street {
  id: string;
  name: string;
  kind: StreetKind;
  settlement: Settlement;
  postcodes: string[];
  builtYear: number;
}

export interface Home {
  uprn: number;
  parentUprn: number | null;
  street: Street;
  /** Flat designation in the form of the address list, for instance `FLAT 2` or `2F1`; empty for houses. */
  unit: string;
  /** The flat in the form of price-paid, which may lack the number. */
  saon: string;
  buildingName: string;
  number: string;
  postcode: string;
  easting: number;
  northing: number;
  latitude: number;
  longitude: number;
  type: TypeCode;
  bungalow: boolean;
  tenure: 'F' | 'L';
  builtYear: number;
  floorAreaSqm: number;
  habitableRooms: number;
  floorLevel: number;
  storeys: number;
  /** Log effects on price that no file contains. */
  streetEffect: number;
  condition: number;
  energyScore: number;
  /** Housing tenure as certificates give it. */
  occupation: 'Owner-occupied' | 'Rented (private)' | 'Rented (social)';
  inAddressList: boolean;
}

/** A block of flats: it has a UPRN and an address but no unit. */
export interface Building {
  uprn: number;
  street: Street;
  buildingName: string;
  number: string;
  postcode: string;
  easting: number;
  northing: number;
  latitude: number;
  longitude: number;
  homes: number[];
}

export interface Postcode {
  postcode: string;
  settlement: Settlement;
  street: Street | null;
  easting: number;
  northing: number;
  latitude: number;
  longitude: number;
  introduced: string;
  terminated: string | null;
  hasPosition: boolean;
  lsoaCode: string;
  msoaCode: string;
  outputAreaCode: string;
}

export interface Sale {
  transactionId: string;
  uprn: number | null;
  price: number;
  date: string;
  postcode: string;
  type: TypeCode | 'O';
  newBuild: boolean;
  tenure: 'F' | 'L' | 'U';
  paon: string;
  saon: string;
  street: string;
  locality: string;
  town: string;
  district: string;
  county: string;
  category: 'A' | 'B';
  /** The irregularity of the real file that this row imitates, if any. */
  oddity: UnusualSale | null;
  file: 'bulk' | 'monthly';
}

export type UnusualSale =
  | 'wrong_postcode'
  | 'no_postcode'
  | 'former_postcode'
  | 'same_day_duplicate'
  | 'short_hold'
  | 'street_spelling'
  | 'type_changed'
  | 'old_district'
  | 'unit_without_number'
  | 'commercial';

export interface Certificate {
  number: string;
  uprn: number;
  /** False if the register has only the address. */
  hasUprn: boolean;
  inspectedOn: string;
  lodgedOn: string;
  score: number;
  /** The area in the register: a figure, 0 or nothing. */
  floorArea: string;
  transactionType: string;
  layout: '2026' | 'older' | 'scottish';
}

export interface Correction {
  transactionId: string;
  status: 'C' | 'D';
  /** The row in the bulk file that the monthly file changes or deletes. */
  published: Sale;
}

export interface Country {
  today: string;
  streets: Street[];
  homes: Home[];
  buildings: Building[];
  postcodes: Postcode[];
  /** The state after both the bulk file and the monthly file are applied. */
  sales: Sale[];
  corrections: Correction[];
  certificates: Certificate[];
  homeByUprn: Map<number, Home>;
  salesByUprn: Map<number, Sale[]>;
  certificatesByUprn: Map<number, Certificate[]>;
}

export function ratingOf(score: number): string {
  return score >= 92
    ? 'A'
    : score >= 81
      ? 'B'
      : score >= 69
        ? 'C'
        : score >= 55
          ? 'D'
          : score >= 39
            ? 'E'
            : score >= 21
              ? 'F'
              : 'G';
}

/** The address as the address list writes it, unit first, postcode last. */
export function addressLine(place: {
  unit?: string;
  buildingName: string;
  number: string;
  street: Street;
  postcode: string;
}): string {
  return [
    ...addressParts(place),
    place.street.settlement.locality,
    place.street.settlement.town,
    place.postcode,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Unit, building and thoroughfare, without locality, town and postcode. */
export function addressParts(place: {
  unit?: string;
  buildingName: string;
  number: string;
  street: Street;
}): string[] {
  const thoroughfare = place.number === '' ? place.street.name : `${place.number} ${place.street.name}`;
  return [place.unit ?? '', place.buildingName, thoroughfare].filter((part) => part !== '');
}

/** What has been built so far. */
export interface Built {
  streets: Street[];
  homes: Home[];
  buildings: Building[];
  postcodes: Postcode[];
}
