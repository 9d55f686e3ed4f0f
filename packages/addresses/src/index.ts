export { type Candidate, type PreparedCandidate, prepareCandidates } from './compare/candidates.ts';
export type { Evidence } from './compare/compare.ts';
export { placesElsewhere } from './compare/elsewhere.ts';
export { CONFLICT_CAP } from './compare/score.ts';
export { fieldReasonsOf } from './decide/reasons.ts';
export type { MatchStatus } from './decide/status.ts';
export { matchAddress, matchReadings } from './match.ts';
export type { MatchResult, Scored } from './match-result.ts';
export {
  areaOf,
  isForcesPostcode,
  isOutcode,
  isPostcode,
  misreadPostcode,
  normaliseOutcode,
  normalisePostcode,
  normaliseSector,
  outcodeOf,
  postcodesOneSlipAway,
  sectorOf,
} from './postcode.ts';
export { identityKey } from './read/identity.ts';
export { holdsOtherPostcode, withOtherPostcode } from './read/other-postcode.ts';
export { type ParsedAddress, parseAddress } from './read/parse.ts';
export type { HouseNumber } from './read/parse-state.ts';
export { type PreparedAddress, prepareAddress } from './read/prepare.ts';
export {
  isGuess,
  type PreparedQuery,
  plainAddress,
  prepareQuery,
  queryReader,
} from './read/prepare-query.ts';
export { ownNumber, readByShape, withNumbers } from './read/shape.ts';
export { DATED_NUMBER, holdsDate } from './text/contact.ts';
export { withinOneEdit } from './text/edits.ts';
export { type Tokens, tokenise } from './text/normalise.ts';
export { placesLackedBy, placeWords } from './text/place-words.ts';
export { withoutRecipient } from './text/recipient.ts';
export { withNumberInDigits } from './text/said-number.ts';
export { withPlainNumbers } from './text/slips.ts';
