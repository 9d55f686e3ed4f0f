export { type Candidate, type PreparedCandidate, prepareCandidates } from './candidates.ts';
export type { Evidence } from './compare.ts';
export { DATED_NUMBER, holdsDate } from './contact.ts';
export { withinOneEdit } from './edits.ts';
export { placesElsewhere } from './elsewhere.ts';
export { identityKey } from './identity.ts';
export { matchAddress, matchReadings } from './match.ts';
export type { MatchResult, Scored } from './match-result.ts';
export { type Tokens, tokenise } from './normalise.ts';
export { withOtherPostcode } from './other-postcode.ts';
export { type ParsedAddress, parseAddress } from './parse.ts';
export type { HouseNumber } from './parse-state.ts';
export { placesLackedBy, placeWords } from './place-words.ts';
export {
  areaOf,
  isForcesPostcode,
  isOutcode,
  isPostcode,
  normaliseOutcode,
  normalisePostcode,
  normaliseSector,
  outcodeOf,
  postcodesOneSlipAway,
  sectorOf,
} from './postcode.ts';
export { type PreparedAddress, prepareAddress } from './prepare.ts';
export { isGuess, type PreparedQuery, plainAddress, prepareQuery, queryReader } from './prepare-query.ts';
export { fieldReasonsOf } from './reasons.ts';
export { withNumberInDigits } from './said-number.ts';
export { CONFLICT_CAP } from './score.ts';
export { ownNumber, readByShape, withNumbers } from './shape.ts';
export { withPlainNumbers } from './slips.ts';
export type { MatchStatus } from './status.ts';
