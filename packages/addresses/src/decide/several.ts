import type { Evidence } from '../compare/compare.ts';
import { isFlatOfBlock } from '../compare/compare-units.ts';
import { wordAgreement } from '../compare/compare-words.ts';
import type { HouseNumber } from '../read/parse-state.ts';
import type { PreparedAddress } from '../read/prepare.ts';
import { BUILDING_TYPES, STREET_TYPES } from '../text/words.ts';

/**
 * The candidates that agree as well as the best with a query of several numbers (9 & 11, 9-11), if the best, which is
 * first, has only one of the numbers. Empty otherwise.
 */
export function oneOfSeveral<C>(
  number: HouseNumber | null,
  ranked: ReadonlyArray<{ candidate: C; evidence: Evidence }>,
): C[] {
  const first = ranked[0]!.evidence;
  if (!number || number.to === null || !first.number.startsWith('range')) return [];
  if (first.relation === 'different') return [];
  return ranked
    .filter(
      ({ evidence }) =>
        evidence.number === first.number &&
        evidence.unit === first.unit &&
        evidence.street_agreement === first.street_agreement,
    )
    .map(({ candidate }) => candidate);
}

/** UPPER FLAT of a house with homes on the first and second floors: a home other than the best may be meant. */
export function mayBeOnOtherStorey(ranked: ReadonlyArray<{ evidence: Evidence }>): boolean {
  const { unit, number, street_agreement } = ranked[0]!.evidence;
  return (
    unit === 'storey' &&
    ranked.some(
      ({ evidence }, i) =>
        i > 0 &&
        (evidence.unit === 'storey' || evidence.unit === 'unlike') &&
        evidence.number === number &&
        evidence.street_agreement === street_agreement,
    )
  );
}

/** APT 4B, OAK COURT if the best is flat 4B and the list has flat 4 of block B as another home. */
export function mayBeInBlock(
  { parsed: { unit, number } }: PreparedAddress,
  ranked: ReadonlyArray<{ candidate: { uprn: number }; prepared: { prepared: PreparedAddress } }>,
): boolean {
  const asked = unit ?? (number && number.to === null ? `${number.from}${number.suffix}` : null);
  if (!LETTER_AT_END.test(asked ?? '')) return false;
  const best = ranked[0]!.candidate.uprn;
  return ranked.some(
    ({ candidate, prepared }) => candidate.uprn !== best && isFlatOfBlock(asked, prepared.prepared.parsed),
  );
}
const LETTER_AT_END = /[0-9][A-Z]$/;

/** OAK HOUSE, ROSE COTTAGE, MILL LANE if the list has both houses, each without the other. */
export function namesTwoHouses(
  { parsed }: PreparedAddress,
  ranked: ReadonlyArray<{ prepared: { prepared: PreparedAddress } }>,
): boolean {
  const { number, building, tail } = parsed;
  if (number !== null || building.length === 0 || tail.length < 2) return false;
  const { index } = ranked[0]!.prepared.prepared;
  return ranked.some(({ prepared: { prepared: other } }) => {
    const name = other.parsed.building;
    return (
      name.length > 0 && name.every((word, i) => tail[i] === word) && !name.every((word) => index.has(word))
    );
  });
}

/**
 * OAK HOUSE, 12 OAK ROAD if the best is OAK HOUSE without a number and number 12 is listed as another home: the name
 * means one home and the number another.
 */
export function isContradicted(ranked: ReadonlyArray<{ evidence: Evidence }>): boolean {
  const { number, unit } = ranked[0]!.evidence;
  return (
    number === 'missing_candidate' &&
    ranked.some(
      ({ evidence: other }) =>
        other.number === 'exact' && other.unit === unit && (other.street_agreement ?? 0) >= 0.9,
    )
  );
}

/**
 * QUAX SURGERY, OAK ROAD if the best is QUAX SURGERY, 12 OAK ROAD and the list has QUAX SURGERY, OAK ROAD as another.
 */
export function isNamedWithoutNumber(ranked: ReadonlyArray<{ evidence: Evidence }>): boolean {
  const { number, unit, street_agreement, building_agreement } = ranked[0]!.evidence;
  if (number !== 'missing_query') return false;
  return ranked.some(
    ({ evidence: other }) =>
      other.number === 'none' &&
      other.unit === unit &&
      (other.building_agreement ?? 0) >= (building_agreement ?? 1) &&
      // The parser finds no street in QUAX STORES, OAK HOUSE, OAK ROAD.
      (other.street_agreement ?? 1) >= (street_agreement ?? 0),
  );
}

/** QUAX STORES, OAK HOUSE, OAK ROAD against QUAX STORES, ELM HOUSE, OAK ROAD: one name in two houses. */
export function isInOtherHouse({ words, parsed, tail }: PreparedAddress, other: PreparedAddress): boolean {
  if (parsed.number !== null || other.parsed.number !== null) return false;
  if (parsed.building.length === 0 || other.parsed.building.length === 0) return false;
  const [own, listed] = [houseIn(words, tail), houseIn(other.words, other.tail)];
  if (own.length === 0 || listed.length === 0) return false;
  return !own.some((word) => listed.some((its) => wordAgreement(word, its) >= 0.5));
}

/** The words of the house at the start of the tail, without its type: OAK of OAK HOUSE, OAK ROAD. */
function houseIn(words: readonly string[], [from, to]: readonly [number, number]): readonly string[] {
  for (let i = from + 1; i < Math.min(to, from + 4); i += 1) {
    if (BUILDING_TYPES.has(words[i]!)) return words.slice(from, i);
    if (STREET_TYPES.has(words[i]!)) return [];
  }
  return [];
}

/**
 * THE OLD BAKERY, 14 OAK ROAD if the best is 14 OAK ROAD and the list has THE OLD BAKERY, 7 OAK ROAD: the name means
 * one home and the number another.
 */
export function isNamedElsewhere(
  { parsed }: PreparedAddress,
  best: { candidate: { uprn: number }; evidence: Evidence },
  candidates: ReadonlyArray<{ candidate: { uprn: number; address: string }; prepared: PreparedAddress }>,
): boolean {
  if (!parsed.number || parsed.unit || parsed.building.length === 0 || best.evidence.number !== 'exact')
    return false;
  const name = nameOf(parsed.building);
  const [first = ''] = name.split(' ');
  // The text search comes first, since preparing a candidate costs more.
  const named = candidates
    .filter(({ candidate }) => candidate.address.toUpperCase().includes(first))
    .filter(({ prepared: { parsed: other } }) => nameOf(other.building) === name);
  if (named.some(({ candidate }) => candidate.uprn === best.candidate.uprn)) return false;
  const street = parsed.street.join(' ');
  return named.some(({ prepared: { parsed: other } }) => other.number && other.street.join(' ') === street);
}

const nameOf = (building: readonly string[]): string => building.filter((word) => word !== 'THE').join(' ');
