export { bedroomsOfRooms } from './bedrooms.ts';
export { buildMarket, type MarketBuilt } from './build.ts';
export * from './records.ts';
