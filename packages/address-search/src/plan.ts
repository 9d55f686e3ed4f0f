import { isOutcode, normalisePostcode, parseAddress, tokenise } from '@domesday/addresses';
import { houseOf } from './documents.ts';
import type { Dictionary } from './words.ts';

/** What documents must hold. */
export interface Condition {
  /** tsquery for the index: the rarest of what is asked for, until little is expected to be found. */
  index: string;
  /** tsquery that what the index finds must answer too; null where the index is asked for all of it. */
  whole: string | null;
  /** Number of documents that hold the rarest of what the index is asked for, which is what it costs. */
  rarest: number;
  /** Number of documents that are expected to answer, as if words fell together by chance. */
  expected: number;
}

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

interface Group {
  options: string[];
  corrected: boolean;
}

/** Something that a document must hold. */
interface Term {
  /** Whether it is still being typed. */
  last: boolean;
  /** Whether it has more completions than the index is asked for. */
  open: boolean;
  /** How the index is asked for it; null where that would read more than it saves. */
  index: string | null;
  /** How a document that was found is asked for it. */
  filter: string;
  /** Share of the documents that hold it. */
  share: number;
}

const PARTIAL_POSTCODE = /(?:^|[\s,])([A-Z]{1,2}[0-9][A-Z0-9]?)\s+([0-9][A-Z]?)$/;
const JOINED_PARTIAL = /(?:^|[\s,])([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9][A-Z]?)$/;
const OUTCODE_SO_FAR = /^[A-Z]{1,2}[0-9][A-Z0-9]?$/;
const MOST_OPTIONS = 8;
/** A beginning that more documents hold, counted once for each word, is not asked of the index. */
const MOST_BEGINNING = 20_000;
/** The index is asked for as many words as leave so few documents; the rest is looked up in these. */
const FEW = 150;
/** Where the finished words leave so few documents, the word being typed is only looked up in these. */
const FEW_FOR_LAST = 600;
/** A beginning that a larger share of the documents hold tells little. */
const MUCH = 0.1;

const quoted = (word: string): string => `'${word.replace(/[^A-Z0-9#/]/g, '')}'`;

function groupOf(word: string, last: boolean, dictionary: Dictionary): Group {
  const options = new Set<string>();
  let corrected = false;
  const known = dictionary.count(word);
  if (known > 0) options.add(word);
  if (word === 'ST') options.add('STREET');
  if (last && (known === 0 || word.length >= 2)) {
    for (const completion of dictionary.completions(word, MOST_OPTIONS)) options.add(completion);
  }
  if (options.size === 0) {
    corrected = true;
    for (const option of dictionary.corrections(word, MOST_OPTIONS)) options.add(option);
    if (last) for (const option of dictionary.correctedCompletions(word, MOST_OPTIONS)) options.add(option);
    if (options.size === 0) addSplit(word, dictionary, options);
  } else if (known > 0 && known < 3 && word.length >= 5 && !last) {
    // A rare word may be a slip for a frequent one that stands beside it in the alphabet of edits.
    for (const option of dictionary.corrections(word, 3)) options.add(option);
  }
  return { options: [...options], corrected };
}

/** BEAUWAY typed for BEAU WAY: both halves are known words. */
function addSplit(word: string, dictionary: Dictionary, options: Set<string>): void {
  for (let at = 3; at <= word.length - 3; at += 1) {
    const [a, b] = [word.slice(0, at), word.slice(at)];
    if (dictionary.count(a) > 0 && dictionary.count(b) > 0)
      options.add(dictionary.count(a) < dictionary.count(b) ? a : b);
  }
}

/** How a group is asked for. A beginning has more completions than are listed: a document is asked for any of them. */
function termOf(group: Group, last: boolean, typed: string, dictionary: Dictionary): Term {
  const options = group.options.map(quoted);
  const either = (list: readonly string[]): string => (list.length === 1 ? list[0]! : `(${list.join('|')})`);
  const begins = last && !group.corrected;
  const filter = either(begins ? [...options, `${quoted(typed)}:*`] : options);
  const sum = (list: readonly string[]): number =>
    list.reduce((n, option) => n + dictionary.count(option), 0);
  const beginning = begins ? dictionary.beginning(typed) : 0;
  const more = beginning > sum(group.options.filter((option) => option.startsWith(typed)));
  const whole = more && typed.length >= 3 && beginning <= MOST_BEGINNING;
  return {
    open: more && !whole,
    index: whole ? filter : either(options),
    filter,
    share: Math.min(1, (whole ? beginning : sum(group.options)) / Math.max(1, dictionary.documents)),
    last,
  };
}

const product = (terms: readonly Term[]): number =>
  terms.reduce((rest, term) => rest * Math.max(term.share, 1e-6), 1);

/** All of the terms, in ascending order of their shares. */
function all(terms: readonly Term[], documents: number): Condition | null {
  const inOrder = [...terms].sort((a, b) => a.share - b.share);
  const closed = inOrder.filter((term) => term.index !== null && !term.open);
  const enough = closed.length > 0 && documents * product(closed) <= FEW_FOR_LAST;
  const asked: Term[] = [];
  for (const term of inOrder) {
    if (asked.length > 0 && documents * product(asked) <= FEW) break;
    const tellsLittle = term.open && closed.length > 0 && (enough || term.share > MUCH);
    if (term.index !== null && !tellsLittle) asked.push(term);
  }
  if (asked.length === 0) return null;
  return {
    index: asked.map((term) => term.index).join('&'),
    rarest: documents * Math.min(...asked.map((term) => term.share)),
    whole: asked.length === terms.length ? null : inOrder.map((term) => term.filter).join('&'),
    expected: documents * product(terms),
  };
}

/** All of the terms but any one. Whoever holds them holds two of the rarest three. */
function allButOne(terms: readonly Term[], number: Term | null, documents: number): Condition | null {
  if (terms.length < 2) return null;
  const inOrder = [...terms].sort((a, b) => a.share - b.share);
  const [a, b, c] = inOrder as [Term, Term, Term | undefined];
  const pairs = c ? [[a, b], [a, c], [b, c]] : [[a], [b]]; // biome-ignore format: pairs
  const rare = documents * pairs.reduce((sum, pair) => sum + product(pair), 0);
  const either = `(${pairs.map((pair) => pair.map((term) => term.index).join('&')).join('|')})`;
  const left = inOrder.map((_, skip) =>
    [...(number ? [number] : []), ...inOrder.filter((__, i) => i !== skip)]
      .map((term) => term.filter)
      .join('&'),
  );
  return {
    rarest: rare,
    index: number && rare > FEW ? `${number.index}&${either}` : either,
    whole: left.map((one) => `(${one})`).join('|'),
    expected: rare * (number ? number.share : 1),
  };
}

/** Reads what has been typed so far. A text that ends in a letter may end in an unfinished word. */
export function planSearch(q: string, dictionary: Dictionary): SearchPlan {
  let text = q.toUpperCase().replace(/\s+/g, ' ').trim();
  const unfinished = /[A-Z0-9]$/i.test(q);
  let postcodePrefix: string | null = null;
  let incode = '';
  const whole = normalisePostcode(text);
  if (!whole) {
    const partial = PARTIAL_POSTCODE.exec(text) ?? JOINED_PARTIAL.exec(text);
    if (
      partial &&
      isOutcode(partial[1]!) &&
      (dictionary.count(partial[1]!) > 0 || partial.index === 0) &&
      dictionary.count(partial[0]!.trim()) === 0
    ) {
      postcodePrefix = `${partial[1]} ${partial[2]}`;
      incode = partial[2]!;
      text = text.slice(0, partial.index).trim().replace(/,$/, '');
    } else if (OUTCODE_SO_FAR.test(text)) {
      // EC1 is a whole outcode where there is one, else the beginning of EC1A and its like.
      const begins = dictionary.completions(text, 1).some((word) => OUTCODE_SO_FAR.test(word));
      postcodePrefix = dictionary.count(text) > 0 ? `${text} ` : begins ? text : null;
      if (postcodePrefix) text = '';
    }
  }
  const parsed = parseAddress(whole ? '' : text, whole ?? undefined);
  const postcode = whole ?? parsed.postcode;
  const house = houseOf(parsed);
  const { unit } = parsed;
  const words = [...new Set([...parsed.building, ...parsed.street, ...parsed.tail])].map((word) =>
    word.replace(/[^A-Z0-9/]/g, ''),
  );
  const rawLast = /([A-Z0-9']+)$/.exec(text)?.[1]?.replace(/'/g, '') ?? '';
  const lastWord = tokenise(rawLast).words[0] ?? '';

  const terms: Term[] = [];
  let fuzzy = false;
  let several = false;
  for (const [i, word] of words.entries()) {
    if (word === '') continue;
    const last =
      unfinished &&
      !incode &&
      !postcode &&
      i === words.length - 1 &&
      (word === lastWord || word === 'STREET' || word === 'DRIVE' || word === 'COURT') &&
      /^[A-Z]/.test(rawLast);
    const group = groupOf(word, last, dictionary);
    if (last && word !== rawLast) {
      for (const completion of dictionary.completions(rawLast, 4))
        if (!group.options.includes(completion)) group.options.push(completion);
    }
    fuzzy ||= group.corrected;
    several ||= group.options.length > 1;
    if (group.options.length > 0) terms.push(termOf(group, last, rawLast, dictionary));
  }
  const { documents } = dictionary;
  const shareOf = (word: string): number => dictionary.count(word) / Math.max(1, documents);
  const exactly = (word: string): Term => ({
    last: false,
    open: false,
    index: quoted(word),
    filter: quoted(word),
    share: shareOf(word),
  });
  const number = house.house === null ? null : exactly(`#${house.house}`);
  const place: Term[] = [];
  if (postcodePrefix) {
    place.push(exactly(postcodePrefix.split(' ')[0]!));
    // So many incodes begin with a digit that the index would be slow to gather them.
    if (incode)
      place.push({ last: false, open: false, index: null, filter: `${quoted(incode)}:*`, share: 0.1 });
  }
  const numbered = number ? [number] : [];
  const finished = terms.filter((term) => !term.last);
  const typing = finished.length > 0 && finished.length < terms.length;
  const named = [...terms, ...place];
  return {
    words: all([...numbered, ...named], documents),
    before_last: typing ? all([...numbered, ...finished], documents) : null,
    relaxed: allButOne(terms, number, documents),
    without_number: number ? all(named, documents) : null,
    ...house,
    unit,
    postcode,
    postcode_prefix: postcodePrefix,
    text: [
      house.house === null ? '' : `${house.house}${house.suffix}`,
      ...words,
      postcode ?? postcodePrefix ?? '',
    ]
      .filter((part) => part !== '')
      .join(' '),
    bare:
      (postcode !== null || postcodePrefix !== null) &&
      terms.length === 0 &&
      house.house === null &&
      parsed.unit === null,
    match_type: fuzzy ? 'fuzzy' : unfinished && several ? 'prefix' : 'exact',
  };
}
