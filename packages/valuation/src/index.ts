export { comparables, distanceM, similarSales } from './comparables.ts';
export { estimateSale } from './estimate-sale.ts';
export { indexLevel, publishedIndex, trailingSlope } from './index-level.ts';
export { lastSoldGrowth } from './last-sold-growth.ts';
export { DEFAULT_SETTINGS, errorCell, errorSpread, holdBin } from './settings.ts';
export { plausibleFloorArea, sqftEstimate } from './sqft-estimate.ts';
export type * from './types.ts';
