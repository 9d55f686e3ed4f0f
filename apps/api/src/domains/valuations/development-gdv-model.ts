import type { PricePerArea } from '@domesday/valuation';
import { quantilesOf } from '../../statistics/quantiles.ts';

export type UnitType = 'flat' | 'terraced' | 'semi_detached' | 'detached' | 'bungalow';

/** The type as which price-paid data record such sales. */
export function soldAs(type: UnitType): Exclude<UnitType, 'bungalow'> {
  return type === 'bungalow' ? 'detached' : type;
}

/** Price grows with the 0.8th power of floor area. */
const AREA_ELASTICITY = 0.8;
/** The elasticity applies only within these ratios to the usual floor area. */
const AREA_RATIO = [0.4, 2.5] as const;
/** Prior premium of new buildings as a share, and its weight as a number of local sales. */
const PRIOR_PREMIUM = 0.08;
const PRIOR_WEIGHT = 20;
/** Half-width of the range, as a share, if there are too few sales for quartiles. */
export const HALF_WIDTH = 0.2;

/**
 * Least floor areas in square metres by bedrooms, 0 to 6, of the nationally described space standard (2015): one storey
 * for flats and bungalows, two for houses, each for the larger usual number of people.
 */
const ONE_STOREY = [37, 50, 70, 86, 99, 121, 125];
const TWO_STOREYS = [58, 58, 79, 93, 115, 128, 132];

export function standardArea(type: UnitType, bedrooms: number): number {
  return (type === 'flat' || type === 'bungalow' ? ONE_STOREY : TWO_STOREYS)[Math.min(6, bedrooms)]!;
}

/** A sale with its price indexed to today. */
export interface AreaPrice {
  price: number;
  floor_area_sqm: number;
}

export interface PerArea {
  /** Pounds per square metre. */
  median: number;
  low: number;
  high: number;
  usual_area_sqm: number;
  n: number;
  /** Elasticity of price to floor area: as measured by a build, else 0.8. */
  elasticity?: number;
}

/** The sample scaled to the price level of valuations.sale for such homes, with its own spread. */
export function atBuiltLevel(per: PerArea, log_price_per_sqm: number, rate: PricePerArea): PerArea {
  const size = Math.log(per.usual_area_sqm / rate.reference_area_sqm);
  const median = Math.exp(log_price_per_sqm + (rate.elasticity - 1) * size);
  const scale = median / per.median;
  return {
    ...per,
    median,
    low: per.low * scale,
    high: per.high * scale,
    elasticity: rate.elasticity,
  };
}

/** Price per square metre of a sample; null for fewer than 5 sales. */
export function perArea(sales: readonly AreaPrice[]): PerArea | null {
  const prices = quantilesOf(sales.map((sale) => sale.price / sale.floor_area_sqm));
  const areas = quantilesOf(sales.map((sale) => sale.floor_area_sqm));
  if (prices.median === null || areas.median === null) return null;
  const { median, p25, p75 } = prices;
  return {
    median,
    // If a quartile equals the median, the sample has no usable spread.
    low: p25 === null || p25 === median ? median * (1 - HALF_WIDTH) : p25,
    high: p75 === null || p75 === median ? median * (1 + HALF_WIDTH) : p75,
    usual_area_sqm: areas.median,
    n: prices.n,
  };
}

/**
 * Premium of new buildings as a share: the local premium, shrunk towards the prior, which has the weight of 20 sales.
 */
export function shrunkPremium(fresh: PerArea | null, other: PerArea | null): number {
  if (!fresh || !other) return PRIOR_PREMIUM;
  const local = fresh.median / other.median - 1;
  return (fresh.n * local + PRIOR_WEIGHT * PRIOR_PREMIUM) / (fresh.n + PRIOR_WEIGHT);
}

/** The exponent with which the price per square metre changes with floor area. */
export function sizeExponent({ elasticity = AREA_ELASTICITY }: PerArea): number {
  return elasticity - 1;
}

/** Value of a home of a floor area, pounds, with its range. */
export function unitValue(
  area_sqm: number,
  per: PerArea,
  factor: number,
): { point: number; low: number; high: number } {
  const ratio = Math.min(AREA_RATIO[1], Math.max(AREA_RATIO[0], area_sqm / per.usual_area_sqm));
  const scale = area_sqm * ratio ** sizeExponent(per) * factor;
  return {
    point: Math.round(per.median * scale),
    low: Math.round(per.low * scale),
    high: Math.round(per.high * scale),
  };
}

/** Widens a range by a further uncertainty `doubt`, in log points. */
export function widened(
  { point, low, high }: ReturnType<typeof unitValue>,
  doubt: number,
): ReturnType<typeof unitValue> {
  const apart = (end: number) => Math.exp(Math.hypot(Math.log(end / point), doubt));
  return doubt === 0 || point === 0
    ? { point, low, high }
    : { point, low: Math.round(point / apart(low)), high: Math.round(point * apart(high)) };
}
