export type { Evidence } from './compare.ts';
export { withinOneEdit } from './compare-words.ts';
export { identityKey } from './identity.ts';
export {
  type Candidate,
  type MatchResult,
  matchAddress,
  matchReadings,
  type PreparedCandidate,
  prepareCandidates,
  prepareQuery,
  type Scored,
} from './match.ts';
export { type Tokens, tokenise } from './normalise.ts';
export { type ParsedAddress, parseAddress } from './parse.ts';
export type { HouseNumber } from './parse-state.ts';
export {
  isOutcode,
  isPostcode,
  normaliseOutcode,
  normalisePostcode,
  normaliseSector,
  outcodeOf,
  postcodesOneSlipAway,
  sectorOf,
} from './postcode.ts';
export { type PreparedAddress, type PreparedQuery, prepareAddress } from './prepare.ts';
export { CONFLICT_CAP } from './score.ts';
export { ownNumber, readByShape, withNumbers } from './shape.ts';
export type { MatchStatus } from './status.ts';
