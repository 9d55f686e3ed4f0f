import type { Evidence } from './compare.ts';
import type { PreparedAddress } from './prepare.ts';
import type { Spelling } from './spelling.ts';
import { BUILDING_TYPES, ROLES } from './words.ts';

/** Least confidence of the only home of its postcode that the query names, or numbers, without the rest of its address. */
export const ONLY_ONE = 0.97;
const SAME_STREET = 0.99;
const LIKE_STREET = 0.9;
const DIGIT = /[0-9]/;

/** Whether the query may be the name of a home alone, or with its place: OAK HOUSE; QUAX SURGERY, XANBURY. */
export const mayBeNameAlone = (
  { number, unit, floors, relation, apart }: PreparedAddress['parsed'],
  text: string,
): boolean =>
  number === null &&
  unit === null &&
  floors.length === 0 &&
  relation === null &&
  apart === null &&
  !DIGIT.test(text);

/** PONTOON C, BERTH 3, QUAX MARINA is one of the berths of Pontoon C. */
export const countsNothing = ({ number }: PreparedAddress['parsed'], whole: string): boolean =>
  number !== null || !DIGIT.test(whole);

/**
 * Whether the text is the first part of an address, alone or followed by words of the rest. OAK HOUSE COTTAGE is not OAK
 * HOUSE, COTTAGE LANE.
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
 * 12 OAK ROAD for QUAX SURGERY, 12 OAK ROAD, which comes first, if no other home of the postcode has the number. THE COACH
 * HOUSE, 12 OAK ROAD may stand beside the house.
 */
export function isOnlyOfNumber(
  ranked: ReadonlyArray<{ evidence: Evidence; prepared: { prepared: PreparedAddress } }>,
): boolean {
  const { evidence, prepared } = ranked[0]!;
  if (evidence.building !== 'missing_query' || evidence.number !== 'exact' || evidence.unit !== 'none')
    return false;
  if (evidence.postcode !== 'exact' || evidence.relation !== 'none' || evidence.role_differs) return false;
  if ((evidence.street_agreement ?? 0) < SAME_STREET || evidence.other_name) return false;
  if (prepared.prepared.parsed.apart !== null) return false;
  return !ranked.some(
    ({ evidence: other }, i) =>
      i > 0 &&
      (other.number === 'exact' || other.number.startsWith('range')) &&
      (other.street_agreement ?? 1) >= LIKE_STREET,
  );
}
