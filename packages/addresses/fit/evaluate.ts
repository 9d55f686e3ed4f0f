import { type Candidate, type PreparedCandidate, prepareCandidates } from '../src/compare/candidates.ts';
import { calibrationFeatures, parentFeatures } from '../src/compare/score.ts';
import { matchReadings } from '../src/match.ts';
import type { MatchResult } from '../src/match-result.ts';
import { outcodeOf } from '../src/postcode.ts';
import type { PreparedAddress } from '../src/read/prepare.ts';
import { prepareQuery } from '../src/read/prepare-query.ts';
import { corrupt, type LabelledQuery, unlisted } from './corrupt.ts';
import { type GeneratedAddress, nationalList } from './national-list.ts';
import { seeded } from './random.ts';

type Entry = PreparedCandidate<GeneratedAddress>;

/** Candidates by postcode, then by sector and outcode, as the database would return them. */
export interface Gazetteer {
  byPostcode: Map<string, Entry[]>;
  /** By outcode and a number or a rarer word of the premises, see `handles`. */
  byHandle: Map<string, Entry[]>;
}

/** The keys of a home for a look-up without a sure postcode: its numbers, or its name if it has none. */
export function handles(prepared: PreparedAddress): string[] {
  const { number, unit, building, street } = prepared.parsed;
  const word = (words: string[]): string =>
    [...words].sort((a, b) => b.length - a.length)[0]?.slice(0, 4) ?? '';
  if (number) return [`${number.from}`];
  if (unit && /^[0-9]/.test(unit)) return [`${Number.parseInt(unit, 10)}`];
  return [word(building.length > 0 ? building : street)];
}

export function gazetteer(rows: number, seed: number): { homes: GeneratedAddress[]; places: Gazetteer } {
  const homes = [...nationalList({ rows, seed })];
  const byPostcode = new Map<string, Entry[]>();
  const byHandle = new Map<string, Entry[]>();
  for (const entry of prepareCandidates(homes)) {
    const { postcode } = entry.candidate;
    const outcode = outcodeOf(postcode);
    byPostcode.get(postcode)?.push(entry) ?? byPostcode.set(postcode, [entry]);
    for (const handle of handles(entry.prepared)) {
      const key = `${outcode}|${handle}`;
      byHandle.get(key)?.push(entry) ?? byHandle.set(key, [entry]);
    }
  }
  return { homes, places: { byPostcode, byHandle } };
}

export interface Judged {
  query: LabelledQuery;
  /** The homes of the given postcode, if requested. */
  candidates?: GeneratedAddress[];
  result: MatchResult<GeneratedAddress>;
}

/**
 * The features of the best candidate, accepted or refused, and whether it is the right home; null without one.
 */
export function featuresOf(
  { best, alternatives }: MatchResult<Candidate>,
  truth: number | null,
): { x: number[]; y: number } | null {
  const first = best ?? alternatives[0];
  if (!first || first.evidence.unit === 'missing_query') return null;
  return {
    x: calibrationFeatures(first.evidence, first.score, first.lead),
    y: first.candidate.uprn === truth ? 1 : 0,
  };
}

/** The features of a building that is answered for a home that no list has, and whether it is the right one. */
export function parentFeaturesOf(
  { best, status }: MatchResult<Candidate>,
  parent: number | null,
): { x: number[]; y: number } | null {
  if (!best || status !== 'parent_only') return null;
  return {
    x: parentFeatures(best.evidence, best.score, best.lead),
    y: best.candidate.uprn === parent ? 1 : 0,
  };
}

/** The two steps of the product: the exact postcode first, its outcode if the best is not acceptable. */
export function judge(places: Gazetteer, query: LabelledQuery, without: number | null): Judged {
  const prepared = prepareQuery(query.address, query.postcode);
  const keep = (entries: Entry[] | undefined): Entry[] =>
    without === null ? (entries ?? []) : (entries ?? []).filter((entry) => entry.candidate.uprn !== without);
  const { postcode } = prepared[0]!.parsed;
  let result = matchReadings(prepared, keep(postcode ? places.byPostcode.get(postcode) : undefined));
  if (postcode && needsPrefix(result)) {
    const outcode = outcodeOf(postcode);
    const found = new Set(prepared.flatMap(handles));
    const wider = keep([...found].flatMap((handle) => places.byHandle.get(`${outcode}|${handle}`) ?? []));
    const near = matchReadings(prepared, wider);
    if (near.status !== 'no_match' && (near.best?.confidence ?? 0) > (result.best?.confidence ?? 0))
      result = near;
  }
  return { query, result };
}

export function needsPrefix(result: MatchResult<GeneratedAddress>): boolean {
  if (result.status === 'no_match' || result.status === 'parent_only') return true;
  return (
    result.status === 'ambiguous' &&
    (result.best?.confidence ?? 0) < 0.5 &&
    result.best?.evidence.unit !== 'missing_query'
  );
}

/** `count` labelled rows, evaluated; three in ten mean no listed home. */
export function labelled(rows: number, count: number, seed: number, withCandidates = false): Judged[] {
  const { homes, places } = gazetteer(rows, seed);
  const random = seeded(seed * 7919 + 13);
  const judged: Judged[] = [];
  for (let i = 0; i < count; i += 1) {
    const home = homes[Math.floor(random() * homes.length)]!;
    const listed = random() >= 0.3;
    const without = listed ? null : home.uprn;
    const one = judge(places, listed ? corrupt(random, home) : unlisted(random, home), without);
    if (withCandidates) {
      const postcode = one.result.query.postcode;
      const entries = (postcode && places.byPostcode.get(postcode)) || [];
      one.candidates = entries.map((entry) => entry.candidate).filter(({ uprn }) => uprn !== without);
    }
    judged.push(one);
  }
  return judged;
}

export interface Accuracy {
  rows: number;
  matchable: number;
  top1: number;
  matched: number;
  precision: number;
  recall: number;
  recall_at_5: number;
  false_accepts: number;
  unlisted: number;
  ece: number;
  brier: number;
}

export function accuracyOf(judged: readonly Judged[]): Accuracy {
  let matchable = 0;
  let top1 = 0;
  let matched = 0;
  let right = 0;
  let recall5 = 0;
  let falseAccepts = 0;
  let unlistedRows = 0;
  let brier = 0;
  let scored = 0;
  const bins = Array.from({ length: 10 }, () => ({ n: 0, confidence: 0, right: 0 }));
  for (const { query, result } of judged) {
    const truth = query.uprn;
    const best = result.best?.candidate.uprn ?? null;
    const hit = best !== null && best === truth;
    if (truth === null) unlistedRows += 1;
    else if (!query.undecidable) matchable += 1;
    if (!query.undecidable) {
      if (hit) top1 += 1;
      if (truth !== null && (hit || result.alternatives.some((entry) => entry.candidate.uprn === truth)))
        recall5 += 1;
    }
    if (result.status === 'matched') {
      matched += 1;
      if (hit) right += 1;
      if (truth === null) falseAccepts += 1;
    }
    if (result.best) {
      const { confidence } = result.best;
      const bin = bins[Math.min(9, Math.floor(confidence * 10))]!;
      bin.n += 1;
      bin.confidence += confidence;
      bin.right += hit ? 1 : 0;
      brier += (confidence - (hit ? 1 : 0)) ** 2;
      scored += 1;
    }
  }
  const ece = bins.reduce((sum, bin) => sum + Math.abs(bin.confidence - bin.right), 0) / Math.max(1, scored);
  return {
    rows: judged.length,
    matchable,
    top1: top1 / matchable,
    matched,
    precision: right / Math.max(1, matched),
    recall: right / matchable,
    recall_at_5: recall5 / matchable,
    false_accepts: falseAccepts,
    unlisted: unlistedRows,
    ece,
    brier: brier / Math.max(1, scored),
  };
}
