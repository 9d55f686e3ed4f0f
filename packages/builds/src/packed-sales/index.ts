export { buildMarket, type MarketBuilt } from './build.ts';
export * from './records.ts';
