import type { PreparedAddress } from '../read/prepare.ts';
import {
  BUILDING_TYPES,
  COMMON_WORDS,
  GENERIC_NAME_WORDS,
  LEADING_STREET_TYPES,
  STREET_TYPES,
  WEAK_STREET_TYPES,
  WHOLE_ADDRESS,
} from '../text/words.ts';
import { nameHolds } from './compare-premises.ts';
import { wordAgreement } from './compare-words.ts';

/** Houses that stand beside the house whose name they share, or in its grounds. */
const HOUSES_BESIDE = new Set(['COTTAGE', 'COTTAGES', 'BARN', 'BARNS', 'BUNGALOW', 'STABLES']);

/** Whether the address has the word, or the word with a typing error. */
const says = ({ words }: PreparedAddress, word: string): boolean =>
  words.some((own) => wordAgreement(own, word) >= 0.7);

/** SPA AT QUAX HOTEL, 12 OAK ROAD against QUAX HOTEL, 12 OAK ROAD. THE PREMISES AT QUAX HOTEL is the hotel itself. */
function isAtNamed({ parsed: { building } }: PreparedAddress, candidate: PreparedAddress): boolean {
  const at = building.indexOf('AT');
  if (at < 1 || candidate.parsed.building.length === 0 || WHOLE_ADDRESS.has(building[at - 1]!)) return false;
  return building.slice(0, at).some((word) => word !== 'THE' && !says(candidate, word));
}

/** RED HART COTTAGE, 12 OAK ROAD, and GARDEN COTTAGE, RED HART, 12 OAK ROAD, against THE RED HART, 12 OAK ROAD. */
const isHouseBesideNamed = (query: PreparedAddress, candidate: PreparedAddress): boolean =>
  candidate.parsed.building.length > 0 &&
  query.parsed.building.some((word) => HOUSES_BESIDE.has(word) && !says(candidate, word));

/**
 * Another health service at a surgery: QUAX PHARMACY, QUAX SURGERY, 12 OAK ROAD, or DENTAL SUITE, QUAX SURGERY, or
 * HEALTH VISITORS, QUAX SURGERY, against QUAX SURGERY, 12 OAK ROAD.
 */
const isOfOtherCare = (query: PreparedAddress, candidate: PreparedAddress): boolean =>
  candidate.parsed.building.some((word) => CARE_WORDS.has(word)) &&
  query.parsed.building.some((word) => isOtherCare(word) && !says(candidate, word));
/** PHARMACY also counts at the end of a word, as chains spell their names: QUAXPHARMACY. */
const isOtherCare = (word: string): boolean => OTHER_CARE.has(word) || word.endsWith('PHARMACY');
const CARE_WORDS = new Set(['SURGERY', 'MEDICAL', 'HEALTH', 'CLINIC', 'PRACTICE', 'HOSPITAL']);
const OTHER_CARE = new Set(
  `PHARMACY CHEMIST DENTAL OPTICIANS PODIATRY PHYSIOTHERAPY
  TEAM SERVICE VISITORS NURSING NURSES MIDWIVES MIDWIFERY HOURS OOH HUB LOCUM`.split(/\s+/),
);

/** BRYN AWELON, QUAXBY, parsed as a street, against AWELON, QUAXBY; but not against BRYNAWELON, QUAXBY. */
const addsWelshWord = ({ parsed }: PreparedAddress, other: PreparedAddress): boolean =>
  parsed.number === null &&
  parsed.building.length === 0 &&
  parsed.street.length > 1 &&
  LEADING_STREET_TYPES.has(parsed.street[0]!) &&
  other.parsed.number === null &&
  other.parsed.street.length === 0 &&
  !other.words.some((word) => word.startsWith(parsed.street[0]!));

/** WOOD BARN, 12 OAK LANE against HAY BARN, 12 OAK LANE: two barns of one farm. */
function isOtherBeside({ parsed: own, words }: PreparedAddress, candidate: PreparedAddress): boolean {
  const other = candidate.parsed.building;
  return own.building.some((house, i) => {
    if (i === 0 || !HOUSES_BESIDE.has(house)) return false;
    const at = other.indexOf(house);
    const [mine, its] = [own.building[i - 1]!, other[at - 1]];
    if (at < 1 || its === undefined || mine === 'THE' || its === 'THE') return false;
    return !says(candidate, mine) && !words.some((word) => wordAgreement(word, its) >= 0.7);
  });
}

/** OAK HOUSE, 12 OAK ROAD against THE SHOP, OAK HOUSE (a part of it) or GARDENERS COTTAGE, OAK HOUSE (beside it). */
function isHouseOfBeside({ parsed: own, words }: PreparedAddress, candidate: PreparedAddress): boolean {
  const last = own.building.at(-1);
  if (last === undefined || !BUILDING_TYPES.has(last) || own.kind !== null) return false;
  const { building, kind } = candidate.parsed;
  if (building.length <= own.building.length || building.at(-1) !== last) return false;
  return kind !== null || building.some((word) => HOUSES_BESIDE.has(word) && !words.includes(word));
}

/** CAR PARK, OAK HOUSE, UNIT 3 against OAK HOUSE, UNIT 3, in either direction. */
const isCarPark = ({ parsed: own }: PreparedAddress, { parsed: other }: PreparedAddress): boolean =>
  (own.kind === 'CAR PARK') !== (other.kind === 'CAR PARK');

/** TYN Y COED, XANBURY against TYN COED, XANBURY, where the name alone identifies the home. */
const lacksArticle = ({ parsed: own }: PreparedAddress, candidate: PreparedAddress): boolean =>
  own.number === null &&
  candidate.parsed.number === null &&
  own.building.some(
    (word, i) =>
      word === 'Y' &&
      !candidate.index.has('Y') &&
      candidate.parsed.building.some(
        (its, k, all) => its === own.building[i - 1] && all[k + 1] === own.building[i + 1],
      ),
  );

/** OAK HOUSE against OAK HOUSE EAST: the word after the candidate's name, in the same part, is a side of the house. */
const isSideOfNamed = (
  { index }: PreparedAddress,
  { parsed: { tail, after_name } }: PreparedAddress,
): boolean => after_name === 1 && ENDS_BESIDE.has(tail[0]!) && !index.has(tail[0]!);

/** Words that, at the end of a name, mean a part of the house or a place beside it: OAK LODGE MEWS, OAK HOUSE WEST. */
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

/** FLAT 2, IVY COURT, 12 OAK ROAD against FLAT 2, IVY LODGE, 12 OAK ROAD: each block may have a flat 2. */
function isInOtherBlock(query: PreparedAddress, candidate: PreparedAddress): boolean {
  if (!query.parsed.unit || query.parsed.unit !== candidate.parsed.unit) return false;
  const [own, other] = [query.parsed.building.at(-1) ?? '', candidate.parsed.building.at(-1) ?? ''];
  return isType(own) && isType(other) && !says(candidate, own) && !says(query, other);
}
const isType = (word: string): boolean =>
  BUILDING_TYPES.has(word) || STREET_TYPES.has(word) || WEAK_STREET_TYPES.has(word);

/** Kinds of institutions. One address may have several of them: QUAX SCHOOL and QUAX COMMUNITY CENTRE. */
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

/**
 * LARK PRACTICE, QUAX CENTRE, 12 OAK ROAD against FINCH PRACTICE, QUAX CENTRE, 12 OAK ROAD: two occupiers of one house,
 * each with a name word that the other address lacks.
 */
const isOtherOfHouse = (query: PreparedAddress, candidate: PreparedAddress): boolean =>
  query.parsed.number !== null &&
  candidate.parsed.number !== null &&
  hasOwnName(query, candidate) &&
  hasOwnName(candidate, query);

function hasOwnName(
  { words, weights, building: [from, to] }: PreparedAddress,
  other: PreparedAddress,
): boolean {
  for (let i = from; i < to; i += 1) {
    const word = words[i]!;
    if (weights[i]! < DISTINGUISHING_WEIGHT || word.length < 4 || BUILDING_TYPES.has(word)) continue;
    // DUNNEL HOUSE, 12 DUNNEL ROAD: DUNNEL in the other's street is not in its name.
    if (words.indexOf(word, to) !== -1 && !nameHolds(other, word)) return true;
    if (!says(other, word) && !other.words.join('').includes(word)) return true;
  }
  return false;
}
/** Least weight of a word that distinguishes names. */
const DISTINGUISHING_WEIGHT = 0.5;

const isSchool = ({ building }: PreparedAddress['parsed']): boolean =>
  building.some((word) => INSTITUTIONS[0]!.has(word));

/** ST QUAX PRIMARY SCHOOL, VEX CAMPUS, 12 OAK ROAD against VEX PRIMARY SCHOOL, 12 OAK ROAD: two schools on a campus. */
function isOtherSchool({ parsed }: PreparedAddress, candidate: PreparedAddress): boolean {
  if (!isSchool(parsed) || !isSchool(candidate.parsed)) return false;
  const name = parsed.building.find((word) => word !== 'THE' && word !== 'ST' && word.length > 1);
  return (
    name !== undefined &&
    !COMMON_WORDS.has(name) &&
    !candidate.words.some((word) => wordAgreement(word, name) > 0)
  );
}

/**
 * XANBURY PRIMARY SCHOOL, 12 OAK ROAD against ST QUAX PRIMARY SCHOOL (XANBURY), 12 OAK ROAD: the candidate is named
 * after a saint that the query lacks.
 */
function isNamedForPlace(
  { parsed: own, words }: PreparedAddress,
  { parsed: other }: PreparedAddress,
): boolean {
  if (!isSchool(own) || !isSchool(other) || other.building[0] !== 'ST') return false;
  const saint = other.building[1]!;
  return !words.some((word) => wordAgreement(word, saint) > 0);
}

/**
 * XANBURY, 12 OAK ROAD, ST QUAX SCHOOL against VEX SCHOOL, 12 OAK ROAD: a name at the end, which is parsed as the town.
 */
function isNamedLast({ parsed: { number, town } }: PreparedAddress, candidate: PreparedAddress): boolean {
  if (number === null || town === null || candidate.parsed.building.length === 0) return false;
  const name = town.split(' ');
  return (
    name.length > 1 && GENERIC_NAME_WORDS.has(name.at(-1)!) && name.some((word) => !says(candidate, word))
  );
}

/** Whether the query may mean other premises at, or beside, the candidate, which is a named house. */
export const isBesideNamed = (query: PreparedAddress, candidate: PreparedAddress): boolean =>
  isAtNamed(query, candidate) ||
  isHouseBesideNamed(query, candidate) ||
  isOfOtherCare(query, candidate) ||
  isOfOtherCare(candidate, query) ||
  endsBesideNamed(query, candidate) ||
  isInOtherBlock(query, candidate) ||
  isOtherInstitution(query, candidate) ||
  isOtherOfHouse(query, candidate) ||
  isOtherSchool(query, candidate) ||
  isNamedForPlace(query, candidate) ||
  isNamedLast(query, candidate) ||
  isOtherBeside(query, candidate) ||
  isHouseOfBeside(query, candidate) ||
  isCarPark(query, candidate) ||
  isSideOfNamed(query, candidate) ||
  isSideOfNamed(candidate, query) ||
  lacksArticle(query, candidate) ||
  lacksArticle(candidate, query) ||
  addsWelshWord(query, candidate) ||
  addsWelshWord(candidate, query);
