import {
  outcodeOf,
  type ParsedAddress,
  parseAddress,
  plainAddress,
  withoutRecipient,
} from '@domesday/addresses';
import { uprnIn } from '@domesday/contract/uprn-text';
import type { Nation, Queryable } from '@domesday/db';
import type { Condition } from './conditions.ts';
import { dictionaryFor } from './dictionary.ts';
import { planSearch, type SearchPlan, spelled, type TypedWord } from './plan.ts';
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
  /** The parse of the text with its commas; the text is parsed here if this is missing. */
  parsed?: ParsedAddress;
  /** Whether homes that agree in only one name are shown if nothing else is found. Default: true. */
  loosely?: boolean;
}

export interface SearchHit {
  uprn: number;
  address: string;
  postcode: string;
  /** Where the postcode comes from: a source, a home of the same street, or the nearest home. */
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

/** Converts full-width characters, as East Asian keyboards write them (１２ Ｏａｋ Ｒｏａｄ), to ASCII. */
const halfWidth = (q: string): string =>
  q.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));

/** A text of so many digits alone is a UPRN, since no house number is that long. */
const DIGITS_OF_UPRN = /^\s*\d{6,12}\s*$/;

/**
 * The home whose UPRN the text is; empty if there is none within the given options, null if the text may be no UPRN.
 */
async function namedByUprn(db: Queryable, options: SearchOptions): Promise<Ranked[] | null> {
  const text = halfWidth(options.q);
  const { digits, labelled } = uprnIn(text) ?? { digits: '', labelled: false };
  if (digits.length > 12 || !(labelled || DIGITS_OF_UPRN.test(text))) return null;
  const home = await homeOfUprn(db, Number(digits));
  if (home && isWithin(home, options)) return [{ ...home, match_type: 'exact' }];
  return labelled ? [] : null;
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
 * part of one; or the home with the UPRN that was typed. Most searches need one statement.
 */
export async function search(db: Queryable, given: SearchOptions): Promise<SearchHit[]> {
  const named = given.parsed ? null : await namedByUprn(db, given);
  if (named) return hits(named);
  const options = given.parsed ? given : { ...given, q: plainAddress(halfWidth(given.q)) };
  const steps = await prepared(db, options);
  const { sure, found } = await inOnePostcode(steps);
  if (sure) return hits(found);
  const first = given.parsed ? [] : await withoutItsRecipient(steps);
  const others = (await underPostcodePrefix(steps)) ?? (await byWords(steps, found));
  const letter = given.parsed || steps.plan.unit === null ? null : LETTER_AT_END.exec(options.q);
  if (letter === null) return hits(filledUp(first, others, options.limit));
  const asBeginning = await prepared(db, { ...options, q: `${letter[1]}, ${letter[2]}` });
  const homes = await byWords(asBeginning, found);
  const exact = others.filter((home) => home.house_agrees === 0 && home.unit_agrees === 0);
  return hits(filledUp([...first, ...exact], filledUp(homes, others, options.limit), options.limit));
}

/** FLAT 20 B: flat 20B, or the beginning of FLAT 20, BEXLEY COURT. */
const LETTER_AT_END = /^(.*[0-9]) +([a-z])$/i;

async function prepared(db: Queryable, options: SearchOptions): Promise<Search> {
  const plan = planSearch(options.q, await dictionaryFor(db), options.parsed);
  const ranking = {
    q: options.q.trim(),
    begins: options.q.trim(),
    suffix: plan.suffix,
    unit: plan.unit,
    country: options.country ?? null,
    min_score: options.min_score ?? 0,
    limit: options.limit,
  };
  return { db, plan, options, ranking };
}

/**
 * The homes of the typed postcode that are likely meant once a recipient (a person, a department, a company) is removed
 * from the start. Otherwise a home with a word of the recipient's name might be found.
 */
async function withoutItsRecipient({ db, options }: Search): Promise<Ranked[]> {
  for (const q of withoutRecipient(options.q)) {
    const steps = await prepared(db, { ...options, q });
    const likely = (await inOnePostcode(steps)).found.filter((home) => isLikely(home, steps.plan));
    if (likely.length > 0) return likely.map((home) => ({ ...home, match_type: 'fuzzy' }));
  }
  return [];
}

/**
 * Step 1: the homes of the postcode that was typed or given as an option. `sure` ends the search: one of the homes is
 * likely meant, or there is nothing else to search for.
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
  if ((options.outcode ?? outcodeOf(postcode)) !== outcodeOf(postcode))
    return { sure: only !== null || plan.words === null, found: [] };
  const homes = await homesByPostcode(db, {
    ...ranking,
    begins: options.parsed ? ranking.begins : plan.besides_postcode,
    house: plan.house,
    postcode,
    most_documents: REACH.clear.documents,
  });
  const agreed = homes.some((home) => isLikely(home, plan) && countLacking(home, plan.places) === 0);
  // A number or flat with a postcode has no name to search for elsewhere.
  const sure = only !== null || agreed || plan.words === null || (plan.unnamed && homes.length > 0);
  const found = ranked(homes, plan, plan.match_type);
  return {
    sure,
    found: found.map((home) => (hasWords(home, plan) ? home : { ...home, match_type: 'fuzzy' })),
  };
}

/**
 * Whether a home of the typed postcode is likely meant, so that the search ends. The postcode may be wrong, so 72
 * CAXTON STREET is not 72 Ireton Road, FLAT 18 is not Flat 182, and RUMNEY PRIMARY is not Rumney Primary Care Centre.
 */
function isLikely(found: FoundHome, plan: SearchPlan): boolean {
  if (found.score < REACH.likely_from || isOther(found, plan) || !hasNames(found, plan)) return false;
  const home = parseAddress(found.spelling);
  const typed = new Set(['THE', ...plan.text.split(' '), ...plan.names.flatMap(({ options: o }) => o)]);
  return plan.house !== null || home.building.every((word) => typed.has(word));
}

/** Whether the typed number or flat differs from the home's. */
function isOther({ house_agrees, unit_agrees }: FoundHome, plan: SearchPlan): boolean {
  return house_agrees > 1 || (plan.unit !== null && unit_agrees > 0);
}

/** How many of the words the home lacks, both in the spelling found and in the served address. */
function countLacking({ spelling, address }: FoundHome, words: readonly TypedWord[]): number {
  if (words.length === 0) return 0;
  const texts = [...new Set([spelling, address])];
  const own = new Set(
    texts.flatMap((text) => {
      const { building, street, tail } = parseAddress(text);
      return [...building, ...street, ...tail].map(spelled);
    }),
  );
  // An unfinished word is compared with the start of the whole address too: F may be the beginning of FLAT.
  const any = [...own, ...texts];
  return words.filter(
    ({ options, beginning }) =>
      !options.some((option) => own.has(option)) &&
      (beginning === null || !any.some((word) => word.startsWith(beginning))),
  ).length;
}

const hasNames = (found: FoundHome, plan: SearchPlan): boolean => countLacking(found, plan.names) === 0;
const hasWords = (found: FoundHome, plan: SearchPlan): boolean => countLacking(found, plan.typed) === 0;

/** Step 2: if only a postcode or its prefix was typed, its homes in house order. */
async function underPostcodePrefix({ db, plan, options, ranking }: Search): Promise<Ranked[] | null> {
  if (!plan.bare || options.postcode) return null;
  const typed = plan.postcode ?? plan.postcode_prefix!;
  const within = options.outcode ? `${options.outcode} ` : typed;
  const from = within.startsWith(typed) ? within : typed;
  const inside = typed.startsWith(within) || within.startsWith(typed);
  const { q, country, limit } = ranking;
  const found = inside ? await homesInHouseOrder(db, { from, q, country, limit }) : [];
  // A text that looks like an outcode may be a word of a name.
  return found.length > 0 || plan.words === null ? ranked(found, plan, plan.match_type) : null;
}

/** Step 3: searches for all words, then for fewer until something is found. Merged with the homes of the postcode. */
async function byWords({ db, plan, options, ranking }: Search, ofPostcode: Ranked[]): Promise<Ranked[]> {
  let results = ofPostcode;
  let before = ofPostcode;
  let first: Ranked[] = [];
  // For 45 CHURCH STREET, a street without a 45, 44 CHURCH STREET is a better answer than 45 HIGH STREET.
  const lacksNames = (homes: Ranked[]) =>
    options.loosely !== false && !homes.some((home) => hasNames(home, plan));
  for (const { condition, house, sample, match_type, doubtful, last_resort } of attempts(plan, options)) {
    if (last_resort && results !== ofPostcode && !lacksNames(results)) break;
    const vague = plan.postcode === null && condition.expected > REACH.vague_from;
    const reach = vague ? REACH.vague : REACH.clear;
    const found = await homesByWords(db, {
      ...ranking,
      house,
      postcode: plan.postcode,
      text: plan.text,
      names: plan.beginning,
      outcode: options.outcode ?? null,
      index: condition.index,
      whole: condition.whole,
      sample,
      most_documents: reach.documents,
      nearest_documents:
        house === null ? Math.max(reach.nearest_without_number, options.limit) : reach.nearest,
    });
    if (found.length < (sample > 0 ? options.limit : 1)) continue;
    const all = filledUp(first, ranked(found, plan, match_type, house), options.limit);
    results = merged(all, before, plan, options.limit);
    // Homes with an uncertain number leave room for others: the next digit typed would otherwise hide what was shown.
    if (plan.number_doubtful && house !== null && all.length < options.limit) {
      first = all;
      continue;
    }
    before = results;
    if (!doubtful || found.some((home) => hasNames(home, plan))) break;
  }
  return results;
}

/** The homes of `first`, filled up with others to the limit. */
function filledUp(first: Ranked[], others: Ranked[], limit: number): Ranked[] {
  const known = new Set(first.map(({ uprn }) => uprn));
  return [...first, ...others.filter(({ uprn }) => !known.has(uprn))].slice(0, limit);
}

/**
 * Merges the homes found by words with those of the postcode, ordered by names, number, flat, postcode, beginning and
 * similarity. The postcode may be wrong, so it ranks after the names, and counts only if there is a number.
 */
function merged(byWords: Ranked[], others: Ranked[], plan: SearchPlan, limit: number): Ranked[] {
  if (others.length === 0) return byWords;
  const known = new Set(byWords.map(({ uprn }) => uprn));
  return [...byWords, ...others.filter(({ uprn }) => !known.has(uprn))]
    .map((home) => ({
      home,
      order: [
        countLacking(home, plan.names),
        Number(home.house_agrees > 1),
        Number(plan.unit !== null && home.unit_agrees > 0),
        Number(plan.house !== null && inOtherPostcode(home, plan)),
        Number(!home.spelling.startsWith(plan.besides_postcode)),
        -home.score,
      ],
    }))
    .sort((a, b) => a.order.map((x, i) => x - b.order[i]!).find((difference) => difference !== 0) ?? 0)
    .slice(0, limit)
    .map(({ home }) => home);
}

interface Attempt {
  condition: Condition;
  house: number | null;
  sample: Sample;
  match_type: SearchHit['match_type'];
  /** Whether the search goes on unless a home found has every name of street and building. */
  doubtful: boolean;
  /** Whether it is tried only if nothing was found so far, or no home with all names. */
  last_resort: boolean;
}

/**
 * The searches to try in turn until one finds something: all words; the finished words; joined words; all words but
 * one; fewer of the words after the street; without the number; and at last only the rarest name. An uncertain number
 * is left out in the second search. If very many documents are expected, a sample is searched first.
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
    const doubtful = loosely || plan.premises !== null;
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

/** Adds the match type. Homes of a search that dropped the typed number count as homes with another number. */
function ranked(
  found: readonly FoundHome[],
  plan: SearchPlan,
  match_type: SearchHit['match_type'],
  house = plan.house,
): Ranked[] {
  return found.map((home) => {
    const house_agrees = house === plan.house ? home.house_agrees : OTHER_HOUSE;
    const own = { ...home, house_agrees };
    return { ...own, match_type: matchTypeOf(own, plan, match_type) };
  });
}

/** The value of `house_agrees` for a home with another number. */
const OTHER_HOUSE = 3;

/** The match type of a home, which is never better than that of the words (`ofWords`). */
function matchTypeOf(
  home: FoundHome,
  plan: SearchPlan,
  ofWords: SearchHit['match_type'],
): SearchHit['match_type'] {
  if (inOtherPostcode(home, plan)) return 'fuzzy';
  if (!isOther(home, plan)) return ofWords;
  const isBeginning = plan.number_doubtful && (plan.number_in_words || hasBeginning(home, plan));
  return isBeginning && ofWords !== 'fuzzy' ? 'prefix' : 'fuzzy';
}

function hasBeginning({ spelling, spelling_postcode }: FoundHome, { house, suffix }: SearchPlan): boolean {
  const words = spelling.replace(spelling_postcode, '').split(/[^A-Z0-9]+/);
  return words.some((word) => word.startsWith(`${house}${suffix}`));
}

const inOtherPostcode = ({ postcode, spelling_postcode }: FoundHome, plan: SearchPlan): boolean =>
  plan.postcode !== null && plan.postcode !== postcode && plan.postcode !== spelling_postcode;

function hits(found: readonly Ranked[]): SearchHit[] {
  return found.map(({ house_agrees: _, unit_agrees: __, ...home }) => ({
    ...home,
    postcode_from: home.postcode_from ?? 'source',
    score: Math.round(home.score * 10000) / 10000,
  }));
}
