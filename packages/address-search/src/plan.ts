import {
  isOutcode,
  normalisePostcode,
  type ParsedAddress,
  type PreparedAddress,
  parseAddress,
  prepareAddress,
  tokenise,
  withNumberInDigits,
  withPlainNumbers,
} from '@domesday/addresses';
import { all, allButOne, anyOf, type Condition, rarestOf } from './conditions.ts';
import { houseOf } from './documents.ts';
import { READING } from './ranking.ts';
import { exactly, groupOf, incodeBeginning, type Term, termOf } from './terms.ts';
import type { Dictionary } from './words.ts';

/** Conditions on the index that are tried in turn; null for a condition that does not apply to the text. */
interface Conditions {
  /** The condition for all words; null if only a postcode is asked for. */
  words: Condition | null;
  /** All words except the unfinished last one; null without an unfinished word or another word. */
  before_last: Condition | null;
  /** All words, with two words joined that are one in the index (FERN FIELD, FERNFIELD); null if there are none. */
  joined: Condition | null;
  /** All words except any one. */
  relaxed: Condition | null;
  /** The number, the words of street and building, and any one of the words after them. */
  one_place: Condition | null;
  /** The number and the words of street and building: the list may have another place, or none. */
  premises: Condition | null;
  /** All words without the number. */
  without_number: Condition | null;
  /** Only the words of street and building. */
  premises_without_number: Condition | null;
  /** Only the rarest name, of the building or of the street. */
  rarest: Condition | null;
}

/** A word as it was typed. */
export interface TypedWord {
  /** The dictionary words that it may mean. */
  options: readonly string[];
  /** The typed text if the word may be unfinished: more words than the options may begin with it. Else null. */
  beginning: string | null;
}

/** A search as conditions on the index. */
export interface SearchPlan extends Conditions {
  /**
   * Whether the number is uncertain: it ends a text being typed and may be the beginning of a longer number, or it is
   * in words and may be part of a name.
   */
  number_doubtful: boolean;
  /** Whether the number was typed in words. */
  number_in_words: boolean;
  house: number | null;
  suffix: string;
  unit: string | null;
  postcode: string | null;
  /** The prefix of a partly typed postcode, such as `LE16 7`, `LE16 ` or `LE1`. */
  postcode_prefix: string | null;
  /** The text in the normalised spelling, for similarity with documents. */
  text: string;
  /** The words of the text without number and postcode, in typed order. */
  beginning: string;
  /** The typed text in upper case, without its postcode; empty if the caller gave the parsed address. */
  besides_postcode: string;
  /** The names of street and building. A home that lacks one of them is not meant. */
  names: readonly TypedWord[];
  /** Words of places after the street that the dictionary has. A home without one of them may lie in another place. */
  places: readonly TypedWord[];
  /** All words. */
  typed: readonly TypedWord[];
  /** Whether the text is only a postcode or the beginning of one. */
  bare: boolean;
  /** Whether no word of street, building or town was typed. */
  unnamed: boolean;
  /** How the words were understood. */
  match_type: 'exact' | 'prefix' | 'fuzzy';
}

const PARTIAL_POSTCODE = /(?:^|[\s,])([A-Z]{1,2}[0-9][A-Z0-9]?)\s+([0-9][A-Z]?)$/;
const JOINED_PARTIAL = /(?:^|[\s,])([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9][A-Z]?)$/;
/** Largest weight of words such as ROAD and THE in a comparison. */
const WEIGHT_OF_TYPES = 0.3;
const WEIGHT_OF_ARTICLES = 0.1;
/** G/2 12 TH and G1 12 TH: a flat of number 12, not the postcode that the letters and digits alone would make. */
const FLAT_AND_NUMBER = /\/|^[A-Z]{1,2}[0-9]+ [0-9]{2} [A-Z]{2}$/;
const NUMBER_AT_END = /[\s,]([0-9]+[A-Z]?)$/;
const OUTCODE_SO_FAR = /^[A-Z]{1,2}[0-9][A-Z0-9]?$/;

/**
 * Plans a search for the text typed so far, in steps: the postcode or its prefix is split off, the rest is parsed as an
 * address, each word becomes a term, and the terms become conditions that are tried in turn. A last word without a
 * space or comma after it may be unfinished. `given` is the parse of the text with its commas, if the caller has one.
 */
export function planSearch(q: string, dictionary: Dictionary, given?: ParsedAddress): SearchPlan {
  const plain = withPlainNumbers(inDigits(q)).toUpperCase().replace(/\s+/g, ' ').trim();
  const text = given ? plain : withFlat(plain, dictionary);
  const split = splitPostcode(text, dictionary);
  const parsed =
    given && split.text === text
      ? given
      : parseAddress(split.postcode ? '' : split.text, split.postcode ?? undefined);
  const postcode = split.postcode ?? parsed.postcode;
  const house = houseOf(parsed);
  const words = wordsOf(parsed);
  const unfinished = /[A-Z0-9]['’]?$/i.test(withoutAccents(q));
  const typing = unfinished && !split.incode && !endsInPostcode(text, postcode);
  const read = termsOf(words, typing ? split.text : null, dictionary);
  const typed = typedWords(read);
  const prepared = prepareAddress(parsed);
  const names = namesOf(prepared, typed, WEIGHT_OF_TYPES);
  const number = house.house === null ? null : exactly(`#${house.house}`, dictionary);
  const place = split.prefix ? placeTerms(split.prefix, split.incode, dictionary) : [];
  const shown = house.house === null ? '' : `${house.house}${house.suffix}`;
  const inWords = !/[0-9]/.test(text);
  const nothingElse = read.terms.length === 0 && house.house === null && parsed.unit === null;
  return {
    ...conditionsOf(
      {
        read,
        joined: joinedTerms(words, dictionary),
        number,
        place,
        building: new Set(parsed.building.map(spelled)),
        after: wordsAfter(parsed),
        names,
      },
      dictionary.documents,
    ),
    ...house,
    number_doubtful:
      !given && shown !== '' && ((typing && NUMBER_AT_END.exec(text)?.[1] === shown) || inWords),
    number_in_words: shown !== '' && inWords,
    unit: parsed.unit,
    postcode,
    postcode_prefix: split.prefix,
    // In 6 THE CRESCENT the street type is the only name.
    names: names.length > 0 ? names : namesOf(prepared, typed, WEIGHT_OF_ARTICLES),
    places: namesOf(prepared, typed, WEIGHT_OF_TYPES, prepared.tail),
    typed: [...typed.values()],
    text: [shown, ...words, postcode ?? split.prefix ?? ''].filter((part) => part !== '').join(' '),
    beginning: words.join(' '),
    besides_postcode: given ? '' : withoutAccents(withoutPostcode(text, postcode)),
    unnamed: words.length === 0,
    bare: (postcode !== null || split.prefix !== null) && nothingElse,
    match_type: read.fuzzy ? 'fuzzy' : unfinished && read.several ? 'prefix' : 'exact',
  };
}

/**
 * Whether a text has no name, number or postcode by which homes could be found, such as FLAT or AND, which may be the
 * beginning of one.
 */
export function namesNothing(q: string, dictionary: Dictionary): boolean {
  const { unnamed, house, postcode, postcode_prefix } = planSearch(q, dictionary);
  return unnamed && house === null && postcode === null && postcode_prefix === null;
}

/**
 * THIRTY THREE OAK ROAD as 33 OAK ROAD. A number of one word stays, since it may be part of a name: SEVEN SISTERS ROAD.
 */
function inDigits(q: string): string {
  const converted = withNumberInDigits(q);
  return converted?.may_be_name === null ? converted.text : q;
}

/** F3 ALDER COURT as FLAT 3 ALDER COURT, unless a list has a flat F3. No postcode area is F, FL or FT followed so. */
function withFlat(text: string, dictionary: Dictionary): string {
  return text.replace(SHORT_FLAT, (short, number) =>
    dictionary.count(spelled(short)) > 0 ? short : `FLAT ${number}`,
  );
}

const SHORT_FLAT = /^(?:F|F[LT]\.? ?)([0-9]{1,5}[A-Z]?)(?=[ ,]|$)/;

interface Split {
  /** The text before the postcode. */
  text: string;
  postcode: string | null;
  /** The prefix of a partly typed postcode; null for a whole one. */
  prefix: string | null;
  /** The typed characters of a partial incode; empty without any. */
  incode: string;
}

/** Step 1: splits off a text that is a postcode, or a partial postcode at the end of the text. */
function splitPostcode(text: string, dictionary: Dictionary): Split {
  const none = { text, postcode: null, prefix: null, incode: '' };
  const whole = FLAT_AND_NUMBER.test(text) ? null : normalisePostcode(text);
  if (whole) return { ...none, postcode: whole };
  const partial = PARTIAL_POSTCODE.exec(text) ?? JOINED_PARTIAL.exec(text);
  if (
    partial &&
    isOutcode(partial[1]!) &&
    (dictionary.count(partial[1]!) > 0 || partial.index === 0) &&
    dictionary.count(partial[0]!.trim()) === 0
  ) {
    const before = text.slice(0, partial.index).trim().replace(/,$/, '');
    return { ...none, text: before, prefix: `${partial[1]} ${partial[2]}`, incode: partial[2]! };
  }
  if (!OUTCODE_SO_FAR.test(text)) return none;
  // EC1 is a whole outcode if it exists, else the prefix of EC1A and others.
  if (dictionary.count(text) > 0) return { ...none, text: '', prefix: `${text} ` };
  const begins = dictionary.completions(text, 1).some((word) => OUTCODE_SO_FAR.test(word));
  return begins ? { ...none, text: '', prefix: text } : none;
}

function withoutPostcode(text: string, postcode: string | null): string {
  if (postcode === null) return text;
  const [outcode, incode] = postcode.split(' ') as [string, string];
  return text.replace(new RegExp(`[\\s,]*${outcode} ?${incode}[\\s,]*`), '');
}

/** Whether the text ends with the postcode, so that no word is unfinished: 12 QUAXLEY XE1 1AA, not XE1 1AA 12 QUAXL. */
function endsInPostcode(text: string, postcode: string | null): boolean {
  const words = text.split(/[\s,]+/);
  return (
    postcode !== null && [1, 2, 3].some((n) => normalisePostcode(words.slice(-n).join(' ')) === postcode)
  );
}

/** Step 2: the distinct words of building, street and town, with only letters, digits and slashes. */
function wordsOf(parsed: ParsedAddress): string[] {
  const words = new Set([...parsed.building, ...parsed.street, ...parsed.tail]);
  return [...words].map(spelled);
}

/** Words of localities, towns and counties that street and building lack. */
const wordsAfter = ({ building, street, tail }: ParsedAddress): Set<string> => {
  const premises = new Set([...building, ...street]);
  return new Set(tail.filter((word) => !premises.has(word)).map(spelled));
};

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

export const spelled = (word: string): string => word.replace(/[^A-Z0-9/]/g, '');

/**
 * The typed words of a span that weigh more than `more_than`. Street types and linking words weigh little, since
 * addresses abbreviate them.
 */
function namesOf(
  { words, weights, street }: PreparedAddress,
  typed: ReadonlyMap<string, TypedWord>,
  more_than: number,
  [from, to]: readonly [number, number] = [0, street[1]],
): TypedWord[] {
  return words.slice(from, to).flatMap((word, i) => {
    const known = typed.get(word);
    return known && weights[from + i]! > more_than ? [known] : [];
  });
}

function typedWords({ options, typed, terms }: ReadTerms): Map<string, TypedWord> {
  const words = terms.map(({ word, last }) => {
    const known = { options: options.get(word)!, beginning: last ? typed : null };
    return [word, known] as const;
  });
  return new Map(words);
}

interface ReadTerms {
  terms: (Term & { word: string })[];
  /** The dictionary words that each typed word may mean. */
  options: Map<string, string[]>;
  /** Whether a word had to be corrected. */
  fuzzy: boolean;
  /** Whether a typed word may mean a different dictionary word. */
  several: boolean;
  /** The last word as it was typed. */
  typed: string;
}

/** Step 3: makes a term of each word. `typing` is the text if its last word may be unfinished, else null. */
function termsOf(words: readonly string[], typing: string | null, dictionary: Dictionary): ReadTerms {
  const typed = /([A-Z0-9']+)$/.exec(withoutAccents(typing ?? ''))?.[1]?.replace(/'/g, '') ?? '';
  // `tokenise` may expand the last word: GR after a name becomes GROVE.
  const lastWord = /^[A-Z]/.test(typed) ? spelled(tokenise(typing!).words.at(-1) ?? '') : '';
  const read: ReadTerms = { terms: [], options: new Map(), fuzzy: false, several: false, typed };
  for (const word of words) {
    if (word === '') continue;
    const last = word === lastWord;
    const completions =
      last && word !== typed ? dictionary.completions(typed, READING.most_typed_completions) : [];
    const known = completions.length === 0 || dictionary.count(word) > 0;
    const group = known ? groupOf(word, last, dictionary) : { options: [], corrected: false };
    for (const completion of completions)
      if (!group.options.includes(completion)) group.options.push(completion);
    read.fuzzy ||= group.corrected;
    if (group.options.length === 0) continue;
    read.several ||= group.options.length > 1 || group.options[0] !== word;
    read.options.set(word, group.options);
    read.terms.push({ word, ...termOf(group, last, typed, dictionary) });
  }
  return read;
}

/**
 * The terms with neighbouring words joined if they are one word of the index: FERN FIELD, FERNFIELD. Null without any.
 */
function joinedTerms(words: readonly string[], dictionary: Dictionary): Term[] | null {
  const joined: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const pair = `${words[i]}${words[i + 1] ?? ''}`;
    const isWord =
      i + 1 < words.length &&
      pair.length >= READING.fewest_letters_of_joined &&
      /^[A-Z]+$/.test(pair) &&
      dictionary.count(pair) > 0;
    joined.push(isWord ? pair : words[i]!);
    if (isWord) i += 1;
  }
  return joined.length < words.length ? termsOf(joined, null, dictionary).terms : null;
}

function placeTerms(prefix: string, incode: string, dictionary: Dictionary): Term[] {
  const outcode = exactly(prefix.split(' ')[0]!, dictionary);
  return incode ? [outcode, incodeBeginning(incode)] : [outcode];
}

interface ConditionParts {
  read: ReadTerms;
  joined: readonly Term[] | null;
  number: Term | null;
  /** Terms of a partial postcode. */
  place: readonly Term[];
  building: ReadonlySet<string>;
  /** Words after street and building. */
  after: ReadonlySet<string>;
  names: SearchPlan['names'];
}

/** Step 4: makes the conditions. The search tries them in turn until one finds something. */
function conditionsOf(
  { read: { terms, options }, joined, number, place, building, after, names }: ConditionParts,
  documents: number,
): Conditions {
  const numbered = number ? [number] : [];
  const named = [...terms, ...place];
  const finished = terms.filter((term) => !term.last);
  const typing = finished.length > 0 && finished.length < terms.length;
  const premises = terms.filter(({ word }) => !after.has(word));
  const places = [...finished.filter(({ word }) => after.has(word)), ...place];
  const only = premises.length > 0 && premises.length < named.length;
  const rare = terms.filter(
    ({ word, last }) => !last && names.some((name) => name.options === options.get(word)),
  );
  return {
    words: all([...numbered, ...named], documents),
    before_last: typing ? all([...numbered, ...finished], documents) : null,
    joined: joined && all([...numbered, ...joined, ...place], documents),
    relaxed: allButOne(terms, number, documents),
    one_place: only && places.length > 1 ? all([...numbered, ...premises, anyOf(places)], documents) : null,
    premises: only ? all([...numbered, ...premises], documents) : null,
    without_number: number ? all(named, documents) : null,
    premises_without_number: number && only ? all(premises, documents) : null,
    rarest: rare.length > 0 && named.length > 1 ? all([rarestOfEach(rare, building)], documents) : null,
  };
}

/**
 * The rarest word of the building, or the rarest of the other words: in QUAX WHARF, EAST GREEN the latter may be the
 * street or a place that the list does not have.
 */
function rarestOfEach(rare: readonly (Term & { word: string })[], building: ReadonlySet<string>): Term {
  const buildingTerms = rare.filter(({ word }) => building.has(word));
  const others = rare.filter(({ word }) => !building.has(word));
  const bothKinds = buildingTerms.length > 0 && others.length > 0;
  return bothKinds ? anyOf([rarestOf(buildingTerms), rarestOf(others)]) : rarestOf(rare);
}
