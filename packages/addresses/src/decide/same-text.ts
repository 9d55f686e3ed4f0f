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
/** Only so many candidates with a score so near to the best are compared with the query word for word. */
const SAME_WITHIN = 4;
const MOST_SAME = 8;

export interface Ranked<C extends Candidate> {
  candidate: C;
  prepared: PreparedCandidate<C>;
  evidence: Evidence;
  score: number;
}

/**
 * How many candidates have the text of the query, and the confidence if there is one. The house of those who are there
 * by another name counts as one more, whether it is listed or not.
 */
interface Same {
  count: number;
  confidence: number;
}

/**
 * If the best is not clearly ahead: moves the candidates whose text equals the query word for word to the front, or if
 * there are none, those that begin with it.
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
    // FLAT 1, OAK begins FLAT 1, OAK HOUSE and FLAT 1, OAK COTTAGE, however the two are scored.
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
    // The address of another home has the name in it: FLAT 1, OAK HOUSE.
    const saysIt = ({ whole }: Spelling) => whole.includes(same[0]!.spelling.name);
    if (same.length === 1 && isSoOfOthers(same[0]!.entry, candidates, postcode, saysIt)) return none;
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
 * The only home of the postcode whose text is that of the query word for word, however its parts are read; none if
 * there are several. The homes with another number cannot have its text.
 */
export function homeOfText<C extends Candidate>(
  queries: readonly PreparedQuery[],
  candidates: readonly PreparedCandidate<C>[],
): PreparedCandidate<C>[] {
  const { text, parsed } = queries[0]!;
  const { postcode } = parsed;
  if (text === null || postcode === null) return [];
  // What is left out as a note may be listed with it: the reading with all of the text is the longer.
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
 * 12, OAK COURT, XANBURY, KENT for 12, OAK COURT, XANBURY, where FLAT 12, OAK COURT, XANBURY is listed too. Before the
 * county a district may stand, as registers of sales have it: CITY OF LONDON, GREATER LONDON.
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

const inOrder = (text: string): string => text.split(' ').sort().join(' ');

/**
 * 51 OAK ROAD, QUAX GARAGE for QUAX GARAGE, 51 OAK ROAD: the same parts in another order. Of two numbers alone each may
 * be that of the house, and of OAK FARM, THE BARN either may be meant, but of XANBURY, OAK LANE, OAK FARM, THE BARN the
 * last.
 */
function isReordered(text: string, whole: string, address: string): boolean {
  if (text.length !== whole.length || inOrder(text) !== inOrder(whole)) return false;
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

/** With each part found, whatever it was read as where it stands. */
const withEveryPart = (evidence: Evidence): Evidence => ({
  ...evidence,
  unit: evidence.unit === 'missing_candidate' ? 'none' : evidence.unit,
  building: evidence.building === 'none' ? 'none' : 'exact',
  building_agreement: evidence.building === 'none' ? null : 1,
});

/** Whether it has the unit that is asked for, in whatever house. */
const isSameUnit = <C extends Candidate>({ evidence: { unit, number, postcode } }: Ranked<C>): boolean =>
  unit === 'exact' && number !== 'conflict' && postcode === 'exact';

/** With the name that was found in it word for word, and without a street that is part of the name. */
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

/** Whether the list has another home there whose spelling is such. */
const isSoOfOthers = <C extends Candidate>(
  { candidate }: Ranked<C>,
  candidates: readonly PreparedCandidate<C>[],
  postcode: string | null,
  isSo: (spelling: Spelling, other: C) => boolean,
): boolean =>
  candidates.some(
    (other) => other.candidate.uprn !== candidate.uprn && isSo(other.spelling(postcode), other.candidate),
  );

/** In the requested postcode; without one the town must agree, since street names repeat. */
function isHere({ postcode, locality }: Evidence): boolean {
  return postcode === 'exact' || (postcode === 'unknown' && locality === 'exact');
}

/** Number, unit and street agree, so comparing the texts adds nothing. */
function isPlain({ number, unit, street, building }: Evidence): boolean {
  return (
    number === 'exact' && (unit === 'none' || unit === 'exact') && street === 'exact' && building === 'none'
  );
}
