import type { Queryable } from '@domesday/db';
import { type Condition, planSearch, type SearchPlan } from './plan.ts';
import {
  allWords,
  type FoundHome,
  homesByPostcode,
  homesByWords,
  homesInHouseOrder,
  indexVersion,
  type Sample,
} from './search.query.ts';
import { type Dictionary, dictionaryOf } from './words.ts';

export interface SearchOptions {
  q: string;
  /** 1 to 50. */
  limit: number;
  postcode?: string | null;
  outcode?: string | null;
  country?: string | null;
  /** Least trigram similarity, 0 to 1. */
  min_score?: number;
}

export type Country = 'England' | 'Wales' | 'Scotland';

export interface SearchHit {
  uprn: number;
  address: string;
  postcode: string;
  latitude: number | null;
  longitude: number | null;
  /** Trigram similarity of the text typed and the whole address, 0 to 1. */
  score: number;
  match_type: 'exact' | 'prefix' | 'fuzzy';
  country: Country | null;
}

interface Held {
  dictionary: Promise<Dictionary>;
  checkedAt: number;
}

const held = new WeakMap<Queryable, Held>();
const CHECK_EVERY_MS = 3000;
/** Where more documents are expected, a sample of them is asked first: which of them are answered hardly matters. */
const COMMON_FROM = 400;
/** The same where even the rarest word is in so many documents, since words seldom fall together by chance. */
const COSTLY_FROM = 20_000;
/** Of so many a sample of the sample is asked before that. */
const VERY_COMMON_FROM = 16 * COMMON_FROM;
/** From this similarity on a home of the typed postcode is taken for the one meant, and nothing else is asked. */
const LIKELY_FROM = 0.5;
/** Where more documents are expected, fewer of them are looked at closely. */
const VAGUE_FROM = 500;
/**
 * Documents that are compared with the text, and those of them whose homes are. Without a number every home of a
 * document is looked at, so fewer documents are.
 */
const REACH = {
  clear: { documents: 250, nearest: 60, nearest_without_number: 24 },
  vague: { documents: 100, nearest: 30, nearest_without_number: 10 },
} as const;

async function readDictionary(db: Queryable): Promise<Dictionary> {
  const { version, documents } = await indexVersion(db);
  return dictionaryOf(await allWords(db), version, documents);
}

/**
 * The dictionary of the database, kept in memory. Every few seconds its version is asked for beside a request;
 * a new one is read in the background while the old one answers.
 */
export function dictionaryFor(db: Queryable, now = Date.now()): Promise<Dictionary> {
  const known = held.get(db);
  if (!known) {
    const dictionary = readDictionary(db);
    held.set(db, { dictionary, checkedAt: now });
    dictionary.catch(() => held.delete(db));
    return dictionary;
  }
  if (now - known.checkedAt >= CHECK_EVERY_MS) {
    known.checkedAt = now;
    void refresh(db, known);
  }
  return known.dictionary;
}

async function refresh(db: Queryable, known: Held): Promise<void> {
  try {
    const [{ version }, dictionary] = await Promise.all([indexVersion(db), known.dictionary]);
    if (version === dictionary.version) return;
    const fresh = await readDictionary(db);
    known.dictionary = Promise.resolve(fresh);
  } catch {
    // The database is away for a moment; the dictionary in hand still answers.
  }
}

function successor(text: string): string {
  return text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
}

/**
 * Ranked addresses for whatever has been typed: words in any order, beginnings, a slip of the pen, a number, a
 * flat, a postcode or part of one. One statement where the words are found together, at most three.
 */
export async function search(db: Queryable, options: SearchOptions): Promise<SearchHit[]> {
  const plan = planSearch(options.q, await dictionaryFor(db));
  const q = options.q.trim();
  const country = options.country ?? null;
  const filters = {
    text: plan.text,
    q,
    suffix: plan.suffix,
    unit: plan.unit,
    country,
    outcode: options.outcode ?? null,
    min_score: options.min_score ?? 0,
    limit: options.limit,
  };
  const only = options.postcode ?? null;
  let ofPostcode: SearchHit[] = [];
  if (only !== null || (plan.postcode && !plan.bare)) {
    const found = await homesByPostcode(db, {
      ...filters,
      outcode: null,
      postcode: only ?? plan.postcode,
      house: plan.house,
      most_documents: REACH.clear.documents,
      nearest_documents: REACH.clear.nearest,
    });
    const agreed = found.some((home) => home.house_agrees <= 1 && home.score >= LIKELY_FROM);
    ofPostcode = hits(found, plan.match_type);
    if (only !== null || agreed || plan.words === null) return ofPostcode;
  } else if (plan.bare) {
    const from = plan.postcode ?? plan.postcode_prefix!;
    const before = successor(from);
    const found = await homesInHouseOrder(db, { from, before, q, country, limit: options.limit });
    // What looks like an outcode may be a word of a name.
    if (found.length > 0 || plan.words === null) return hits(found, plan.match_type);
  }
  for (const attempt of attempts(plan)) {
    const { index, whole, expected } = attempt.condition;
    const reach = plan.postcode === null && expected > VAGUE_FROM ? REACH.vague : REACH.clear;
    const found = await homesByWords(db, {
      ...filters,
      index,
      whole,
      sample: attempt.sample,
      house: attempt.house,
      postcode: plan.postcode,
      most_documents: reach.documents,
      nearest_documents:
        attempt.house === null ? Math.max(reach.nearest_without_number, options.limit) : reach.nearest,
    });
    if (found.length >= (attempt.sample > 0 ? options.limit : 1))
      return merged(hits(found, attempt.match_type), ofPostcode, options.limit);
  }
  return ofPostcode;
}

/**
 * What the words found and what the postcode found, by similarity. The postcode may be a slip, so it never hides a home
 * that the words name.
 */
function merged(byWords: SearchHit[], ofPostcode: SearchHit[], limit: number): SearchHit[] {
  if (ofPostcode.length === 0) return byWords;
  const known = new Set(byWords.map(({ uprn }) => uprn));
  return [...byWords, ...ofPostcode.filter(({ uprn }) => !known.has(uprn))]
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

interface Attempt {
  condition: Condition;
  house: number | null;
  sample: Sample;
  match_type: SearchHit['match_type'];
}

/**
 * What is asked in turn until something answers: the words as typed, those that are finished, then one fewer, then
 * without the number. Of what very many documents answer, the sample is asked first.
 */
function attempts(plan: SearchPlan): Attempt[] {
  const list: Attempt[] = [];
  const add = (
    condition: Condition | null,
    house: number | null,
    match_type: Attempt['match_type'],
  ): void => {
    if (!condition) return;
    const { expected, rarest } = condition;
    const anywhere = plan.postcode === null && plan.postcode_prefix === null;
    if (anywhere && expected > VERY_COMMON_FROM) list.push({ condition, house, sample: 2, match_type });
    if (anywhere && (expected > COMMON_FROM || rarest > COSTLY_FROM))
      list.push({ condition, house, sample: 1, match_type });
    list.push({ condition, house, sample: 0, match_type });
  };
  add(plan.words, plan.house, plan.match_type);
  add(plan.before_last, plan.house, 'fuzzy');
  if (plan.relaxed) list.push({ condition: plan.relaxed, house: plan.house, sample: 0, match_type: 'fuzzy' });
  add(plan.without_number, null, 'fuzzy');
  return list;
}

function hits(found: readonly FoundHome[], matchType: SearchHit['match_type']): SearchHit[] {
  return found.map(({ uprn, address, postcode, latitude, longitude, score, country }) => ({
    uprn,
    address,
    postcode,
    latitude,
    longitude,
    score: Math.round(score * 10000) / 10000,
    match_type: matchType,
    country,
  }));
}
