import {
  isOutcode,
  normalisePostcode,
  type ParsedAddress,
  parseAddress,
  prepareAddress,
  tokenise,
} from '@domesday/addresses';
import { all, allButOne, type Condition } from './conditions.ts';
import { houseOf } from './documents.ts';
import { READING } from './ranking.ts';
import { exactly, groupOf, incodeBeginning, type Term, termOf } from './terms.ts';
import type { Dictionary } from './words.ts';

/** A search as conditions on the index. */
export interface SearchPlan {
  /** The condition for all words; null if only a postcode is asked for. */
  words: Condition | null;
  /** The same without the unfinished word; null if there is none, or no other word. */
  before_last: Condition | null;
  /** The same with any one word left out, for when nothing matches. */
  relaxed: Condition | null;
  /** The same without the number. */
  without_number: Condition | null;
  /** Whether the number stands last, so that it may be the beginning of a longer one. */
  number_unfinished: boolean;
  house: number | null;
  suffix: string;
  unit: string | null;
  postcode: string | null;
  /** Prefix of the postcodes asked for, such as `LE16 7`, `LE16 ` or `LE1`. */
  postcode_prefix: string | null;
  /** The text in the normalised spelling, for similarity with documents. */
  text: string;
  /** The known words that each name of street and building may mean; a home that lacks one is not the one meant. */
  names: readonly (readonly string[])[];
  /** Whether only a postcode, whole or in part, was typed. */
  bare: boolean;
  /** How the words were understood. */
  match_type: 'exact' | 'prefix' | 'fuzzy';
}

const PARTIAL_POSTCODE = /(?:^|[\s,])([A-Z]{1,2}[0-9][A-Z0-9]?)\s+([0-9][A-Z]?)$/;
const JOINED_PARTIAL = /(?:^|[\s,])([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9][A-Z]?)$/;
/** Largest weight of words such as ROAD and THE in a comparison. */
const WEIGHT_OF_TYPES = 0.3;
const ENDS_IN_NUMBER = /[\s,][0-9]+[A-Z]?$/i;
const OUTCODE_SO_FAR = /^[A-Z]{1,2}[0-9][A-Z0-9]?$/;

/**
 * Reads what has been typed so far, in steps: the postcode or its prefix is split off, the rest is parsed as an
 * address, each word becomes a term, and the terms become conditions that are tried in turn. A text that ends in a
 * letter may end in an unfinished word.
 */
export function planSearch(q: string, dictionary: Dictionary): SearchPlan {
  const split = splitPostcode(q.toUpperCase().replace(/\s+/g, ' ').trim(), dictionary);
  const parsed = parseAddress(split.postcode ? '' : split.text, split.postcode ?? undefined);
  const postcode = split.postcode ?? parsed.postcode;
  const house = houseOf(parsed);
  const words = wordsOf(parsed);
  const unfinished = /[A-Z0-9]['’]?$/i.test(q);
  const typing = unfinished && !split.incode && !postcode;
  const read = termsOf(words, typing ? split.text : null, dictionary);
  const number = house.house === null ? null : exactly(`#${house.house}`, dictionary);
  const place = split.prefix ? placeTerms(split.prefix, split.incode, dictionary) : [];
  const shown = house.house === null ? '' : `${house.house}${house.suffix}`;
  const nothingElse = read.terms.length === 0 && house.house === null && parsed.unit === null;
  return {
    ...conditionsOf(read.terms, number, place, dictionary.documents),
    ...house,
    number_unfinished: typing && number !== null && ENDS_IN_NUMBER.test(q),
    unit: parsed.unit,
    postcode,
    postcode_prefix: split.prefix,
    names: namesOf(parsed, read.options),
    text: [shown, ...words, postcode ?? split.prefix ?? ''].filter((part) => part !== '').join(' '),
    bare: (postcode !== null || split.prefix !== null) && nothingElse,
    match_type: read.fuzzy ? 'fuzzy' : unfinished && read.several ? 'prefix' : 'exact',
  };
}

interface Split {
  /** The text before the postcode. */
  text: string;
  postcode: string | null;
  /** Prefix of the postcodes asked for, if it is not a whole one. */
  prefix: string | null;
  /** First characters of the incode, if any. */
  incode: string;
}

/** Step 1: a whole postcode, or the first part of one at the end of the text. */
function splitPostcode(text: string, dictionary: Dictionary): Split {
  const none = { text, postcode: null, prefix: null, incode: '' };
  const whole = normalisePostcode(text);
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

/** Step 2: each word of building, street and town once; only letters, digits and slashes. */
function wordsOf(parsed: ParsedAddress): string[] {
  const words = new Set([...parsed.building, ...parsed.street, ...parsed.tail]);
  return [...words].map((word) => word.replace(/[^A-Z0-9/]/g, ''));
}

/** Words that may be street types or linking words are left out, since addresses abbreviate them. */
function namesOf(parsed: ParsedAddress, options: ReadonlyMap<string, string[]>): string[][] {
  const { words, weights, street } = prepareAddress(parsed);
  return words.slice(0, street[1]).flatMap((word, i) => {
    const known = options.get(word);
    return known && weights[i]! > WEIGHT_OF_TYPES ? [known] : [];
  });
}

interface ReadTerms {
  terms: Term[];
  /** The known words that each typed word may mean. */
  options: Map<string, string[]>;
  /** Whether a word had to be corrected. */
  fuzzy: boolean;
  /** Whether a word is ambiguous. */
  several: boolean;
}

/** Step 3: the words as terms; `typing` is the text whose last word is unfinished, null if all are finished. */
function termsOf(words: readonly string[], typing: string | null, dictionary: Dictionary): ReadTerms {
  const typed = /([A-Z0-9']+)$/.exec(typing ?? '')?.[1]?.replace(/'/g, '') ?? '';
  const lastWord = tokenise(typed).words[0] ?? '';
  const read: ReadTerms = { terms: [], options: new Map(), fuzzy: false, several: false };
  for (const [i, word] of words.entries()) {
    if (word === '') continue;
    const last =
      i === words.length - 1 &&
      (word === lastWord || word === 'STREET' || word === 'DRIVE' || word === 'COURT') &&
      /^[A-Z]/.test(typed);
    const group = groupOf(word, last, dictionary);
    if (last && word !== typed) {
      for (const completion of dictionary.completions(typed, READING.most_typed_completions))
        if (!group.options.includes(completion)) group.options.push(completion);
    }
    read.fuzzy ||= group.corrected;
    read.several ||= group.options.length > 1;
    if (group.options.length === 0) continue;
    read.options.set(word, group.options);
    read.terms.push(termOf(group, last, typed, dictionary));
  }
  return read;
}

function placeTerms(prefix: string, incode: string, dictionary: Dictionary): Term[] {
  const outcode = exactly(prefix.split(' ')[0]!, dictionary);
  return incode ? [outcode, incodeBeginning(incode)] : [outcode];
}

/** Step 4: the conditions that are tried in turn until one finds something. */
function conditionsOf(
  terms: readonly Term[],
  number: Term | null,
  place: readonly Term[],
  documents: number,
): Pick<SearchPlan, 'words' | 'before_last' | 'relaxed' | 'without_number'> {
  const numbered = number ? [number] : [];
  const named = [...terms, ...place];
  const finished = terms.filter((term) => !term.last);
  const typing = finished.length > 0 && finished.length < terms.length;
  return {
    words: all([...numbered, ...named], documents),
    before_last: typing ? all([...numbered, ...finished], documents) : null,
    relaxed: allButOne(terms, number, documents),
    without_number: number ? all(named, documents) : null,
  };
}
