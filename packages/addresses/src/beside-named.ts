import { wordAgreement } from './compare-words.ts';
import type { PreparedAddress } from './prepare.ts';
import { LEADING_STREET_TYPES, WHOLE } from './words.ts';

/** Houses that stand beside the one whose name they share or in whose grounds they are. */
const HOUSES_BESIDE = new Set(['COTTAGE', 'COTTAGES', 'BARN', 'BARNS', 'BUNGALOW', 'STABLES']);

const says = ({ words }: PreparedAddress, word: string): boolean =>
  words.some((own) => wordAgreement(own, word) >= 0.7);

/** SPA AT QUAX HOTEL, 12 OAK ROAD against QUAX HOTEL, 12 OAK ROAD: what is at it; not THE PREMISES AT QUAX HOTEL. */
function isAtNamed({ parsed: { building } }: PreparedAddress, candidate: PreparedAddress): boolean {
  const at = building.indexOf('AT');
  if (at < 1 || candidate.parsed.building.length === 0 || WHOLE.has(building[at - 1]!)) return false;
  return building.slice(0, at).some((word) => word !== 'THE' && !says(candidate, word));
}

/** RED HART COTTAGE, 12 OAK ROAD, and GARDEN COTTAGE, RED HART, 12 OAK ROAD, against THE RED HART, 12 OAK ROAD. */
const isHouseBesideNamed = (query: PreparedAddress, candidate: PreparedAddress): boolean =>
  candidate.parsed.building.length > 0 &&
  query.parsed.building.some((word) => HOUSES_BESIDE.has(word) && !says(candidate, word));

/** QUAX PHARMACY, QUAX SURGERY, 12 OAK ROAD, and DENTAL SUITE, QUAX SURGERY, against QUAX SURGERY, 12 OAK ROAD. */
const isOfOtherCare = (query: PreparedAddress, candidate: PreparedAddress): boolean =>
  candidate.parsed.building.some((word) => OF_CARE.has(word)) &&
  query.parsed.building.some((word) => OTHER_CARE.has(word) && !says(candidate, word));
const OF_CARE = new Set(['SURGERY', 'MEDICAL', 'HEALTH', 'CLINIC', 'PRACTICE', 'HOSPITAL']);
const OTHER_CARE = new Set(['PHARMACY', 'CHEMIST', 'DENTAL', 'OPTICIANS', 'PODIATRY', 'PHYSIOTHERAPY']);

/** BRYN AWELON, QUAXBY, of which a street is read, against AWELON, QUAXBY; but not against BRYNAWELON, QUAXBY. */
const addsWelshWord = ({ parsed }: PreparedAddress, other: PreparedAddress): boolean =>
  parsed.number === null &&
  parsed.building.length === 0 &&
  parsed.street.length > 1 &&
  LEADING_STREET_TYPES.has(parsed.street[0]!) &&
  other.parsed.number === null &&
  other.parsed.street.length === 0 &&
  !other.words.some((word) => word.startsWith(parsed.street[0]!));

/** Whether the query means other premises than the named house that the list has, at it or beside it. */
export const isBesideNamed = (query: PreparedAddress, candidate: PreparedAddress): boolean =>
  isAtNamed(query, candidate) ||
  isHouseBesideNamed(query, candidate) ||
  isOfOtherCare(query, candidate) ||
  addsWelshWord(query, candidate) ||
  addsWelshWord(candidate, query);
