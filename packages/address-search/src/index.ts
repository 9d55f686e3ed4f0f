export type { HomeCandidate } from './match.query.ts';
export { type AddressMatch, match } from './match.ts';
export { dictionaryFor, type SearchHit, type SearchOptions, search } from './search.ts';
