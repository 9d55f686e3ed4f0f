export { CARRY_MONTHS, carriedConfidence, mayCarry, monthsCarried } from './carry.ts';
export {
  candidateOf,
  comparables,
  distanceM,
  FEWEST_COMPARABLES,
  type PackedSale,
  similarSales,
} from './comparables.ts';
export { addMonths, monthName, monthNumber } from './dates.ts';
export { estimateSale } from './estimate-sale.ts';
export { indexLevel, publishedIndex, publishedIndexOf } from './index-level.ts';
export { lastSoldGrowth } from './last-sold-growth.ts';
export { locationFrom, type Measure, type PlaceEffect } from './place-effects.ts';
export { FAMILIES, type Family, FITTED_TYPES, type Place, placeKey } from './places.ts';
export { DEFAULT_SETTINGS, errorCell, errorSpread, holdBin } from './settings.ts';
export { plausibleFloorArea, sqftEstimate } from './sqft-estimate.ts';
export type * from './types.ts';
