import type { Schema } from '@domesday/contract';
import type { PriceRow } from './yields.query.ts';

export interface YieldAsked {
  bedrooms?: number | undefined;
  property_type?: Schema<'PropertyType'> | undefined;
  months: number;
  widen: boolean;
  /** True for asking prices of the operator's listings, false for registered prices. */
  asking?: boolean;
  /** The field that warnings about the sales name. */
  warning_field: string;
}

/** Rents of one source in one area. */
export interface RentSide {
  rent_pcm: number;
  low: number | null;
  high: number | null;
  n: number | null;
  basis: Schema<'Basis'>;
  dataset: string;
  /** Number of months by which an index of these rents was carried. */
  months: number;
  /** The homes that the rent is for. */
  of: Schema<'Homes'>;
  /** Typical rent by bedrooms. */
  by_bedrooms: Map<number, number>;
}

export interface AreaYield extends RentSide {
  gross_pct: number;
  price: number;
  price_n: number | null;
  price_basis: Schema<'Basis'>;
  /** The homes that the price is for. */
  price_of: Schema<'Homes'>;
  prices: PriceRow[];
  geography: Schema<'Geography'>;
  confidence: Schema<'Confidence'>;
}

/** Types of home that certificates have but registered sales lack. */
export const CERTIFICATE_TYPES_ONLY = ['bungalow', 'other'];
