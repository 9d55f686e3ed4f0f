export { dictionaryFor } from './dictionary.ts';
export { type HomeCandidate, premisesOfHome, premisesOfMany } from './match.query.ts';
export { type AddressMatch, match } from './match.ts';
export { type AddressQuery, matchMany } from './match-many.ts';
export { namesNothing } from './plan.ts';
export { indexVersion } from './search.query.ts';
export { type SearchHit, type SearchOptions, search } from './search.ts';
