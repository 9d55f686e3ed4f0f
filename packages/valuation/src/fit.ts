/** The steps of a build: clean sales, fit an area, walk forward, learn settings. */
export { type AreaModel, areaModelSteps, fitAreaModel, type PublishedIndex } from './fit/area-model.ts';
export type { IndexRow } from './fit/backbone.ts';
export { builtArea, effectsByPostcode } from './fit/evidence.ts';
export { NEAREST } from './fit/nearest-sales.ts';
export type { Outcome } from './fit/outcome.ts';
export { PARAMETERS, type Parameters } from './fit/parameters.ts';
export { listPlaces, type PlaceRow, placeRows } from './fit/place-rows.ts';
export { settingsFromPast } from './fit/settings-from-past.ts';
export { learningDates, outcomesAfter } from './fit/walk-forward.ts';
export { cleanSales, cleanSalesSteps, propertyKey, type SaleRow, type SalesTable } from './sales-table.ts';
export type { Steps } from './steps.ts';
