import type { PreparedAddress } from '../read/prepare.ts';
import {
  BUILDING_TYPES,
  COMMON_WORDS,
  COMPASS,
  COUNTIES,
  FORMS_OF_COMPANY,
  ROLES,
  STOP_WORDS,
  WEAK_STREET_TYPES,
} from '../text/words.ts';
import { isContraction, wordAgreement } from './compare-words.ts';

/** Whether the building's name has the word, or the word with a typing error. */
export function nameHolds({ words, building: [from, to] }: PreparedAddress, word: string): boolean {
  for (let i = from; i < to; i += 1) if (wordAgreement(words[i]!, word) >= 0.7) return true;
  return false;
}

/**
 * Whether the name of `one` has a distinguishing word that `other` lacks: OLD of THE OLD VICARAGE, SURGERY of a surgery
 * in a health centre, A of SUITE A. `found` has the agreement of each word of `one` with the words of `other`.
 */
export function hasOwnWord(one: PreparedAddress, other: PreparedAddress, found: readonly number[]): boolean {
  const [from, to] = isNamedAsStreet(one, other) ? one.street : one.building;
  for (let i = from; i < to; i += 1) {
    const word = one.words[i]!;
    const letter = word.length === 1 && i > from && i === to - 1;
    const tells =
      letter ||
      !(
        isOfCareHome(one, i) ||
        isOfSchool(one, i, other) ||
        STOP_WORDS.has(word) ||
        MAINTAINED.has(word) ||
        COUNTIES.has(word) ||
        FORMS_OF_COMPANY.has(word)
      );
    if (tells && !isExplained(one, other, word, found[i]!) && !isJoined(one, i, other)) return true;
  }
  return false;
}

/**
 * OAK VIEW, XANBURY against OAK, XANBURY: the name of a home that ends with a street type and is parsed as a street.
 */
const isNamedAsStreet = (one: PreparedAddress, other: PreparedAddress): boolean =>
  one.parsed.number === null &&
  one.parsed.building.length === 0 &&
  other.parsed.building.length > 0 &&
  other.parsed.street.length === 0;

/**
 * Whether a word only says that the name is a care home's. Registers write QUAX CARE HOME, QUAX NURSING HOME or QUAX.
 */
export const isOfCareHome = ({ words, building: [, to] }: PreparedAddress, i: number): boolean =>
  words[to - 1] === 'HOME' && CARE_HOME.has(words[i]!);
const CARE_HOME = new Set(['CARE', 'NURSING', 'RESIDENTIAL', 'REST', 'RETIREMENT', 'HOME']);

/** SCHOOL of QUAX PRIMARY SCHOOL, or COMMUNITY of QUAX COMMUNITY PRIMARY, if the other is QUAX PRIMARY. */
const isOfSchool = (
  { words }: PreparedAddress,
  i: number,
  { building, words: others }: PreparedAddress,
): boolean => {
  const kind = words[i] === 'SCHOOL' ? words[i - 1] : COUNCIL_WORDS.has(words[i]!) ? words[i + 1] : undefined;
  return kind !== undefined && LEVELS.has(kind) && others.slice(...building).includes(kind);
};
const COUNCIL_WORDS = new Set(['COMMUNITY', 'COUNTY']);
const LEVELS = new Set([
  'PRIMARY',
  'SECONDARY',
  'HIGH',
  'COMPREHENSIVE',
  'INFANT',
  'INFANTS',
  'JUNIOR',
  'JUNIORS',
  'NURSERY',
]);

/** Words for who maintains a school, which its name may give or leave out: QUAX C OF E (AIDED) SCHOOL. */
const MAINTAINED = new Set(['AIDED', 'CONTROLLED', 'VOLUNTARY', 'VA', 'VC']);

/** A building type, street type or common word is never short for another word: WOOD is not WOODLANDS. */
const isShortFor = (short: string, long: string): boolean =>
  isContraction(short, long) && !KINDS.some((kind) => kind.has(short));

const KINDS = [BUILDING_TYPES, COMMON_WORDS, WEAK_STREET_TYPES];

const times = ({ words }: PreparedAddress, word: string): number =>
  words.reduce((sum, own) => sum + Number(own === word), 0);

/** FARM of FARM HOUSE against FARMHOUSE, and FARMHOUSE against FARM HOUSE. */
const isJoined = (
  { words }: PreparedAddress,
  i: number,
  { words: others, index }: PreparedAddress,
): boolean =>
  (i + 1 < words.length && index.has(words[i]! + words[i + 1])) ||
  (i > 0 && index.has(words[i - 1]! + words[i])) ||
  others.some((word, k) => joins(word, others[k + 1], words[i]!));

const joins = (first: string, second: string | undefined, both: string): boolean =>
  second !== undefined && first.length + second.length === both.length && first + second === both;

/** HALL of HALL LANE: it begins the street, so it does not explain the HALL of ST QUAX CHURCH HALL. */
const beginsStreet = ({ street: [from, to] }: PreparedAddress, at: number): boolean =>
  at >= from && at + 1 < to;

/** Whether a name word of `one` is explained by a word of the other address. `found` is its best agreement there. */
function isExplained(one: PreparedAddress, other: PreparedAddress, word: string, found: number): boolean {
  const at = other.index.get(word);
  if (at !== undefined) {
    if (ROLES.has(word) && beginsStreet(other, at) && !one.index.has(other.words[at + 1]!)) return false;
    // A word that both have in street or town is not in the other's name, unless the other has it as often.
    return at < other.street[0] || nameHolds(other, word) || times(other, word) >= times(one, word);
  }
  if (ROLES.has(word))
    return !other.words.some((near) => ROLES.has(near) && wordAgreement(word, near) > 0) && found >= 0.5;
  // MILL is no misspelling of HILL, and WOOD is not short for WOODLANDS.
  const near = other.words.filter(
    (its) => wordAgreement(word, its) > 0.5 || isShortFor(its, word) || isShortFor(word, its),
  );
  // JARROW in the name is not the TARROW of TARROW GREEN if both addresses are in that street.
  return near.length === 0 ? found > 0.5 : near.some((its) => times(other, its) > times(one, its));
}

/** 12 BACK OAK STREET, which is behind OAK STREET with numbers of its own; 12 UPPER OAK STREET, which continues it. */
export const isBehind = ({ words, street: [from, to] }: PreparedAddress, other: PreparedAddress): boolean =>
  to - from > 2 &&
  BEFORE_STREET.has(words[from]!) &&
  !other.words.some((word) => wordAgreement(word, words[from]!) >= 0.5);
const BEFORE_STREET = new Set(['BACK', 'UPPER', 'LOWER']);

/**
 * Words that distinguish OLD OAK ROAD, or a lane OFF OAK ROAD, from OAK ROAD. A query may leave such a word out, but
 * does not add one.
 */
const TELLS_STREETS = new Set([
  'OFF',
  'BACK',
  'OLD',
  'NEW',
  'UPPER',
  'LOWER',
  'GREAT',
  'LITTLE',
  ...COMPASS.values(),
]);

/** OFF does not count in PLOT 3, OAK FIELDS, OFF OAK ROAD: the plot belongs to Oak Fields, not to the street. */
export const tellsStreet = (word: string, { parsed }: PreparedAddress): boolean =>
  TELLS_STREETS.has(word) && (word !== 'OFF' || parsed.number !== null || parsed.building.length === 0);
