import {
  isOutcode,
  normalisePostcode,
  type ParsedAddress,
  parseAddress,
  tokenise,
} from '@domesday/addresses';
import { all, allButOne, type Condition } from './conditions.ts';
import { houseOf } from './documents.ts';
import { READING } from './ranking.ts';
import { exactly, groupOf, incodeBeginning, type Term, termOf } from './terms.ts';
import type { Dictionary } from './words.ts';

/** What a typed text asks for, in terms of the index. */
export interface SearchPlan {
  /** What every wanted document answers; null where a postcode alone is asked for. */
  words: Condition | null;
  /** The same without the word that is still being typed; null where there is none, or nothing else. */
  before_last: Condition | null;
  /** The same with one word left out at a time, for when nothing answers the first. */
  relaxed: Condition | null;
  /** The same without the number. */
  without_number: Condition | null;
  house: number | null;
  suffix: string;
  unit: string | null;
  postcode: string | null;
  /** Beginning of the postcodes asked for, such as `LE16 7`, `LE16 ` or `LE1`. */
  postcode_prefix: string | null;
  /** The text in the normalised spelling, for similarity with documents. */
  text: string;
  /** Whether a postcode, whole or in part, is all that was typed. */
  bare: boolean;
  /** How the words were understood. */
  match_type: 'exact' | 'prefix' | 'fuzzy';
}

const PARTIAL_POSTCODE = /(?:^|[\s,])([A-Z]{1,2}[0-9][A-Z0-9]?)\s+([0-9][A-Z]?)$/;
const JOINED_PARTIAL = /(?:^|[\s,])([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9][A-Z]?)$/;
const OUTCODE_SO_FAR = /^[A-Z]{1,2}[0-9][A-Z0-9]?$/;

/**
 * Reads what has been typed so far, in steps: the postcode or its beginning is split off, the rest is parsed as an
 * address, each word becomes a term, and the terms become the conditions that are asked in turn. A text that ends in
 * a letter may end in an unfinished word.
 */
export function planSearch(q: string, dictionary: Dictionary): SearchPlan {
  const split = splitPostcode(q.toUpperCase().replace(/\s+/g, ' ').trim(), dictionary);
  const parsed = parseAddress(split.postcode ? '' : split.text, split.postcode ?? undefined);
  const postcode = split.postcode ?? parsed.postcode;
  const house = houseOf(parsed);
  const words = wordsOf(parsed);
  const unfinished = /[A-Z0-9]$/i.test(q);
  const typing = unfinished && !split.incode && !postcode;
  const read = termsOf(words, typing ? split.text : null, dictionary);
  const number = house.house === null ? null : exactly(`#${house.house}`, dictionary);
  const place = split.prefix ? placeTerms(split.prefix, split.incode, dictionary) : [];
  const shown = house.house === null ? '' : `${house.house}${house.suffix}`;
  const nothingElse = read.terms.length === 0 && house.house === null && parsed.unit === null;
  return {
    ...conditionsOf(read.terms, number, place, dictionary.documents),
    ...house,
    unit: parsed.unit,
    postcode,
    postcode_prefix: split.prefix,
    text: [shown, ...words, postcode ?? split.prefix ?? ''].filter((part) => part !== '').join(' '),
    bare: (postcode !== null || split.prefix !== null) && nothingElse,
    match_type: read.fuzzy ? 'fuzzy' : unfinished && read.several ? 'prefix' : 'exact',
  };
}

interface Split {
  /** What stands before the postcode. */
  text: string;
  postcode: string | null;
  /** Beginning of the postcodes asked for, where it is not a whole one. */
  prefix: string | null;
  /** Beginning of the incode, where it was begun. */
  incode: string;
}

/** Step 1: a whole postcode, or the beginning of one at the end of the text. */
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
  // EC1 is a whole outcode where there is one, else the beginning of EC1A and its like.
  if (dictionary.count(text) > 0) return { ...none, text: '', prefix: `${text} ` };
  const begins = dictionary.completions(text, 1).some((word) => OUTCODE_SO_FAR.test(word));
  return begins ? { ...none, text: '', prefix: text } : none;
}

/** Step 2: each word of building, street and town once, letters, digits and strokes alone. */
function wordsOf(parsed: ParsedAddress): string[] {
  const words = new Set([...parsed.building, ...parsed.street, ...parsed.tail]);
  return [...words].map((word) => word.replace(/[^A-Z0-9/]/g, ''));
}

interface ReadTerms {
  terms: Term[];
  /** Whether a word had to be corrected. */
  fuzzy: boolean;
  /** Whether a word may mean several. */
  several: boolean;
}

/** Step 3: the words as terms; `typing` is the text whose last word is not finished, null where all are. */
function termsOf(words: readonly string[], typing: string | null, dictionary: Dictionary): ReadTerms {
  const typed = /([A-Z0-9']+)$/.exec(typing ?? '')?.[1]?.replace(/'/g, '') ?? '';
  const lastWord = tokenise(typed).words[0] ?? '';
  const read: ReadTerms = { terms: [], fuzzy: false, several: false };
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
    if (group.options.length > 0) read.terms.push(termOf(group, last, typed, dictionary));
  }
  return read;
}

function placeTerms(prefix: string, incode: string, dictionary: Dictionary): Term[] {
  const outcode = exactly(prefix.split(' ')[0]!, dictionary);
  return incode ? [outcode, incodeBeginning(incode)] : [outcode];
}

/** Step 4: what is asked in turn until something answers. */
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
