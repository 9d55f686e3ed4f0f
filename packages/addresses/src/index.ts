export type { Evidence } from './compare.ts';
export { withinOneEdit } from './compare-words.ts';
export { identityKey } from './identity.ts';
export {
  ACCEPTABLE_FROM,
  type Candidate,
  MATCHED_FROM,
  type MatchResult,
  type MatchStatus,
  matchAddress,
  matchPrepared,
  matchReadings,
  type PreparedCandidate,
  prepareCandidates,
  prepareQuery,
  type Scored,
} from './match.ts';
export { type Tokens, tokenise } from './normalise.ts';
export { type ParsedAddress, parseAddress, readings } from './parse.ts';
export {
  areaOf,
  isOutcode,
  isPostcode,
  isScottishPostcode,
  isWelshPostcode,
  normaliseOutcode,
  normalisePostcode,
  normaliseSector,
  outcodeOf,
  sectorOf,
} from './postcode.ts';
export { type PreparedAddress, prepareAddress } from './prepare.ts';
export { CONFLICT_CAP, confidenceOf, scoreOf } from './score.ts';
export { ownNumber, readByShape, withNumbers } from './shape.ts';
export type { HouseNumber } from './walk.ts';
