/** What a build needs: clean sales, fit an area, walk forward, learn settings. */
export { type AreaModel, fitAreaModel, type PublishedIndex } from './fit/area-model.ts';
export type { IndexRow } from './fit/backbone.ts';
export { type LocationEffects, locationAt } from './fit/location-effects.ts';
export { PARAMETERS, type Parameters } from './fit/parameters.ts';
export { type PlaceRow, placeRows } from './fit/place-rows.ts';
export { pricePerAreaAt, REFERENCE_AREA_SQM } from './fit/price-per-area.ts';
export { type Outcome, settingsFromPast } from './fit/settings-from-past.ts';
export { cutOffs, walkForward } from './fit/walk-forward.ts';
export { FITTED_TYPES } from './places.ts';
export { cleanSales, propertyKey, type SaleRow, type SalesTable } from './sales-table.ts';
