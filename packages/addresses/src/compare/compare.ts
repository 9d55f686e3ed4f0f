import { areaOf, outcodeOf, sectorOf } from '../postcode.ts';
import { typeOf } from '../read/block.ts';
import { lengthOf, type PreparedAddress } from '../read/prepare.ts';
import { withinOneEdit } from '../text/edits.ts';
import { BUILDING_TYPES, COMMON_WORDS, COUNTIES, ROLES, STREET_TYPES } from '../text/words.ts';
import type { Identity } from './compare-identity.ts';
import { hasOwnWord, isBehind, isOfCareHome, nameHolds, tellsStreet } from './compare-premises.ts';
import { agreements, share, wordAgreement } from './compare-words.ts';
import { endsLike, isOfOtherType } from './other-type.ts';

export type PostcodeRelation = 'exact' | 'near' | 'sector' | 'outcode' | 'area' | 'different' | 'unknown';
export type NameRelation = 'exact' | 'near' | 'different' | 'missing_query' | 'missing_candidate' | 'none';

export interface Evidence extends Identity, Names {}

/** Copies field by field: spreading two objects takes longer than the rest of the comparison. */
export function evidenceOf(identity: Identity, names: Names): Evidence {
  return {
    number: identity.number,
    unit: identity.unit,
    role_differs: identity.role_differs,
    named: names.named,
    postcode: names.postcode,
    street: names.street,
    building: names.building,
    locality: names.locality,
    relation: names.relation,
    street_agreement: names.street_agreement,
    building_agreement: names.building_agreement,
    locality_agreement: names.locality_agreement,
    unexplained: names.unexplained,
    added: names.added,
    elsewhere: names.elsewhere,
    other_name: names.other_name,
  };
}

/** The comparison of everything but number and unit, shared by all candidates with the same words and postcode. */
export interface Names {
  postcode: PostcodeRelation;
  street: NameRelation;
  building: NameRelation;
  locality: NameRelation;
  relation: 'same' | 'different' | 'none';
  /** Only one side has a number, and beside it a name by which the other may identify the home. */
  named: boolean;
  /** The share of the names' weight that agrees, 0 to 1; null if one side has no such name. */
  street_agreement: number | null;
  building_agreement: number | null;
  locality_agreement: number | null;
  /** The weight of the name and street words of both addresses that the other address lacks. */
  unexplained: number;
  /** The part of `unexplained` that follows a name in its own part: UPCS of `X MEDICAL CENTRE - UPCS`. */
  added: number;
  /**
   * The weight of locality words that the other address lacks: ASHLEY against MEDBOURNE. The smaller of the two
   * addresses' weights; if the postcodes are far apart (`isFar`), the query's.
   */
  elsewhere: number;
  /**
   * The streets differ in type (OAK ROAD, OAK CLOSE), or a name has a distinguishing word that the other lacks, while
   * one side at least has no number.
   */
  other_name: boolean;
}

function nameRelation(query: number, candidate: number, agreement: number | null): NameRelation {
  if (query === 0 && candidate === 0) return 'none';
  if (agreement === null) return query === 0 ? 'missing_query' : 'missing_candidate';
  return agreement > 0.99 ? 'exact' : agreement >= 0.6 ? 'near' : 'different';
}

export function comparePostcodes(a: string | null, b: string | null): PostcodeRelation {
  if (!a || !b) return 'unknown';
  if (a === b) return 'exact';
  if (withinOneEdit(a, b)) return 'near';
  if (sectorOf(a) === sectorOf(b)) return 'sector';
  if (outcodeOf(a) === outcodeOf(b)) return 'outcode';
  return areaOf(a) === areaOf(b) ? 'area' : 'different';
}

/** Whether what `one` gives as its street is the building of `other`, whose street `one` lacks. */
function givesBuildingAlone(
  one: PreparedAddress,
  other: PreparedAddress,
  inOther: readonly number[],
  inOne: readonly number[],
): boolean {
  return (
    lengthOf(one.building) === 0 &&
    lengthOf(other.building) > 0 &&
    share(other, inOne, other.building) >= 0.9 &&
    share(other, inOne, other.street) < 0.5 &&
    share(one, inOther, one.street) >= 0.9
  );
}

/** Largest agreement of two names of homes without numbers that differ in a role word. */
const OTHER_ROLE = 0.4;

/** Agreement of the names of two buildings, 0 to 1. Without a number, every word of both names must be matched. */
function compareBuildings(
  q: PreparedAddress,
  c: PreparedAddress,
  inCandidate: readonly number[],
  inQuery: readonly number[],
): number {
  const numbered = Boolean(q.parsed.number && c.parsed.number);
  const [ofQuery, ofCandidate] = numbered
    ? [inCandidate, inQuery]
    : [asName(q, c, inCandidate), asName(c, q, inQuery)];
  const a = share(q, ofQuery, q.building);
  const b = share(c, ofCandidate, c.building);
  if (numbered) return 0.5 * Math.max(a, b) + 0.5 * Math.min(a, b);
  const agreed = 0.15 * Math.max(a, b) + 0.85 * Math.min(a, b);
  if (!lacksRole(q, ofQuery) && !lacksRole(c, ofCandidate)) return agreed;
  return isBlockByName(q, c) ? agreed : Math.min(agreed, OTHER_ROLE);
}

/** FLAT 12, OAK for FLAT 12, OAK HOUSE: people leave out HOUSE in the name of a block. */
function isBlockByName({ parsed: own }: PreparedAddress, { parsed: other }: PreparedAddress): boolean {
  // Only the query's unit counts: candidates with other units share this comparison.
  if (!own.unit || own.building.length + 1 !== other.building.length) return false;
  return other.building.at(-1) === 'HOUSE' && own.building.every((word, i) => word === other.building[i]);
}

/**
 * The agreements `found` of a building's words, corrected for comparing names. A word that the other has only in its
 * locality counts 0 if it is in the own locality too: CULTS ACADEMY, CULTS is not VEXHOLLOW ACADEMY, CULTS.
 */
function asName(one: PreparedAddress, other: PreparedAddress, found: readonly number[]): readonly number[] {
  let adjusted: number[] | null = null;
  for (let i = one.building[0]; i < one.building[1]; i += 1) {
    const word = one.words[i]!;
    if (found[i]! < 1 && isOfCareHome(one, i)) {
      adjusted ??= [...found];
      adjusted[i] = 1;
      continue;
    }
    const at = other.index.get(word);
    if (at === undefined || at < other.tail[0] || one.words.indexOf(word, one.tail[0]) === -1) continue;
    if (nameHolds(other, word) || isJoinedIn(other, one, i)) continue;
    adjusted ??= [...found];
    adjusted[i] = 0;
  }
  return adjusted ?? found;
}

/** Whether the first address's name has the word joined with a neighbour: DYCESCHOOL for DYCE SCHOOL. */
function isJoinedIn({ parsed }: PreparedAddress, { words }: PreparedAddress, i: number): boolean {
  return parsed.building.some(
    (word) => word === `${words[i]}${words[i + 1]}` || word === `${words[i - 1]}${words[i]}`,
  );
}

/** Agreement of a name with the other side's street or locality; null if the name is in neither. */
function nameElsewhere(
  one: PreparedAddress,
  other: PreparedAddress,
  inOther: readonly number[],
  inOne: readonly number[],
): number | null {
  const found = share(one, inOther, one.building);
  if (found < 0.75) return null;
  const numbered = Boolean(one.parsed.number || other.parsed.number);
  return !numbered && lacksRole(other, inOne, other.street) ? OTHER_ROLE : found;
}

/** Whether the name has a role word (COTTAGE, BARN, INFANTS) that the other address lacks. */
function lacksRole(
  address: PreparedAddress,
  found: readonly number[],
  [from, to] = address.building,
): boolean {
  for (let i = from; i < to; i += 1) if (found[i]! <= 0.5 && ROLES.has(address.words[i]!)) return true;
  return false;
}

/**
 * OAK COTTAGE, 12 OAK ROAD against OAK BARN, 12 OAK ROAD; 12 OAK FARM against 12 OAK LODGE; and, where the name is in
 * two parts, ST QUAX, INFANT SCHOOL against ST QUAX, JUNIOR SCHOOL: each has a role word that the other lacks.
 */
function areOfOtherRoles(
  q: PreparedAddress,
  c: PreparedAddress,
  inCandidate: readonly number[],
  inQuery: readonly number[],
): boolean {
  if (q.parsed.number && c.parsed.number) return lacksRole(q, inCandidate) && lacksRole(c, inQuery);
  return lacksRole(q, inCandidate, q.tail) && lacksRole(c, inQuery, c.tail);
}

/** Whether the postcodes are so far apart that a village named only in the query is likely another village. */
const isFar = (relation: PostcodeRelation): boolean =>
  relation === 'outcode' || relation === 'area' || relation === 'different';

/** OXFORD ROAD, COWLEY against COWLEY ROAD, OXFORD: each street is named after the place of the other. */
function areCrossed(q: PreparedAddress, c: PreparedAddress): boolean {
  if (q.words[q.street[0]] === c.words[c.street[0]]) return false;
  return isInTailOf(q, c) && isInTailOf(c, q);
}

/**
 * Whether the other address has the street's name, without its type, only after its own street: CHESTER STREET in
 * CHESTER LE STREET, or VEX of 12 VEX CARAVAN PARK in 12 QUAX CARAVAN PARK, VEX LANE.
 */
function isInTailOf(one: PreparedAddress, other: PreparedAddress): boolean {
  const end = one.street[1] - 1;
  const otherEnd = other.street[1] - 1;
  if (end === one.street[0] || one.words[end] !== other.words[otherEnd]) return false;
  let placed = 0;
  let shared = 0;
  for (let i = one.street[0]; i < end; i += 1) {
    const at = other.index.get(one.words[i]!);
    if (at !== undefined && at >= other.tail[0]) placed += 1;
    else if (at !== undefined && at >= other.street[0]) shared += 1;
    else return false;
  }
  return (
    placed > 0 && (shared === 0 || other.words.slice(...other.street).some((word) => !one.index.has(word)))
  );
}

/** Whether both addresses have a building name, so that `compareBuildings` compares the names. */
export const areNamed = (q: PreparedAddress, c: PreparedAddress): boolean =>
  lengthOf(q.building) > 0 && lengthOf(c.building) > 0;

/** An upper bound of the share of the candidate's name that `compareNames` finds in the query: 0 to 1. */
export const shareOfName = (q: PreparedAddress, c: PreparedAddress): number =>
  share(c, agreements(c, q, c.building[1]), c.building);

/** Agreement of 12 OAL ROAD with 12 OAK ROAD. It is low, since another street may have the name OAL. */
const SLIP_IN_SHORT_NAME = 0.7;

/**
 * 12 OAL ROAD for 12 OAK ROAD, 12 MLL LANE for 12 MILL LANE: two streets of one postcode and type whose names differ by
 * one typing error. `wordAgreement` accepts no error in such short names.
 */
function isSlipInShortName({ parsed: own }: PreparedAddress, { parsed: other }: PreparedAddress): boolean {
  const [name, type] = own.street;
  const [listed, listedType] = other.street;
  return (
    own.street.length === 2 &&
    other.street.length === 2 &&
    type === listedType &&
    own.postcode !== null &&
    own.postcode === other.postcode &&
    Math.min(name!.length, listed!.length) < 4 &&
    /^[A-Z][A-Z1]{1,3}$/.test(name!) &&
    /^[A-Z]{3,4}$/.test(listed!) &&
    withinOneEdit(name!, listed!)
  );
}

/** Compares everything but number and unit. */
export function compareNames(q: PreparedAddress, c: PreparedAddress): Names {
  const inCandidate = agreements(q, c);
  const inQuery = agreements(c, q);
  const streets = lengthOf(q.street) > 0 && lengthOf(c.street) > 0;
  const onlyNameInQuery = streets && givesBuildingAlone(q, c, inCandidate, inQuery);
  const onlyNameInCandidate = streets && givesBuildingAlone(c, q, inQuery, inCandidate);
  let street: number | null = null;
  let slip = false;
  if (onlyNameInQuery || onlyNameInCandidate) {
    // 12 MILL COURT against APARTMENT 12, MILL COURT, HIGH STREET: only one gives the street.
  } else if (streets) {
    const a = share(q, inCandidate, q.street);
    const b = share(c, inQuery, c.street);
    street = areCrossed(q, c) ? 0 : 0.35 * Math.max(a, b) + 0.65 * Math.min(a, b);
    slip = street < SLIP_IN_SHORT_NAME && isSlipInShortName(q, c);
    if (slip) street = SLIP_IN_SHORT_NAME;
  } else if (lengthOf(q.street) > 0 || lengthOf(c.street) > 0) {
    // One side's street may be among the other's unclassified words.
    const found = lengthOf(q.street) > 0 ? share(q, inCandidate, q.street) : share(c, inQuery, c.street);
    street = found >= 0.75 ? found : null;
  }
  const buildings = lengthOf(q.building) > 0 && lengthOf(c.building) > 0;
  let building: number | null = null;
  if (buildings) {
    building = compareBuildings(q, c, inCandidate, inQuery);
  } else if (lengthOf(q.building) > 0) {
    // One side's name may be the other side's street or locality, depending on how its words were read.
    building = nameElsewhere(q, c, inCandidate, inQuery);
  } else if (lengthOf(c.building) > 0) {
    building = nameElsewhere(c, q, inQuery, inCandidate);
  }
  let locality: number | null = null;
  if (lengthOf(q.tail) > 0 && lengthOf(c.tail) > 0) {
    locality = Math.max(share(q, inCandidate, q.tail), share(c, inQuery, c.tail));
  }
  const { number_of, building: name } = q.parsed.number ? q.parsed : c.parsed;
  const added = afterName(q, inCandidate) + afterName(c, inQuery);
  const postcode = comparePostcodes(q.parsed.postcode, c.parsed.postcode);
  const lacksOfQuery = lackingWeight(q, inCandidate);
  const relations = q.parsed.relation ?? c.parsed.relation;
  return {
    postcode,
    street: nameRelation(
      onlyNameInQuery ? 0 : lengthOf(q.street),
      onlyNameInCandidate ? 0 : lengthOf(c.street),
      street,
    ),
    building: nameRelation(lengthOf(q.building), lengthOf(c.building), building),
    locality: nameRelation(lengthOf(q.tail), lengthOf(c.tail), locality),
    relation: relations === null ? 'none' : q.parsed.relation === c.parsed.relation ? 'same' : 'different',
    named: !(q.parsed.number && c.parsed.number) && number_of === 'street' && name.length > 0,
    street_agreement: street,
    building_agreement: building,
    locality_agreement: locality,
    unexplained: unexplained(q, inCandidate) + unexplained(c, inQuery) + added,
    added,
    elsewhere: isFar(postcode) ? lacksOfQuery : Math.min(lacksOfQuery, lackingWeight(c, inQuery)),
    other_name:
      slip ||
      isOfOtherType(q, c) ||
      numberedBy(q).some((word) => tellsStreet(word, q) && !isExplained(word, q, c)) ||
      countsOther(q, c) ||
      isOtherBlock(q, c) ||
      areOfOtherRoles(q, c, inCandidate, inQuery) ||
      (streets &&
        !onlyNameInCandidate &&
        (addsToStreet(q, inCandidate) || isInTailOf(q, c) || isBehind(c, q))) ||
      (!(q.parsed.number && c.parsed.number) &&
        building !== null &&
        (hasOwnWord(q, c, inCandidate) || hasOwnWord(c, q, inQuery))),
  };
}

/**
 * Whether the other address has the word as often as the query. In BEACH ROAD, NORTH SHIELDS the NORTH belongs to the
 * town, so it does not explain the first NORTH of 12 NORTH BEACH ROAD, NORTH SHIELDS.
 */
function isExplained(word: string, { words: asked }: PreparedAddress, other: PreparedAddress): boolean {
  const at = other.index.get(word);
  if (at === undefined || at < other.tail[0]) return at !== undefined;
  const times = (words: readonly string[]) => words.filter((own) => own === word).length;
  return times(asked) <= times(other.words);
}

/** Whether the query numbers the homes of a building whose type the candidate lacks: 12 OAK COTTAGES for 12 OAK. */
function countsOther({ parsed }: PreparedAddress, { parsed: other, words }: PreparedAddress): boolean {
  if (parsed.number_of !== 'building' || other.number_of !== 'street') return false;
  return parsed.building.some(
    (word) => BUILDING_TYPES.has(word) && !words.some((own) => wordAgreement(own, word) >= 0.7),
  );
}

/** FLAT 12, OAK HOUSE for FLAT 12, OAK PLACE: each lacks the other's building or street type. */
function isOtherBlock(
  { parsed: own, words }: PreparedAddress,
  { parsed: other, words: listed }: PreparedAddress,
) {
  if (own.number_of === 'street' || other.number || other.building.length > 0) return false;
  const lacks = (type: string | null, others: readonly string[]): boolean =>
    type !== null && !others.some((word) => endsLike(word, type));
  const type = own.building.findLast((word) => BUILDING_TYPES.has(word)) ?? null;
  return lacks(type, listed) && lacks(typeOf(other.street), words);
}

/** Whether the query's street has a word that the candidate lacks: ROYAL OAK ROAD or 12 TER OAK ROAD for OAK ROAD. */
function addsToStreet(query: PreparedAddress, found: readonly number[]): boolean {
  const { words, weights, street } = query;
  const to = street[1];
  const from = words[street[0]] === 'OFF' && !tellsStreet('OFF', query) ? street[0] + 1 : street[0];
  if (to - from > 2 && found[from]! < 0.5 && STREET_TYPES.has(words[from]!)) return true;
  for (let i = from; i < to; i += 1) if (found[i]! < 0.5 && weights[i]! >= DISTINGUISHING_WEIGHT) return true;
  return false;
}

/** The words of what the number counts: the homes of a street, or of NORTH COTTAGES. */
const numberedBy = ({ parsed }: PreparedAddress): string[] =>
  parsed.number_of === 'building' ? [...parsed.building, ...parsed.street] : parsed.street;

/** Least weight of a word that distinguishes streets. */
const DISTINGUISHING_WEIGHT = 0.5;

/** The weight of the words from `from` to `to` that the other address lacks, in part or wholly. */
function unexplained(
  { weights, street }: PreparedAddress,
  found: readonly number[],
  from = 0,
  to = street[1],
): number {
  let weight = 0;
  for (let i = from; i < to; i += 1) weight += weights[i]! * (1 - found[i]!);
  return weight;
}

const afterName = (address: PreparedAddress, found: readonly number[]): number =>
  unexplained(address, found, address.tail[0], address.tail[0] + address.parsed.after_name);

/**
 * The weight of an address's locality words that the other lacks. A common word counts fully if it distinguishes
 * places: EAST LANGTON and CHURCH LANGTON, or LONDON alone; but not EAST of EAST SUSSEX.
 */
function lackingWeight({ words, weights, tail }: PreparedAddress, found: readonly number[]): number {
  let weight = 0;
  for (let i = tail[0]; i < tail[1]; i += 1) {
    if (found[i]! >= 0.5) continue;
    const oneWord = tail[1] - tail[0] === 1;
    const mayBeVillage = COMMON_WORDS.has(words[i]!) && (oneWord || isBeforeTown(words, i, tail[1]));
    weight += mayBeVillage ? 1 : weights[i]!;
  }
  return weight;
}

const isBeforeTown = (words: readonly string[], i: number, end: number): boolean =>
  i + 1 < end && !COUNTIES.has(words[i + 1]!);
