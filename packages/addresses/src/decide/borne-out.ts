import type { Candidate } from '../compare/candidates.ts';
import type { MatchResult } from '../match-result.ts';
import type { ParsedAddress } from '../read/parse.ts';
import type { PreparedAddress } from '../read/prepare.ts';

/**
 * What the list must confirm before a reading counts. `flat`: F3, OAK HOUSE is flat 3, and the list has no storey that
 * may be meant. `place`: the words at the start are those of the home's town.
 */
export type BorneOut = 'flat' | 'place';

interface Listed {
  prepared: PreparedAddress;
}

/**
 * Whether the list does not confirm the reading: F3, OAK HOUSE may mean a storey, since the house has storeys or no
 * other numbered flat, or a word at the start is not in the home's town.
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
  const inHouse = candidates.filter(({ prepared: other }) => isInHouseOf(other.parsed, prepared.parsed));
  if (inHouse.some(({ prepared: { parsed } }) => parsed.floors.length > 0 || parsed.unit === `F${unit}`))
    return true;
  return (
    !ABOVE_STOREYS.test(unit) &&
    !inHouse.some(({ prepared: { parsed } }) => parsed.unit && parsed.unit !== unit)
  );
}
/** Units that cannot be a storey: numbers from 10 on, and doors such as 2/1. */
const ABOVE_STOREYS = /^[0-9]{2}|^F/;

/** Whether both addresses are of one house or block. */
const isInHouseOf = (one: ParsedAddress, other: ParsedAddress): boolean =>
  one.postcode === other.postcode &&
  one.number?.from === other.number?.from &&
  one.building.join(' ') === other.building.join(' ') &&
  one.street.join(' ') === other.street.join(' ');

/** FL 3, 12 OAK ROAD if one reading matched the third floor and another finds flat 3. */
export const isOtherFlat = <C extends Candidate>(
  { best, query }: MatchResult<C>,
  matched: MatchResult<C>,
): boolean =>
  matched.status === 'matched' &&
  matched.query.floors.length > 0 &&
  query.floors.length === 0 &&
  best?.evidence.unit === 'exact' &&
  best.candidate.uprn !== matched.best!.candidate.uprn;
