import type { Candidate, PreparedCandidate } from '../compare/candidates.ts';
import type { Evidence } from '../compare/compare.ts';
import { plainNumberOf } from '../compare/compare-identity.ts';
import { isNameOfOccupier, isUnitWithoutOccupier, isWithoutOccupier } from '../compare/occupied.ts';
import type { PreparedQuery } from '../read/prepare-query.ts';
import { tokenise } from '../text/normalise.ts';
import { isNameOfSchool, isOtherSchoolOfName } from '../text/school-names.ts';
import type { Spelling } from '../text/spelling.ts';
import {
  BESIDE_OR_PART,
  BUILDING_TYPES,
  COUNTIES,
  DEPENDENTS,
  GENERIC_NAME_WORDS,
  ROLES,
  STOREYS,
  STREET_TYPES,
  UNIT_WORDS,
} from '../text/words.ts';
import { isBeginning } from './beginning.ts';
import { countsNothing, isNameOf, mayBeNameAlone, ONLY_ONE } from './only-one.ts';

/** Least confidence of a listed text that equals the query word for word. */
const SAME_TEXT = 0.9995;
/** Least confidence of the only listed text that begins with the query. */
const SAME_BEGINNING = 0.98;
/** Agreement of two forms of the name of one school. */
const LIKE_NAME = 0.9;
/** Only the first `MOST_SAME` candidates, within this distance of the best score, are compared word for word. */
const SAME_WITHIN = 4;
const MOST_SAME = 8;

export interface Ranked<C extends Candidate> {
  candidate: C;
  prepared: PreparedCandidate<C>;
  evidence: Evidence;
  score: number;
}

/**
 * The number of candidates with the query's text, and the least confidence if there is exactly one. A house without its
 * occupier counts one more, since it may have other occupiers, listed or not.
 */
interface Same {
  count: number;
  confidence: number;
}

/**
 * Unless the best is clearly ahead, moves the candidates with the query's text to the front of `ranked`. The rules are
 * tried in order until one finds a candidate: the same words, the same words before a county, the same parts in another
 * order, a text cut off, a name alone, a school's name, a unit or house without its occupier.
 */
export function withSameText<C extends Candidate>(
  query: PreparedQuery,
  ranked: Ranked<C>[],
  candidates: readonly PreparedCandidate<C>[],
): Same {
  const none: Same = { count: 0, confidence: 0 };
  if (query.text === null || query.former || query.open || query.borne_out) return none;
  const { postcode } = query.parsed;
  const near = ranked
    .slice(0, MOST_SAME)
    .filter(({ score, evidence }) => isHere(evidence) && score > ranked[0]!.score - SAME_WITHIN);
  if (near.length === 0) return none;
  const clear = isPlain(ranked[0]!.evidence) && (ranked[1]?.score ?? -99) < ranked[0]!.score - SAME_WITHIN;
  if (clear && !query.several) return none;
  const texts = near.map((entry) => {
    const own = query.within === 'scotland' ? (entry.candidate.postcode ?? null) : postcode;
    return { entry, spelling: entry.prepared.spelling(own) };
  });
  let same = texts.filter(({ spelling }) => spelling.whole === query.text);
  let confidence = SAME_TEXT;
  if (same.length === 0 && (query.parsed.number !== null || query.parsed.unit))
    same = texts.filter(({ spelling: { whole } }) => addsCounty(query.text!, whole));
  if (same.length === 0) {
    same = texts.filter(
      ({ entry: { candidate, evidence }, spelling }) =>
        evidence.postcode === 'exact' && isReordered(query.text!, spelling.whole, candidate.address),
    );
    for (const { entry } of same) entry.evidence = withEveryPart(entry.evidence);
  }
  if (same.length === 0) {
    same = texts.filter(
      ({ entry, spelling }) => entry.evidence.postcode === 'exact' && isBeginning(query.text!, spelling),
    );
    confidence = SAME_BEGINNING;
    // FLAT 1, OAK begins FLAT 1, OAK HOUSE and FLAT 1, OAK COTTAGE, so it identifies neither, whatever their scores.
    const beginsToo = ({ whole }: Spelling, other: C) =>
      other.postcode === same[0]!.entry.candidate.postcode && whole.startsWith(query.text!);
    if (same.length === 1 && isSoOfOthers(same[0]!.entry, candidates, postcode, beginsToo)) return none;
  }
  if (same.length === 0 && mayBeNameAlone(query.parsed, query.text)) {
    same = texts.filter(
      ({ entry: { evidence, prepared }, spelling }) =>
        evidence.postcode === 'exact' &&
        ((evidence.unit === 'none' && countsNothing(prepared.prepared.parsed, spelling.whole)) ||
          isNameOfOccupier(spelling)) &&
        isNameOf(query.text!, spelling),
    );
    confidence = ONLY_ONE;
    // Another home may have the name in its address: FLAT 1, OAK HOUSE.
    const hasName = ({ whole }: Spelling) => whole.includes(same[0]!.spelling.name);
    if (same.length === 1 && isSoOfOthers(same[0]!.entry, candidates, postcode, hasName)) return none;
  }
  if (same.length === 0 && mayBeNameAlone(query.parsed, query.text)) {
    same = texts.filter(
      ({ entry: { evidence }, spelling }) =>
        evidence.postcode === 'exact' && evidence.unit === 'none' && isNameOfSchool(query.text!, spelling),
    );
    const isSchoolToo = ({ name }: Spelling) => isOtherSchoolOfName(same[0]!.spelling.name, name);
    if (same.length === 1 && isSoOfOthers(same[0]!.entry, candidates, postcode, isSchoolToo)) return none;
    for (const { entry } of same)
      entry.evidence = { ...entry.evidence, building: 'near', building_agreement: LIKE_NAME };
  }
  if (same.length === 0 && query.parsed.unit) {
    same = texts.filter(
      ({ entry: { evidence, prepared }, spelling }) =>
        evidence.postcode === 'exact' &&
        evidence.unit === 'exact' &&
        isUnitWithoutOccupier(query, prepared.prepared, spelling),
    );
    if (same.length === 1 && ranked.some((other) => other !== same[0]!.entry && isSameUnit(other)))
      return none;
    confidence = ONLY_ONE;
    for (const { entry } of same) entry.evidence = withoutName(entry.evidence);
  }
  let unlisted = 0;
  if (same.length === 0 && mayBeNameAlone(query.parsed, query.text)) {
    same = texts.filter(
      ({ entry: { evidence }, spelling }) =>
        evidence.postcode === 'exact' && isWithoutOccupier(query, spelling),
    );
    for (const { entry } of same) entry.evidence = withoutName(entry.evidence);
    unlisted = 1;
  }
  if (same.length === 0) return none;
  for (const { entry, spelling } of same) entry.evidence = withName(entry.evidence, query, spelling);
  const first = new Set(same.map(({ entry }) => entry));
  ranked.sort((a, b) => Number(first.has(b)) - Number(first.has(a)) || b.score - a.score);
  return { count: same.length + unlisted, confidence };
}

/**
 * The spellings of the only home of the postcode with the query's text word for word, however its parts are parsed;
 * empty if several homes have the text.
 */
export function homeOfText<C extends Candidate>(
  queries: readonly PreparedQuery[],
  candidates: readonly PreparedCandidate<C>[],
): PreparedCandidate<C>[] {
  const { text, parsed } = queries[0]!;
  const { postcode } = parsed;
  if (text === null || postcode === null) return [];
  // A listed address may contain what the first reading left out as a note, so the text with the note is compared too.
  const given = queries.find((query) => query.open && (query.text?.length ?? 0) > text.length)?.text;
  const number = plainNumberOf(parsed);
  const same = candidates.filter((home) => {
    if (home.candidate.postcode !== postcode || (number !== null && home.isOtherThan(number))) return false;
    const { whole } = home.spelling(postcode);
    return whole === text || whole === given;
  });
  const [first] = same;
  return same.every(({ candidate }) => candidate.uprn === first!.candidate.uprn) ? same : [];
}

/**
 * Whether the text is a listed address and a county: 12, OAK COURT, XANBURY, KENT for 12, OAK COURT, XANBURY, even if
 * FLAT 12, OAK COURT, XANBURY is listed too. A district may precede the county, as in the registers of sales: CITY OF
 * LONDON, GREATER LONDON.
 */
function addsCounty(text: string, whole: string): boolean {
  if (!text.startsWith(`${whole} `)) return false;
  const added = text.slice(whole.length + 1).split(' ');
  return isCounty(added.at(-1)!) && added.every((word) => isCounty(word) || mayBeOfDistrict(word));
}
const isCounty = (word: string): boolean => COUNTIES.has(word) || word === 'LONDON';
const mayBeOfDistrict = (word: string): boolean =>
  /^[A-Z]{2,}$/.test(word) && !NO_DISTRICT.some((words) => words.has(word));
const NO_DISTRICT = [
  BESIDE_OR_PART,
  BUILDING_TYPES,
  DEPENDENTS,
  GENERIC_NAME_WORDS,
  ROLES,
  STOREYS,
  STREET_TYPES,
  UNIT_WORDS,
  new Set(['UPPER', 'LOWER', 'REAR', 'FRONT', 'BACK', 'LEFT', 'RIGHT', 'FORMERLY', 'NEAR', 'BEHIND']),
];

const sortedWords = (text: string): string => text.split(' ').sort().join(' ');

/**
 * 51 OAK ROAD, QUAX GARAGE for QUAX GARAGE, 51 OAK ROAD: the same parts in another order. Not with two parts that are
 * numbers, since either may be the house's. A part such as THE BARN is allowed only if all parts are reversed (XANBURY,
 * OAK LANE, OAK FARM, THE BARN), since OAK FARM, THE BARN may mean either.
 */
function isReordered(text: string, whole: string, address: string): boolean {
  if (text.length !== whole.length || sortedWords(text) !== sortedWords(whole)) return false;
  const parts = address.split(',').map((part) => tokenise(part).words.join(' '));
  const own = parts.filter((part) => part !== '');
  const fromTown = own.length > 2 && own.toReversed().join(' ') === text;
  return (
    own.every((part) => ` ${text} `.includes(` ${part} `) && (fromTown || !isKindAlone(part))) &&
    own.filter((part) => !/[A-Z]{2}/.test(part)).length < 2
  );
}
const isKindAlone = (part: string): boolean =>
  part.split(' ').every((word) => word === 'THE' || BUILDING_TYPES.has(word) || DEPENDENTS.has(word));

/** The evidence with every part found: the order of the parts decided how each was parsed. */
const withEveryPart = (evidence: Evidence): Evidence => ({
  ...evidence,
  unit: evidence.unit === 'missing_candidate' ? 'none' : evidence.unit,
  building: evidence.building === 'none' ? 'none' : 'exact',
  building_agreement: evidence.building === 'none' ? null : 1,
});

/** Whether the home has the query's unit in the query's postcode, in any house. */
const isSameUnit = <C extends Candidate>({ evidence: { unit, number, postcode } }: Ranked<C>): boolean =>
  unit === 'exact' && number !== 'conflict' && postcode === 'exact';

/** The evidence with the building name agreeing, and without a street that is part of the name. */
function withName(evidence: Evidence, { parsed }: PreparedQuery, { name }: Spelling): Evidence {
  const named: Evidence =
    evidence.building === 'different' ? { ...evidence, building: 'exact', building_agreement: 1 } : evidence;
  if (evidence.street !== 'different') return named;
  return name.includes(parsed.street.join(' '))
    ? { ...named, street: 'missing_query', street_agreement: null }
    : { ...named, street: 'near', street_agreement: LIKE_NAME };
}

const withoutName = (evidence: Evidence): Evidence => ({
  ...evidence,
  building: 'missing_query',
  building_agreement: null,
});

/** Whether another home among the candidates has a spelling for which `isSo` holds. */
const isSoOfOthers = <C extends Candidate>(
  { candidate }: Ranked<C>,
  candidates: readonly PreparedCandidate<C>[],
  postcode: string | null,
  isSo: (spelling: Spelling, other: C) => boolean,
): boolean =>
  candidates.some(
    (other) => other.candidate.uprn !== candidate.uprn && isSo(other.spelling(postcode), other.candidate),
  );

/** Whether the home is in the query's postcode; without a postcode the town must agree, since street names repeat. */
function isHere({ postcode, locality }: Evidence): boolean {
  return postcode === 'exact' || (postcode === 'unknown' && locality === 'exact');
}

/** Whether number, unit and street agree and neither has a name, so that comparing the texts adds nothing. */
function isPlain({ number, unit, street, building }: Evidence): boolean {
  return (
    number === 'exact' && (unit === 'none' || unit === 'exact') && street === 'exact' && building === 'none'
  );
}
