export { bedroomsOfRooms } from './bedrooms.ts';
export { buildMarket, MARKET_BUILD, MARKET_INPUTS, type MarketBuilt } from './build.ts';
export * from './records.ts';
