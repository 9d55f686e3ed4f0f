import { type Candidate, type PreparedCandidate, prepareCandidates } from './compare/candidates.ts';
import { areNamed, type Evidence, evidenceOf, type Names, shareOfName } from './compare/compare.ts';
import {
  compareIdentity,
  type Identity,
  NAME_ALONE,
  OTHER_NUMBER,
  plainNumberOf,
} from './compare/compare-identity.ts';
import { mayBeInNamesake, namesOf } from './compare/namesake.ts';
import {
  confidenceOf,
  isConflict,
  MOST_GAP,
  mostScore,
  mostScoreOfName,
  parentConfidenceOf,
  scoreOf,
} from './compare/score.ts';
import { HALF, shareAmong, shareAmongHomes } from './compare/share.ts';
import { isNotBorneOut } from './decide/borne-out.ts';
import { isNumberInBlock } from './decide/division.ts';
import { withLikeKinds } from './decide/like-name.ts';
import { isOtherKindOnStorey, isOtherNamedFlat } from './decide/named-flat.ts';
import {
  isNumberedApart,
  isOfStreetWithin,
  isOfTownland,
  isOneOfManyStoreys,
} from './decide/numbered-apart.ts';
import {
  isNamedInPlace,
  isNumberAlone,
  isOnlyInVillage,
  isOnlyOfNumber,
  isUnitAlone,
  isUnitInPostcode,
  ONLY_ONE,
} from './decide/only-one.ts';
import { isInOtherNamedHouse } from './decide/other-house.ts';
import { withOtherMeanings } from './decide/other-meanings.ts';
import { reasonsOf } from './decide/reasons.ts';
import { ALTERNATIVES } from './decide/rivals.ts';
import { homeOfText, type Ranked, withSameText } from './decide/same-text.ts';
import { confidenceIfOpen } from './decide/says-less.ts';
import {
  isContradicted,
  isInOtherHouse,
  isNamedWithoutNumber,
  mayBeInBlock,
  mayBeOnOtherStorey,
  namesTwoHouses,
  oneOfSeveral,
} from './decide/several.ts';
import {
  ACCEPTABLE_FROM,
  isOfOtherOccupier,
  isShortNameHere,
  isUnitOfBlock,
  type MatchStatus,
  statusOf,
} from './decide/status.ts';
import { isOtherSchool } from './decide/thing-at.ts';
import { leavesUnread, namesAnother } from './decide/unread.ts';
import type { MatchResult, Scored } from './match-result.ts';
import { isScottishPostcode } from './postcode.ts';
import { isOtherPart } from './read/part-of-storey.ts';
import type { PreparedAddress, Rarity } from './read/prepare.ts';
import { isGuess, type PreparedQuery, prepareQuery } from './read/prepare-query.ts';
import { isUnitBeside } from './read/read-beside.ts';
import { isOfOtherKind } from './text/kinds.ts';

export interface MatchOptions {
  /** Skips rivals that cannot change the best, its status or its confidence. Returns one alternative at most. */
  bestOnly?: boolean;
}

const AMBIGUOUS_CAP = 0.9;
/**
 * Compares a query with every candidate and returns the best, with confidence and evidence. Several candidates may have
 * one UPRN (spellings of one home); the best spelling of each UPRN counts. Never throws, whatever the text.
 */
export function matchPrepared<C extends Candidate>(
  query: PreparedQuery,
  candidates: readonly PreparedCandidate<C>[],
  options: MatchOptions = {},
): MatchResult<C> {
  const { ranked, unitSaid } = rank(query, inCountry(query, candidates), options);
  if (ranked.length === 0) {
    return {
      status: 'no_match',
      best: null,
      alternatives: [],
      runner_up_gap: null,
      reasons: [],
      confidence_if_open: null,
      query: query.parsed,
    };
  }
  withLikeKinds(query, ranked);
  const same = withSameText(query, ranked, candidates);
  const scored = scoredOf(ranked, options.bestOnly ? 1 : ALTERNATIVES);
  const best = scored[0]!;
  if (isOnlyOne(query, ranked, candidates)) best.confidence = Math.max(best.confidence, ONLY_ONE);
  const siblings = siblingsOf(query, ranked);
  const ends = oneOfSeveral(query.parsed.number, ranked);
  for (const end of ends.length > 1 ? scored.filter((entry) => ends.includes(entry.candidate)) : [])
    end.confidence = 1 / ends.length;
  for (const other of scored.slice(1))
    other.confidence = Math.min(other.confidence, Math.max(0, 1 - best.confidence), best.confidence);
  const divided = siblings.filter(({ candidate }) => unitSaid.has(candidate.uprn)).length;
  let status = same.count === 1 && divided < 2 ? 'matched' : statusOf(best, scored[1], divided);
  const unread = (): boolean => leavesUnread(query, ranked[0]!.prepared.prepared);
  if (status === 'matched' && same.count !== 1 && (query.several || ends.length > 0 || unread()))
    status = 'ambiguous';
  if (status === 'matched' && same.count !== 1 && mayBeAnother(query, ranked, candidates)) {
    status = 'ambiguous';
    best.confidence = Math.min(best.confidence, HALF);
  }
  if (status === 'no_match' && isNamedInPlace(best.evidence)) {
    const most = ALTERNATIVES + 1;
    if (ranked.filter(({ evidence }) => isNamedInPlace(evidence)).length <= most) status = 'ambiguous';
  }
  if (status === 'no_match' && isUnitInPostcode(best.evidence)) status = 'ambiguous';
  if (status === 'no_match' && same.count > 1) {
    status = 'ambiguous';
    best.confidence = Math.max(best.confidence, 1 / same.count);
  }
  if (status === 'parent_only') {
    best.confidence = parentConfidenceOf(best.evidence, best.score, best.lead);
    if (best.confidence < ACCEPTABLE_FROM) status = 'no_match';
    // In a query of two homes, the number of the first was parsed as a flat of the second.
    else if (query.several) status = 'ambiguous';
  }
  if (status === 'matched' && same.count === 1) {
    best.confidence = Math.max(best.confidence, same.confidence);
    for (const other of scored.slice(1)) other.confidence = Math.min(other.confidence, 1 - best.confidence);
  }
  // If two candidates cannot be distinguished, neither is certain, however good its own evidence.
  if (status === 'ambiguous')
    best.confidence = Math.min(best.confidence, query.several ? HALF : AMBIGUOUS_CAP);
  if (status === 'ambiguous') {
    shareAmongHomes(ranked, scored);
    for (const isLike of [
      isOfOtherOccupier,
      isNamedInPlace,
      isUnitInPostcode,
      isUnitOfBlock,
      isShortNameHere,
    ])
      if (best.confidence < ACCEPTABLE_FROM && isLike(best.evidence)) shareAmong(ranked, scored, isLike);
  }
  // The siblings of a home cannot be distinguished, so their number limits the confidence of each.
  if (best.evidence.unit === 'missing_query' && siblings.length > 1) {
    best.confidence = Math.min(best.confidence, 1 / siblings.length);
    for (const other of scored.slice(1)) other.confidence = Math.min(other.confidence, best.confidence);
  }
  const flats = best.evidence.unit === 'missing_query';
  const alike = same.count > 1 || query.several || ends.length > 0 || (divided > 1 && !flats);
  const unopposed = (): boolean =>
    status === 'ambiguous'
      ? !unread() && !mayBeAnother(query, ranked, candidates)
      : // A match in the query's own postcode needs no confidence_if_open.
        status === 'matched' && best.evidence.postcode === 'unknown';
  const if_open = !alike && unopposed() ? confidenceIfOpen(best, query.parsed, siblings.length) : null;
  return resultOf(query, scored, status, if_open);
}

/** The candidates of the country that the reading is restricted to; all if it is not restricted. */
function inCountry<C extends Candidate>(
  { within }: PreparedQuery,
  candidates: readonly PreparedCandidate<C>[],
): readonly PreparedCandidate<C>[] {
  if (within === null) return candidates;
  return candidates.filter(
    ({ candidate }) => isScottishPostcode(candidate.postcode ?? '') === (within === 'scotland'),
  );
}

/** Whether the query gives only a part of the address, and only the best has this part. */
const isOnlyOne = <C extends Candidate>(
  query: PreparedQuery,
  ranked: readonly Ranked<C>[],
  candidates: readonly PreparedCandidate<C>[],
): boolean =>
  isOnlyOfNumber(ranked) ||
  isNumberAlone(query, ranked, candidates) ||
  isUnitAlone(query, ranked, candidates) ||
  isOnlyInVillage(query, ranked);

/** Whether the query may mean a home other than the best, which is first. */
const mayBeAnother = <C extends Candidate>(
  query: PreparedQuery,
  ranked: readonly Ranked<C>[],
  candidates: readonly PreparedCandidate<C>[],
): boolean =>
  isOfOtherKind(query.text, ranked[0]!.prepared, candidates) ||
  isOtherPart(query.text, query, ranked[0]!.prepared) ||
  isOtherNamedFlat(query.text, query, ranked[0]!.prepared) ||
  isOtherKindOnStorey(query.text, query, ranked[0]!.prepared) ||
  isNumberedApart(query, ranked[0]!, candidates) ||
  isOneOfManyStoreys(query, ranked[0]!, candidates) ||
  isOfStreetWithin(query, ranked[0]!.prepared.prepared) ||
  isOfTownland(query, ranked[0]!.prepared.prepared, candidates) ||
  isOtherSchool(query.text, query.parsed.postcode, ranked[0]!.prepared) ||
  isNumberInBlock(ranked[0]!, candidates) ||
  query.former ||
  isNotBorneOut(query, ranked, candidates) ||
  (query.open && ranked[0]!.evidence.number !== 'exact') ||
  isContradicted(ranked) ||
  isNamedWithoutNumber(ranked) ||
  mayBeOnOtherStorey(ranked) ||
  mayBeInBlock(query, ranked) ||
  namesTwoHouses(query, ranked) ||
  isInOtherHouse(query, ranked[0]!.prepared.prepared) ||
  isInOtherNamedHouse(query, ranked[0]!.prepared.prepared) ||
  mayBeInNamesake(query, ranked[0]!.evidence, candidates) ||
  namesAnother(query, ranked[0]!.prepared.prepared, candidates);

/** The best spelling of every UPRN, sorted by score, and the UPRNs with a unit in a spelling. */
function rank<C extends Candidate>(
  query: PreparedQuery,
  candidates: readonly PreparedCandidate<C>[],
  options: MatchOptions,
): { ranked: Ranked<C>[]; unitSaid: Set<number> } {
  const number = plainNumberOf(query.parsed);
  const identities: Identity[] = [];
  const open: number[] = [];
  const closed: number[] = [];
  for (let i = 0; i < candidates.length; i += 1) {
    const other = number !== null && candidates[i]!.isOtherThan(number);
    const identity = other ? OTHER_NUMBER : compareIdentity(query, candidates[i]!.prepared);
    identities.push(identity);
    (identity.number === 'conflict' || identity.unit === 'conflict' ? closed : open).push(i);
  }
  const unitSaid = new Set<number>();
  const byUprn = new Map<number, Ranked<C>>();
  const others = new Map<Names, Pick<Ranked<C>, 'evidence' | 'score'>>();
  let highest = Number.NEGATIVE_INFINITY;
  const comparedWith = (prepared: PreparedCandidate<C>, identity: Identity) => {
    const names = namesOf(query, prepared);
    // The homes of a street with other numbers have the same evidence.
    const known = identity === OTHER_NUMBER ? others.get(names) : undefined;
    if (known) return known;
    const evidence = evidenceOf(identity, names);
    const compared = { evidence, score: scoreOf(evidence) };
    if (identity === OTHER_NUMBER) others.set(names, compared);
    return compared;
  };
  const compare = (i: number): void => {
    const prepared = candidates[i]!;
    const { candidate, saysUnit } = prepared;
    const { evidence, score } = comparedWith(prepared, identities[i]!);
    // A house with an annexe or a garage is still one home.
    if (saysUnit && !isUnitBeside(prepared.prepared.parsed.unit)) unitSaid.add(candidate.uprn);
    if (score > highest) highest = score;
    const known = byUprn.get(candidate.uprn);
    if (!known || score > known.score) byUprn.set(candidate.uprn, { candidate, prepared, evidence, score });
  };
  const named: Array<{ i: number; most: number }> = [];
  for (const i of open) {
    const { prepared } = candidates[i]!;
    if (options.bestOnly && identities[i] === NAME_ALONE && areNamed(query, prepared))
      named.push({ i, most: mostScoreOfName(shareOfName(query, prepared)) });
    else compare(i);
  }
  // The largest upper bound first: once a bound is too far below the best, the rest change nothing.
  named.sort((a, b) => b.most - a.most || a.i - b.i);
  for (const { i, most } of named) {
    if (most <= highest - MOST_GAP) break;
    compare(i);
  }
  // Candidates that contradict the query are compared only if there are few others to show; with `bestOnly`, only those
  // whose score could come near enough to the best to change its confidence.
  if (open.length < 5) {
    for (const i of closed) {
      if (!options.bestOnly || mostScore(identities[i]!) > highest - MOST_GAP) compare(i);
    }
  }
  const ranked = [...byUprn.values()].sort(
    (a, b) => b.score - a.score || a.candidate.uprn - b.candidate.uprn,
  );
  return { ranked, unitSaid };
}

/** The best and its alternatives, each with its confidence. */
function scoredOf<C extends Candidate>(ranked: readonly Ranked<C>[], alternatives: number): Scored<C>[] {
  const first = ranked[0]!;
  const rival = ranked.find((entry, i) => i > 0 && !isPartOf(first.evidence, entry.evidence));
  return ranked.slice(0, alternatives + 1).map((entry, i) => {
    const lead = entry.score - (i > 0 ? first.score : (rival?.score ?? Number.NEGATIVE_INFINITY));
    const confidence = confidenceOf(entry.evidence, entry.score, lead);
    const { candidate, evidence, score } = entry;
    return { candidate, evidence, score, lead, confidence, reasons: reasonsOf(evidence) };
  });
}

/** 8A and the annexe of 8 are no rivals of 8 for a query of 8. */
function isPartOf(whole: Evidence, part: Evidence): boolean {
  return whole.unit === 'none' && whole.number === 'exact' && part.unit === 'missing_query';
}

/** The homes of the query's building if the query gives no unit. */
function siblingsOf<C extends Candidate>(query: PreparedAddress, ranked: readonly Ranked<C>[]): Ranked<C>[] {
  const streetOfBest = ranked[0]!.evidence.street_agreement ?? 0.8;
  const says = query.parsed.number !== null || query.parsed.building.length > 0;
  return ranked.filter(
    (entry) =>
      entry.evidence.unit === 'missing_query' &&
      !isConflict(entry.evidence) &&
      entry.evidence.number !== 'missing_candidate' &&
      (!says || isSameHouse(entry.evidence)) &&
      (entry.evidence.street_agreement ?? 0.8) >= Math.max(0.6, streetOfBest - 0.1),
  );
}

function resultOf<C extends Candidate>(
  query: PreparedAddress,
  scored: Scored<C>[],
  status: MatchStatus,
  confidence_if_open: number | null,
): MatchResult<C> {
  const [best, ...others] = scored as [Scored<C>, ...Scored<C>[]];
  const answered = status !== 'no_match';
  // Refused candidates are shown as alternatives, the refused best first.
  const alternatives = answered ? others : scored;
  return {
    status,
    best: answered ? best : null,
    alternatives: alternatives
      .filter((entry) => entry.confidence >= 0.0001 || status === 'ambiguous' || (!answered && isNear(entry)))
      .slice(0, ALTERNATIVES),
    runner_up_gap: answered ? best.confidence - (others[0]?.confidence ?? 0) : null,
    reasons: best.reasons,
    confidence_if_open,
    query: query.parsed,
  };
}

/** Whether the number or the name agrees: homes of another building in the street do not count. */
function isSameHouse({ number, building }: Evidence): boolean {
  return number === 'exact' || number.startsWith('range') || building === 'exact' || building === 'near';
}

/** Whether a refused candidate shares the street or the name, so that it is shown as an alternative. */
function isNear({ evidence }: Scored<Candidate>): boolean {
  return (evidence.street_agreement ?? 0) >= 0.6 || (evidence.building_agreement ?? 0) >= 0.4;
}

/** Runs `matchPrepared` for every reading of the query, the plain one first, and returns the best result. */
export function matchReadings<C extends Candidate>(
  queries: readonly PreparedQuery[],
  candidates: readonly PreparedCandidate<C>[],
  options: MatchOptions = {},
): MatchResult<C> {
  let result = matchPrepared(queries[0]!, candidates, options);
  const results = [result];
  for (const query of queries.slice(1)) {
    if (isGuess(query) && results.some(({ status }) => status === 'matched')) continue;
    const other = matchPrepared(query, candidates, options);
    // This reading leaves out words of the query, so the query does not merely leave parts of the address out.
    other.confidence_if_open = null;
    if (query.borne_out === 'place' && other.status !== 'matched') continue;
    const better = (other.best?.score ?? -99) > (result.best?.score ?? -99);
    if (better && !isLessSure(other, result)) result = other;
    results.push(other);
  }
  if (result !== results[0] || result.status !== 'matched') {
    const listed = homeOfText(queries, candidates);
    if (listed.length > 0 && listed[0]!.candidate.uprn !== result.best?.candidate.uprn) {
      const matches = queries.map((query) => matchPrepared(query, listed, options));
      const match = matches.find(({ status }) => status === 'matched');
      if (match) return match;
    }
  }
  return withOtherMeanings(queries, result, results, candidates);
}

/**
 * Whether a reading is less certain than a match by another reading: it finds the same home without matching it, or a
 * house without its unit. LADY OAK, QUAX MARINA is the boat of that name, and not a person at any mooring.
 */
const isLessSure = <C extends Candidate>(other: MatchResult<C>, matched: MatchResult<C>): boolean =>
  matched.status === 'matched' &&
  other.status !== 'matched' &&
  (other.best?.candidate.uprn === matched.best!.candidate.uprn ||
    other.best?.evidence.unit === 'missing_query');

/** Matches one query against candidates that are not parsed yet. */
export function matchAddress<C extends Candidate>(
  query: { address: string; postcode?: string | null },
  candidates: readonly C[],
  rarity?: Rarity,
): MatchResult<C> {
  return matchReadings(
    prepareQuery(query.address, query.postcode, rarity),
    prepareCandidates(candidates, rarity),
  );
}
