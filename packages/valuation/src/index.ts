export { comparables, distanceM, FEWEST_COMPARABLES, similarSales } from './comparables.ts';
export { addMonths, monthName, monthNumber } from './dates.ts';
export { estimateSale } from './estimate-sale.ts';
export { indexLevel, publishedIndex } from './index-level.ts';
export { lastSoldGrowth } from './last-sold-growth.ts';
export { FAMILIES, type Family, type Place, placeKey } from './places.ts';
export { DEFAULT_SETTINGS, errorCell, errorSpread, holdBin } from './settings.ts';
export { plausibleFloorArea, sqftEstimate } from './sqft-estimate.ts';
export type * from './types.ts';
