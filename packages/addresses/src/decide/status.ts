import type { Evidence } from '../compare/compare.ts';
import { isConflict } from '../compare/score.ts';

export type MatchStatus = 'matched' | 'ambiguous' | 'parent_only' | 'no_match';

/** Least confidence of a match that may be used without review. */
const MATCHED_FROM = 0.96;
/** A best candidate below this confidence is no match. */
export const ACCEPTABLE_FROM = 0.2;
/** Least lead in score over a twin, see `isTwin`. */
const TWIN_GAP = 1.6;
/** Streets or names with less agreement are different ones. */
const OTHER_STREET = 0.45;
const SAME_STREET = 0.9;
/** From this weight on, unmatched name words distinguish two premises. */
const DISTINCT = 0.9;

/** What the status depends on. */
interface Judged {
  evidence: Evidence;
  score: number;
  confidence: number;
}

/** The status of the best candidate, given the next; `divided` is the number of homes of its building with a unit. */
export function statusOf(best: Judged, next: Judged | undefined, divided: number): MatchStatus {
  const { evidence } = best;
  if (isConflict(evidence) || namesConflict(evidence)) return 'no_match';
  // Street names repeat: in another part of the country the town must agree too.
  if (evidence.postcode === 'different' && evidence.locality_agreement === null) return 'no_match';
  // FLAT 33 alone, or with a town, identifies a home only in the query's own postcode.
  if (
    evidence.street_agreement === null &&
    evidence.building_agreement === null &&
    evidence.postcode !== 'exact'
  )
    return 'no_match';
  const street = evidence.street_agreement ?? 0.8;
  if (evidence.unit === 'missing_query') return best.score >= 3 && street >= 0.5 ? 'ambiguous' : 'no_match';
  if (evidence.unit === 'missing_candidate')
    return (best.score >= 3 && street >= 0.5) || isOfNamedHere(evidence) ? 'parent_only' : 'no_match';
  const mayBeOneOfHouse =
    evidence.unit === 'unlike' && (!evidence.number.startsWith('missing') || evidence.building === 'exact');
  if (best.confidence < ACCEPTABLE_FROM && !mayBeOneOfHouse)
    return isOfOtherOccupier(evidence) || isUnitOfBlock(evidence) || isShortNameHere(evidence)
      ? 'ambiguous'
      : 'no_match';
  // Both the whole building and its homes are listed, and the query does not say which is meant.
  if (evidence.unit === 'none' && divided >= 2 && evidence.relation === 'none') return 'ambiguous';
  if (best.confidence < MATCHED_FROM || evidence.unit === 'unlike') return 'ambiguous';
  if (evidence.added >= DISTINCT || (evidence.postcode !== 'exact' && evidence.elsewhere >= DISTINCT))
    return 'ambiguous';
  if (evidence.other_name || isOfOtherBlock(evidence)) return 'ambiguous';
  if (evidence.number.startsWith('missing') && mayHaveMoved(evidence)) return 'ambiguous';
  if (next && best.score - next.score < (isTwin(best.evidence, next.evidence) ? TWIN_GAP : 0.5))
    return 'ambiguous';
  return 'matched';
}

/** GARAGE, ROSE FARM or FLAT 2, OAK HOUSE, without the street, for the only house of that name in the postcode. */
const isOfNamedHere = ({ number, street, postcode, building, relation }: Evidence): boolean =>
  number === 'none' &&
  postcode === 'exact' &&
  building === 'exact' &&
  (street === 'missing_query' || street === 'none') &&
  relation === 'none';

/** OAK ROAD SURGERY, 77 OAK ROAD may have moved from OAK ROAD SURGERY, MILL LANE, which has no number to compare. */
const mayHaveMoved = ({ street, postcode }: Evidence): boolean =>
  street === 'different' || !(postcode === 'exact' || postcode === 'unknown');

/** FLAT 3, ROSE COURT, 12 OAK ROAD against FLAT 3, IVY COURT, 12 OAK ROAD: each block has a flat 3. */
const isOfOtherBlock = ({ unit, building, building_agreement }: Evidence): boolean =>
  unit === 'exact' && building === 'different' && (building_agreement ?? 0) < OTHER_STREET;

/**
 * QUAX SURGERY, 12 OAK ROAD against VEX CLINIC, 12 OAK ROAD: another occupier at the same number, street and postcode.
 */
export const isOfOtherOccupier = ({
  number,
  unit,
  postcode,
  building,
  street_agreement,
}: Evidence): boolean =>
  number === 'exact' &&
  unit === 'none' &&
  postcode === 'exact' &&
  (building === 'different' || building.startsWith('missing')) &&
  (street_agreement ?? 0) >= SAME_STREET;

/** UNIT 3, OAK ESTATE against UNIT 3, BLOCK C, OAK ESTATE: another block of the estate may have a unit 3. */
export const isUnitOfBlock = (evidence: Evidence): boolean =>
  evidence.unit === 'exact' &&
  evidence.number === 'none' &&
  evidence.postcode === 'exact' &&
  evidence.building === 'missing_query' &&
  evidence.relation === 'none' &&
  (evidence.street_agreement ?? 0) >= SAME_STREET;

/**
 * A short name and its postcode alone: PINEWOOD against PINEWOOD SCHOOL, 12 OAK ROAD; or a name with another kind: QUAX
 * HIGH SCHOOL, OAK ROAD against QUAX SCHOOL, OAK ROAD.
 */
export const isShortNameHere = ({
  number,
  unit,
  postcode,
  street,
  street_agreement,
  building,
  relation,
  other_name,
}: Evidence): boolean =>
  number !== 'exact' &&
  number !== 'conflict' &&
  !number.startsWith('range') &&
  unit === 'none' &&
  postcode === 'exact' &&
  (street === 'missing_query' ||
    street === 'none' ||
    (other_name && (street_agreement ?? 0) >= SAME_STREET)) &&
  building === 'near' &&
  relation === 'none';

/** Whether the street, or without a street and number the building, is another: refused whatever the number. */
function namesConflict({ street_agreement, building_agreement, number, unit }: Evidence): boolean {
  if (unit === 'missing_query') return false;
  if (street_agreement !== null && street_agreement < OTHER_STREET) return (building_agreement ?? 0) < 0.9;
  return number === 'none' && building_agreement !== null && building_agreement < OTHER_STREET;
}

/** Whether the next UPRN has the same number, unit and street: only a clear lead distinguishes the two. */
function isTwin(best: Evidence, next: Evidence): boolean {
  const numbered = (evidence: Evidence): boolean =>
    evidence.number === 'exact' || evidence.number === 'range_end';
  return (
    numbered(best) &&
    numbered(next) &&
    best.unit === next.unit &&
    next.relation !== 'different' &&
    (next.street_agreement ?? 0) >= 0.8 &&
    (next.building !== 'different' || best.building === 'different') &&
    next.unexplained - best.unexplained < DISTINCT
  );
}
