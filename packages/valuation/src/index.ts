export { CARRY_MONTHS, carriedConfidence, mayCarry, monthsCarried } from './carry.ts';
export {
  candidateOf,
  type PackedSale,
  similarSales,
} from './comparables.ts';
export { addMonths, monthName, monthNumber } from './dates.ts';
export { estimateSale } from './estimate-sale.ts';
export { indexLevel, publishedIndex, publishedIndexOf } from './index-level.ts';
export { locationFrom, type Measure, type PlaceEffect } from './place-effects.ts';
export { type Family, FITTED_TYPES, type Place } from './places.ts';
export { DEFAULT_SETTINGS } from './settings.ts';
export type * from './types.ts';
