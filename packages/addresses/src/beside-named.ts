import { wordAgreement } from './compare-words.ts';
import type { PreparedAddress } from './prepare.ts';
import { BUILDING_TYPES, LEADING_STREET_TYPES, STREET_TYPES, WEAK_STREET_TYPES, WHOLE } from './words.ts';

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

/** What at the end of a name is beside the house or a part of it: QUAX HOTEL CAR PARK, OAK LODGE MEWS, OAK HOUSE WEST. */
const ENDS_BESIDE = new Set(
  'EXTENSION MEWS WAREHOUSE HALL VICARAGE RECTORY MANSE PRESBYTERY PLAYGROUP UPPER LOWER NORTH SOUTH EAST WEST FRONT REAR'.split(
    ' ',
  ),
);

function endsBesideNamed({ parsed: { building } }: PreparedAddress, candidate: PreparedAddress): boolean {
  const last = building.at(-1)!;
  if (building.length < 2) return false;
  if (last === 'PARK' && building.at(-2) === 'CAR') return !says(candidate, 'CAR');
  if (candidate.parsed.building.length === 0) return last === 'EXTENSION';
  return ENDS_BESIDE.has(last) && !says(candidate, last);
}

/** FLAT 2, IVY COURT, 12 OAK ROAD against FLAT 2, IVY LODGE, 12 OAK ROAD: two blocks, each with a flat 2. */
function isInOtherBlock(query: PreparedAddress, candidate: PreparedAddress): boolean {
  if (!query.parsed.unit || query.parsed.unit !== candidate.parsed.unit) return false;
  const [own, other] = [query.parsed.building.at(-1) ?? '', candidate.parsed.building.at(-1) ?? ''];
  return isType(own) && isType(other) && !says(candidate, own) && !says(query, other);
}
const isType = (word: string): boolean =>
  BUILDING_TYPES.has(word) || STREET_TYPES.has(word) || WEAK_STREET_TYPES.has(word);

/** Kinds of institutions, of which a place may have several at one address: QUAX SCHOOL and QUAX COMMUNITY CENTRE. */
const INSTITUTIONS: ReadonlyArray<ReadonlySet<string>> = [
  new Set([
    'SCHOOL',
    'ACADEMY',
    'COLLEGE',
    'YSGOL',
    'NURSERY',
    'PRESCHOOL',
    'PLAYGROUP',
    'INFANTS',
    'JUNIORS',
  ]),
  new Set(['SURGERY', 'MEDICAL', 'HEALTH', 'CLINIC', 'PRACTICE', 'HOSPITAL']),
  new Set(['COMMUNITY', 'LIBRARY', 'CLUB', 'HALL', 'LEISURE', 'SPORTS']),
  new Set(['CHURCH', 'CHAPEL', 'MOSQUE', 'TEMPLE', 'GURDWARA', 'SYNAGOGUE']),
];

/** QUAX SCHOOL, 12 OAK ROAD against QUAX COMMUNITY CENTRE, 12 OAK ROAD. */
function isOtherInstitution({ parsed: own }: PreparedAddress, { parsed: other }: PreparedAddress): boolean {
  const kindsOf = (name: readonly string[]) =>
    INSTITUTIONS.filter((kind) => name.some((word) => kind.has(word)));
  const asked = kindsOf(own.building);
  if (asked.length === 0) return false;
  const listed = kindsOf(other.building);
  return listed.length > 0 && !asked.some((kind) => listed.includes(kind));
}

/** Whether the query means other premises than the named house that the list has, at it or beside it. */
export const isBesideNamed = (query: PreparedAddress, candidate: PreparedAddress): boolean =>
  isAtNamed(query, candidate) ||
  isHouseBesideNamed(query, candidate) ||
  isOfOtherCare(query, candidate) ||
  isOfOtherCare(candidate, query) ||
  endsBesideNamed(query, candidate) ||
  isInOtherBlock(query, candidate) ||
  isOtherInstitution(query, candidate) ||
  addsWelshWord(query, candidate) ||
  addsWelshWord(candidate, query);
