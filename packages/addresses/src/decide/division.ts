import type { Candidate, PreparedCandidate } from '../compare/candidates.ts';
import type { Evidence } from '../compare/compare.ts';
import type { Scored } from '../match-result.ts';
import type { PreparedQuery } from '../read/prepare-query.ts';
import { NUMBERED_NAMES } from '../text/words.ts';

/** A word followed by a letter or a number: PONTOON A, STAIR 2. */
const DIVISION = /(?:^| )([A-Z]{3,}) ([A-Z]|[0-9]{1,2})(?= |$)/g;
const DIVISIONS: ReadonlySet<string> = new Set([
  ...NUMBERED_NAMES,
  ...`STAIR STAIRCASE CLUSTER WING ROW CORE ENTRANCE JETTY PONTOON SECTION AISLE CORRIDOR AREA SECTOR QUAD LEVEL FIELD
    TOWER COURT HOUSE LODGE`.split(/\s+/),
]);

/**
 * PONTOON A, BERTH 1, QUAX MARINA for BERTH 1, QUAX MARINA, if the list has berths of PONTOON B: the berth without a
 * pontoon may then be another.
 */
export const isOfOtherDivision = <C extends Candidate>(
  { text, parsed }: PreparedQuery,
  best: Scored<C>,
  candidates: readonly PreparedCandidate<C>[],
): boolean => {
  if (text === null) return false;
  const named = [...text.matchAll(DIVISION)]
    // In ROSE HOUSE, 3 MILL LANE the 3 is the house number, and HOUSE 3 no division.
    .filter(([, word, sign]) => DIVISIONS.has(word!) && sign !== String(parsed.number?.from))
    .map(([, word]) => word!);
  if (named.length === 0) return false;
  const own = candidates.filter(({ candidate: { uprn } }) => uprn === best.candidate.uprn);
  return named.some(
    (word) =>
      !own.some((home) => ` ${home.spelling(parsed.postcode).whole} `.includes(` ${word} `)) &&
      candidates.some((other) => hasDivision(other.spelling(parsed.postcode).whole, word)),
  );
};

const hasDivision = (text: string, word: string): boolean => {
  const at = ` ${text}`.indexOf(` ${word} `);
  return at !== -1 && /^(?:[A-Z]|[0-9]{1,2})(?: |$)/.test(text.slice(at + word.length + 1));
};

/**
 * ROSE COURT, 3, MILL LANE or ROSE COURT (3) for ROSE COURT, MILL LANE, if the list has numbered homes of the court: 3
 * may be the number of one of these homes.
 */
export function isNumberInBlock<C extends Candidate>(
  { evidence, prepared: { prepared } }: { evidence: Evidence; prepared: PreparedCandidate<C> },
  candidates: readonly PreparedCandidate<C>[],
): boolean {
  if (evidence.number !== 'missing_candidate' || evidence.unit !== 'none' || evidence.building !== 'exact')
    return false;
  const name = prepared.parsed.building.join(' ');
  return (
    name !== '' &&
    candidates.some(
      ({ prepared: { parsed } }) =>
        ((parsed.unit !== null || parsed.number_of === 'building') && parsed.building.join(' ') === name) ||
        (parsed.number !== null && parsed.street.join(' ') === name),
    )
  );
}
