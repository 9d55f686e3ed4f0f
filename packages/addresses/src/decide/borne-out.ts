import type { Candidate } from '../compare/candidates.ts';
import type { MatchResult } from '../match-result.ts';
import type { ParsedAddress } from '../read/parse.ts';
import type { PreparedAddress } from '../read/prepare.ts';

/**
 * What the list must bear out for a reading to hold: that it has the flat of F3, OAK HOUSE and no storey that may be
 * meant, or that the words in front are those of the town.
 */
export type BorneOut = 'flat' | 'place';

interface Listed {
  prepared: PreparedAddress;
}

/**
 * Whether F3, OAK HOUSE may mean a storey, which it does not in a house whose flats are numbered, or the words in front
 * are not those of the town.
 */
export function isNotBorneOut(
  query: PreparedAddress & { borne_out: BorneOut | null },
  [best]: ReadonlyArray<{ prepared: Listed }>,
  candidates: readonly Listed[],
): boolean {
  if (query.borne_out === null) return false;
  const { prepared } = best!.prepared;
  if (query.borne_out === 'place')
    return query.words.slice(...query.tail).some((word) => !prepared.words.includes(word, prepared.tail[0]));
  const { unit, unit_use } = prepared.parsed;
  if (unit === null || unit_use !== 'home') return true;
  const there = candidates.filter(({ prepared: other }) => isInHouseOf(other.parsed, prepared.parsed));
  if (there.some(({ prepared: { parsed } }) => parsed.floors.length > 0 || parsed.unit === `F${unit}`))
    return true;
  return (
    !ABOVE_STOREYS.test(unit) &&
    !there.some(({ prepared: { parsed } }) => parsed.unit && parsed.unit !== unit)
  );
}
/** Flat 10 and 2/1, which are no storey of a house. */
const ABOVE_STOREYS = /^[0-9]{2}|^F/;

/** Whether both addresses are of one house or block. */
const isInHouseOf = (one: ParsedAddress, other: ParsedAddress): boolean =>
  one.postcode === other.postcode &&
  one.number?.from === other.number?.from &&
  one.building.join(' ') === other.building.join(' ') &&
  one.street.join(' ') === other.street.join(' ');

/** FL 3, 12 OAK ROAD where the list has a third floor, which is matched, and flat 3, by another reading. */
export const isOtherFlat = <C extends Candidate>(
  { best, query }: MatchResult<C>,
  matched: MatchResult<C>,
): boolean =>
  matched.status === 'matched' &&
  matched.query.floors.length > 0 &&
  query.floors.length === 0 &&
  best?.evidence.unit === 'exact' &&
  best.candidate.uprn !== matched.best!.candidate.uprn;
