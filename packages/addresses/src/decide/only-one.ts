import type { Evidence } from '../compare/compare.ts';
import { wordAgreement } from '../compare/compare-words.ts';
import type { ParsedAddress } from '../read/parse.ts';
import type { PreparedAddress } from '../read/prepare.ts';
import type { PreparedQuery } from '../read/prepare-query.ts';
import type { Spelling } from '../text/spelling.ts';
import { BUILDING_TYPES, ROLES } from '../text/words.ts';

/** Least confidence of the only home of its postcode with the name or number of a query that gives nothing else. */
export const ONLY_ONE = 0.97;
const SAME_STREET = 0.99;
const LIKE_STREET = 0.9;
const DIGIT = /[0-9]/;

/** Whether the query may be the name of a home alone, or with its place: OAK HOUSE; QUAX SURGERY, XANBURY. */
export const mayBeNameAlone = (
  { number, unit, floors, relation, kind }: PreparedAddress['parsed'],
  text: string,
): boolean =>
  number === null &&
  unit === null &&
  floors.length === 0 &&
  relation === null &&
  kind === null &&
  !DIGIT.test(text);

/** Whether a home's address has no number besides its house number. BERTH 3 of PONTOON C, QUAX MARINA has one. */
export const countsNothing = ({ number }: PreparedAddress['parsed'], whole: string): boolean =>
  number !== null || !DIGIT.test(whole);

/**
 * Whether the text is the first part of an address, alone or followed by words of the rest. OAK HOUSE COTTAGE is not
 * OAK HOUSE, COTTAGE LANE.
 */
export function isNameOf(text: string, { name, whole }: Spelling): boolean {
  if (text === name) return true;
  if (!text.startsWith(`${name} `)) return false;
  const [first, ...others] = text.slice(name.length + 1).split(' ') as [string, ...string[]];
  if (ROLES.has(first) || BUILDING_TYPES.has(first)) return false;
  const rest = whole.slice(name.length).split(' ');
  return rest.includes(first) && others.every((word) => rest.includes(word));
}

/**
 * 12 OAK ROAD for the best candidate QUAX SURGERY, 12 OAK ROAD, if no other candidate has the number. Not for THE COACH
 * HOUSE, 12 OAK ROAD, which may stand beside the house.
 */
export function isOnlyOfNumber(
  ranked: ReadonlyArray<{ evidence: Evidence; prepared: { prepared: PreparedAddress } }>,
): boolean {
  const { evidence, prepared } = ranked[0]!;
  if (evidence.building !== 'missing_query' || evidence.number !== 'exact' || evidence.unit !== 'none')
    return false;
  if (evidence.postcode !== 'exact' || evidence.relation !== 'none' || evidence.role_differs) return false;
  if ((evidence.street_agreement ?? 0) < SAME_STREET || evidence.other_name) return false;
  if (prepared.prepared.parsed.kind !== null) return false;
  return !ranked.some(
    ({ evidence: other }, i) =>
      i > 0 &&
      (other.number === 'exact' || other.number.startsWith('range')) &&
      (other.street_agreement ?? 1) >= LIKE_STREET,
  );
}

interface Compared {
  candidate: { uprn: number; postcode?: string | null };
  evidence: Evidence;
  prepared: { prepared: PreparedAddress };
}
interface Listed {
  candidate: { uprn: number; postcode?: string | null };
  prepared: PreparedAddress;
}

/** The words of what the number of an address counts. */
const countedBy = ({ number_of, building, street }: ParsedAddress): string[] =>
  number_of === 'building' ? [...building, ...street] : street;

/** Whether two names are spellings of one: OAK TOWER, OAKTOWER, OAK TOWRE; but not BLOCK A, BLOCK B. */
const isOneName = (one: readonly string[], other: readonly string[]): boolean =>
  one.join('') === other.join('') ||
  (one.length === other.length && one.every((word, i) => wordAgreement(word, other[i]!) >= LIKE_WORD));
const LIKE_WORD = 0.85;

/** Whether the address contains the words in sequence: THE OAKS in HOLLY BANK, THE OAKS. */
const isSaidIn = (name: readonly string[], { building, street, tail }: ParsedAddress): boolean =>
  ` ${[...building, ...street, ...tail].join(' ')} `.includes(` ${name.join(' ')} `);

/**
 * 12, XE1 1AA: a number alone, or with a flat, that identifies a home, since the postcode has one street and no other
 * home with the number. A block, a range or a second street in the postcode might have the number too.
 */
export function isNumberAlone(
  { parsed }: PreparedQuery,
  ranked: readonly Compared[],
  candidates: readonly Listed[],
): boolean {
  const { number, unit, street, building, tail, unread } = parsed;
  if (
    number === null ||
    number.to !== null ||
    street.length + building.length + tail.length + unread.length > 0
  )
    return false;
  const { candidate, evidence, prepared } = ranked[0]!;
  const home = prepared.prepared.parsed;
  const own = `${number.from}${number.suffix}`;
  if (evidence.number !== 'exact' || evidence.postcode !== 'exact' || evidence.relation !== 'none')
    return false;
  if (evidence.unit !== (unit ? 'exact' : 'none') || parsed.kind !== null || home.kind !== null) return false;
  return candidates.every(({ candidate: other, prepared: { parsed: listed } }) => {
    if (other.uprn === candidate.uprn || other.postcode !== candidate.postcode) return true;
    // FLAT 301, OAK COURT beside 303, OAK COURT: lists write the flats of a block either way.
    if (listed.number === null && listed.unit)
      return unit === null && listed.unit !== own && namesOf(listed) === namesOf(home);
    if (listed.number === null)
      return (
        listed.street.length === 0 || isOneName(listed.street, home.street) || isSaidIn(home.street, listed)
      );
    if (!isOneName(countedBy(listed), countedBy(home))) return false;
    if (listed.number.from === number.from)
      return listed.number.suffix !== number.suffix || (unit !== null && listed.unit !== unit);
    return listed.number.to === null || listed.number.from > number.from || listed.number.to < number.from;
  });
}

/** FLAT 12, XE1 1AA: the query gives only a unit and a postcode, and the home has both. */
export const isUnitInPostcode = (evidence: Evidence): boolean =>
  evidence.unit === 'exact' &&
  evidence.postcode === 'exact' &&
  (evidence.number === 'none' || evidence.number === 'missing_query') &&
  evidence.relation === 'none' &&
  [evidence.street, evidence.building, evidence.locality].every(
    (name) => name === 'missing_query' || name === 'none',
  );

/**
 * FLAT 253, XE1 1AA: a unit alone that identifies a home, since the postcode is one house, OAK TOWER, and no other home
 * has the unit. A house with few listed homes does not count, since the list may lack others.
 */
export function isUnitAlone(
  { parsed }: PreparedQuery,
  ranked: readonly Compared[],
  candidates: readonly Listed[],
): boolean {
  const { candidate, evidence, prepared } = ranked[0]!;
  if (!isUnitInPostcode(evidence) || parsed.kind !== null || parsed.unread.length > 0) return false;
  if (parsed.floors.length > 0 || !DIGIT.test(parsed.unit ?? '')) return false;
  const home = prepared.prepared.parsed;
  const others = candidates.filter(
    ({ candidate: other }) => other.uprn !== candidate.uprn && other.postcode === candidate.postcode,
  );
  return (
    new Set(others.map(({ candidate: { uprn } }) => uprn)).size >= FEW &&
    others.every(
      ({ prepared: { parsed: listed } }) => isOneHouse(listed, home) && listed.unit !== parsed.unit,
    )
  );
}
const FEW = 3;

/** The names without spaces, since some rows have OAKTOWER for OAK TOWER. */
const namesOf = ({ building, street }: ParsedAddress): string => [...building, ...street].join('');

/** Whether both are in one house. A row may leave out the street. */
const isOneHouse = (one: ParsedAddress, other: ParsedAddress): boolean =>
  one.number?.from === other.number?.from &&
  one.number?.suffix === other.number?.suffix &&
  (namesOf(one) === namesOf(other) ||
    (isOneName(one.building, other.building) &&
      (one.street.length === 0 || other.street.length === 0 || isOneName(one.street, other.street))));

/** Whether the query gives only the name and the place of the home, and both agree. */
export const isNamedInPlace = (evidence: Evidence): boolean =>
  evidence.number === 'none' &&
  evidence.unit === 'none' &&
  evidence.postcode === 'unknown' &&
  evidence.relation === 'none' &&
  evidence.street === 'missing_query' &&
  evidence.building === 'exact' &&
  evidence.locality === 'exact' &&
  !evidence.other_name;

/**
 * OAK HOUSE, QUAXBY, without street and postcode, for the only OAK HOUSE in a village called Quaxby. A town may have
 * several.
 */
export function isOnlyInVillage({ parsed }: PreparedQuery, ranked: readonly Compared[]): boolean {
  const { evidence, prepared } = ranked[0]!;
  if (!isNamedInPlace(evidence)) return false;
  const home = prepared.prepared.parsed;
  if (parsed.kind !== null || home.kind !== null || home.locality === null) return false;
  const place = parsed.locality ?? parsed.town;
  if (place !== home.locality && !home.locality.startsWith(`${place} `)) return false;
  return !ranked.some(
    ({ evidence: other }, i) =>
      i > 0 && (other.building_agreement ?? 0) >= LIKE_NAME && (other.locality_agreement ?? 0) > 0,
  );
}
const LIKE_NAME = 0.7;
