import { type ParsedAddress, parseAddress, plainAddress } from '@domesday/addresses';
import { uprnIn } from '@domesday/contract/uprn-text';
import type { Nation, Queryable } from '@domesday/db';
import type { Condition } from './conditions.ts';
import { dictionaryFor } from './dictionary.ts';
import { planSearch, type SearchPlan } from './plan.ts';
import { REACH } from './ranking.ts';
import {
  type FoundHome,
  homeOfUprn,
  homesByPostcode,
  homesByWords,
  homesInHouseOrder,
  type Ranking,
  type Sample,
} from './search.query.ts';

export interface SearchOptions {
  q: string;
  /** 1 to 50. */
  limit: number;
  postcode?: string | null;
  outcode?: string | null;
  country?: string | null;
  /** Least trigram similarity, 0 to 1. */
  min_score?: number;
  /** The text as it was read with its commas; it is read here if not given. */
  parsed?: ParsedAddress;
  /** Whether a home is shown that agrees in one name alone, if nothing else is found. */
  loosely?: boolean;
}

export interface SearchHit {
  uprn: number;
  address: string;
  postcode: string;
  /** Whose postcode it is: `source` = a source gives it; else that of a home of the street, or of the nearest. */
  postcode_from: 'source' | 'street' | 'position';
  /** The spelling that was found, and its postcode; a home may have several. */
  spelling: string;
  spelling_postcode: string;
  latitude: number | null;
  longitude: number | null;
  /** The position is that of the postcode. */
  at_postcode: boolean;
  /** Trigram similarity of the typed text and the whole address, 0 to 1. */
  score: number;
  match_type: 'exact' | 'prefix' | 'fuzzy';
  country: Nation | null;
}

type Ranked = FoundHome & Pick<SearchHit, 'match_type'>;

/** State that the steps of a search share. */
interface Search {
  db: Queryable;
  plan: SearchPlan;
  options: SearchOptions;
  ranking: Omit<Ranking, 'house' | 'postcode'>;
}

/** １２ Ｏａｋ Ｒｏａｄ, as East Asian keyboards write it, so that its digits count as such. */
const halfWidth = (q: string): string =>
  q.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

/** Digits alone are a UPRN where no house number has so many. */
const DIGITS_OF_UPRN = /^\s*\d{6,12}\s*$/;

/** The home whose UPRN the text is, where it lies within what is asked for; null if the text may be something else. */
async function namedByUprn(db: Queryable, options: SearchOptions): Promise<Ranked[] | null> {
  const text = halfWidth(options.q);
  const { digits, said } = uprnIn(text) ?? { digits: '', said: false };
  if (digits.length > 12 || !(said || DIGITS_OF_UPRN.test(text))) return null;
  const home = await homeOfUprn(db, Number(digits));
  if (home && isWithin(home, options)) return [{ ...home, match_type: 'exact' }];
  return said ? [] : null;
}

function isWithin(home: FoundHome, { postcode, outcode, country }: SearchOptions): boolean {
  return (
    (postcode ?? home.postcode) === home.postcode &&
    (outcode ?? home.postcode.split(' ')[0]) === home.postcode.split(' ')[0] &&
    (country ?? home.country) === home.country
  );
}

/**
 * Ranked addresses for a partial text: words in any order, prefixes, typing errors, a number, a flat, a postcode or
 * part of one; or the home whose UPRN it is. One statement if the words are found together, at most three.
 */
export async function search(db: Queryable, given: SearchOptions): Promise<SearchHit[]> {
  const named = given.parsed ? null : await namedByUprn(db, given);
  if (named) return hits(named);
  const options = given.parsed ? given : { ...given, q: plainAddress(halfWidth(given.q)) };
  const plan = planSearch(options.q, await dictionaryFor(db), options.parsed);
  const ranking = {
    q: options.q.trim(),
    suffix: plan.suffix,
    unit: plan.unit,
    country: options.country ?? null,
    min_score: options.min_score ?? 0,
    limit: options.limit,
  };
  const steps: Search = { db, plan, options, ranking };
  const { sure, found } = await inOnePostcode(steps);
  if (sure) return hits(found);
  return (await underPostcodePrefix(steps)) ?? (await byWords(steps, found));
}

/**
 * Step 1: the homes of the postcode that was typed or asked for. Ends the search if one of them is likely the one
 * meant, or if there is nothing else to search for.
 */
async function inOnePostcode({
  db,
  plan,
  options,
  ranking,
}: Search): Promise<{ sure: boolean; found: Ranked[] }> {
  const only = options.postcode ?? null;
  const postcode = only ?? (plan.bare ? null : plan.postcode);
  if (postcode === null) return { sure: false, found: [] };
  const homes = await homesByPostcode(db, {
    ...ranking,
    house: plan.house,
    postcode,
    most_documents: REACH.clear.documents,
  });
  const agreed = homes.some((home) => isLikely(home, plan));
  return { sure: only !== null || agreed || plan.words === null, found: ranked(homes, plan.match_type) };
}

/**
 * Whether a home of the typed postcode is the one meant, so that no other is searched for. The postcode may be wrong:
 * 72 CAXTON STREET is not 72 Ireton Road, FLAT 18 is not Flat 182, and RUMNEY PRIMARY is not Rumney Primary Care Centre.
 */
function isLikely({ score, house_agrees, unit_agrees, spelling }: FoundHome, plan: SearchPlan): boolean {
  if (score < REACH.likely_from || house_agrees > 1 || (plan.unit !== null && unit_agrees > 0)) return false;
  const home = parseAddress(spelling);
  if (!hasNames(home, plan)) return false;
  const typed = new Set(['THE', ...plan.text.split(' '), ...plan.names.flat()]);
  return plan.house !== null || home.building.every((word) => typed.has(word));
}

function hasNames({ building, street, tail }: ParsedAddress, { names }: SearchPlan): boolean {
  const words = new Set([...building, ...street, ...tail]);
  return names.every((options) => options.some((option) => words.has(option)));
}

/** Step 2: if only a postcode or its prefix was typed, its homes in house order. */
async function underPostcodePrefix({ db, plan, options, ranking }: Search): Promise<SearchHit[] | null> {
  if (!plan.bare || options.postcode) return null;
  const from = plan.postcode ?? plan.postcode_prefix!;
  const { q, country, limit } = ranking;
  const found = await homesInHouseOrder(db, { from, before: successor(from), q, country, limit });
  // What looks like an outcode may be a word of a name.
  return found.length > 0 || plan.words === null ? hits(ranked(found, plan.match_type)) : null;
}

/** Step 3: the words, then fewer of them until something is found, merged with the homes of the postcode. */
async function byWords({ db, plan, options, ranking }: Search, ofPostcode: Ranked[]): Promise<SearchHit[]> {
  let kept = ofPostcode;
  let before = ofPostcode;
  let first: Ranked[] = [];
  for (const { condition, house, sample, match_type, doubtful, last_resort } of attempts(plan, options)) {
    if (last_resort && kept !== ofPostcode) break;
    const vague = plan.postcode === null && condition.expected > REACH.vague_from;
    const reach = vague ? REACH.vague : REACH.clear;
    const found = await homesByWords(db, {
      ...ranking,
      house,
      postcode: plan.postcode,
      text: plan.text,
      outcode: options.outcode ?? null,
      index: condition.index,
      whole: condition.whole,
      sample,
      most_documents: reach.documents,
      nearest_documents:
        house === null ? Math.max(reach.nearest_without_number, options.limit) : reach.nearest,
    });
    if (found.length < (sample > 0 ? options.limit : 1)) continue;
    const all = filledUp(first, ranked(found, match_type), options.limit);
    kept = merged(all, before, plan, options.limit);
    // Homes of a doubtful number leave room for those of another, or a further digit would hide what was shown.
    if (plan.number_doubtful && house !== null && all.length < options.limit) {
      first = all;
      continue;
    }
    before = kept;
    if (!doubtful || found.some(({ spelling }) => hasNames(parseAddress(spelling), plan))) break;
  }
  return hits(kept);
}

/** The homes that were found first, then others. */
function filledUp(first: Ranked[], others: Ranked[], limit: number): Ranked[] {
  const known = new Set(first.map(({ uprn }) => uprn));
  return [...first, ...others.filter(({ uprn }) => !known.has(uprn))].slice(0, limit);
}

/**
 * Merges the results of the words and of the postcode, by flat and similarity. The postcode may be wrong, so it never
 * hides a home that the words name.
 */
function merged(byWords: Ranked[], ofPostcode: Ranked[], plan: SearchPlan, limit: number): Ranked[] {
  if (ofPostcode.length === 0) return byWords;
  const known = new Set(byWords.map(({ uprn }) => uprn));
  const otherFlat = ({ unit_agrees }: Ranked) => Number(plan.unit !== null && unit_agrees > 0);
  return [...byWords, ...ofPostcode.filter(({ uprn }) => !known.has(uprn))]
    .sort((a, b) => otherFlat(a) - otherFlat(b) || b.score - a.score)
    .slice(0, limit);
}

interface Attempt {
  condition: Condition;
  house: number | null;
  sample: Sample;
  match_type: SearchHit['match_type'];
  /** Whether what is found counts only if it has every name of street and building. */
  doubtful: boolean;
  /** Whether it is tried only if nothing was found. */
  last_resort: boolean;
}

/**
 * The searches that are tried in turn until one finds something: all words, the finished words, words joined, any one
 * word fewer, fewer of the words after the street, without the number, and at last the rarest name alone. A doubtful
 * number is left out at once. If very many documents are expected, the sample is searched first.
 */
function attempts(plan: SearchPlan, { loosely = true }: SearchOptions): Attempt[] {
  const list: Attempt[] = [];
  const add = (
    condition: Condition | null,
    house: number | null,
    match_type: Attempt['match_type'] = 'fuzzy',
    last_resort = false,
  ): void => {
    if (!condition) return;
    const { expected, rarest } = condition;
    const anywhere = plan.postcode === null && plan.postcode_prefix === null;
    const attempt = { condition, house, match_type, doubtful: false, last_resort };
    if (anywhere && expected > REACH.very_common_from) list.push({ ...attempt, sample: 2 });
    if (anywhere && (expected > REACH.common_from || rarest > REACH.costly_from))
      list.push({ ...attempt, sample: 1 });
    list.push({ ...attempt, sample: 0 });
  };
  const { house } = plan;
  add(plan.words, house, plan.match_type);
  if (plan.number_doubtful) add(plan.without_number, null, 'prefix');
  add(plan.before_last, house);
  add(plan.joined, house);
  if (plan.relaxed) {
    const doubtful = plan.premises !== null;
    list.push({
      condition: plan.relaxed,
      house,
      sample: 0,
      match_type: 'fuzzy',
      doubtful,
      last_resort: false,
    });
  }
  add(plan.one_place, house);
  add(plan.premises, house);
  if (!plan.number_doubtful) add(plan.without_number, null, 'fuzzy', true);
  if (loosely) add(plan.premises_without_number, null, 'fuzzy', true);
  if (loosely) add(plan.rarest, null, 'fuzzy', true);
  return list;
}

function successor(text: string): string {
  return text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
}

const ranked = (found: readonly FoundHome[], match_type: SearchHit['match_type']): Ranked[] =>
  found.map((home) => ({ ...home, match_type }));

function hits(found: readonly Ranked[]): SearchHit[] {
  return found.map(({ house_agrees: _, unit_agrees: __, ...home }) => ({
    ...home,
    postcode_from: home.postcode_from ?? 'source',
    score: Math.round(home.score * 10000) / 10000,
  }));
}
