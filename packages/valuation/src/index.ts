export { addressLine, type PlaceWords } from './address-words.ts';
export { CARRY_MONTHS, carriedConfidence, lowered, mayCarry, monthsCarried, weaker } from './carry.ts';
export {
  candidateOf,
  type PackedSale,
  similarSales,
} from './comparables.ts';
export { addMonths, monthName, monthNumber, monthTime } from './dates.ts';
export { estimateHome, type HomeEstimate } from './estimate-home.ts';
export { estimateSale } from './estimate-sale.ts';
export { indexLevel, publishedIndexOf } from './index-level.ts';
export { intervalConfidence } from './interval-confidence.ts';
export {
  type BuiltArea,
  casesOf,
  type GivenFacts,
  type HomeCases,
  type HomeSale,
  type KnownHome,
  NOTHING_GIVEN,
  pricePerAreaFrom,
  type RecordedFacts,
  uncertain,
  usualTenure,
} from './known-home.ts';
export { medianInPlace, select, selectRanks } from './math/quantile.ts';
export { locationFrom, type Measure, type PlaceEffect } from './place-effects.ts';
export { type Family, FITTED_TYPES, type FittedType, type Place } from './places.ts';
export {
  NO_OWN_HOME_CLASS,
  type RecordedPremises,
  type UnusualPremises,
  unusualPremises,
} from './premises.ts';
export {
  LIST_ERRORS,
  type RentErrors,
  testLettings,
  withBounds,
} from './rents.ts';
export { columnsOf, nearbyOf } from './sale-columns.ts';
export { DEFAULT_SETTINGS, wholeSettings } from './settings.ts';
export { FLOOR_AREA_SQM, plausibleFloorArea } from './sqft-estimate.ts';
export type * from './types.ts';
export { salesOfHome, USABLE_PRICE, unusableReason } from './usable-sales.ts';
export { unusualSizeDoubt, usualSizes } from './usual-size.ts';
