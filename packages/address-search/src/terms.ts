import { READING } from './ranking.ts';
import type { Dictionary } from './words.ts';

/** A word, or alternatives of a word, that a document must contain. */
export interface Term {
  /** Whether the word is the last one and may be unfinished. */
  last: boolean;
  /** Whether the word has more completions than the term lists. */
  open: boolean;
  /** tsquery term for the index; null if reading its posting lists would cost more than it saves. */
  index: string | null;
  /** tsquery term to filter the documents found. */
  filter: string;
  /** Share of the documents that contain the term, 0 to 1. */
  share: number;
}

/** The dictionary words that a typed word may mean. `corrected`: the word itself is not in the dictionary. */
export interface Group {
  options: string[];
  corrected: boolean;
}

export const quoted = (word: string): string => `'${word.replace(/[^A-Z0-9#/]/g, '')}'`;

/** The word itself and, if it is unfinished, its completions. An unknown word gets its corrections instead. */
export function groupOf(word: string, last: boolean, dictionary: Dictionary): Group {
  const options = new Set<string>();
  let corrected = false;
  const known = dictionary.count(word);
  if (known > 0) options.add(word);
  if (word === 'ST') options.add('STREET');
  if (last && (known === 0 || word.length >= 2)) {
    for (const completion of dictionary.completions(word, READING.most_options)) options.add(completion);
  }
  if (options.size === 0) {
    corrected = true;
    for (const option of dictionary.corrections(word, READING.most_options)) options.add(option);
    if (last)
      for (const option of dictionary.correctedCompletions(word, READING.most_options)) options.add(option);
    if (options.size === 0) addSplit(word, dictionary, options);
  } else if (
    known > 0 &&
    known < READING.rare_below &&
    word.length >= READING.fewest_letters_of_rare &&
    !last
  ) {
    for (const option of dictionary.corrections(word, READING.most_corrections_of_rare)) options.add(option);
  }
  return { options: [...options], corrected };
}

/** BEAUWAY typed for BEAU WAY: adds the rarer half if both halves are known words. */
function addSplit(word: string, dictionary: Dictionary, options: Set<string>): void {
  const least = READING.fewest_letters_of_half;
  for (let at = least; at <= word.length - least; at += 1) {
    const [a, b] = [word.slice(0, at), word.slice(at)];
    if (dictionary.count(a) > 0 && dictionary.count(b) > 0)
      options.add(dictionary.count(a) < dictionary.count(b) ? a : b);
  }
}

/** The term of a group of words. For an unfinished word the filter also accepts completions that are not listed. */
export function termOf(group: Group, last: boolean, typed: string, dictionary: Dictionary): Term {
  const options = group.options.map(quoted);
  const either = (list: readonly string[]): string => (list.length === 1 ? list[0]! : `(${list.join('|')})`);
  const begins = last && !group.corrected;
  const filter = either(begins ? [...options, `${quoted(typed)}:*`] : options);
  const sum = (list: readonly string[]): number =>
    list.reduce((n, option) => n + dictionary.count(option), 0);
  const beginning = begins ? dictionary.beginning(typed) : 0;
  const more = beginning > sum(group.options.filter((option) => option.startsWith(typed)));
  const whole =
    more &&
    typed.length >= READING.fewest_letters_of_beginning &&
    beginning <= READING.most_documents_of_beginning;
  return {
    open: more && !whole,
    index: whole ? filter : either(options),
    filter,
    share: Math.min(1, (whole ? beginning : sum(group.options)) / Math.max(1, dictionary.documents)),
    last,
  };
}

/** A word that is matched exactly: a number, an outcode. */
export function exactly(word: string, dictionary: Dictionary): Term {
  const share = dictionary.count(word) / Math.max(1, dictionary.documents);
  return { last: false, open: false, index: quoted(word), filter: quoted(word), share };
}

/** A partial incode. It only filters: so many incodes begin with a digit that looking them up in the index is slow. */
export function incodeBeginning(incode: string): Term {
  return {
    last: false,
    open: false,
    index: null,
    filter: `${quoted(incode)}:*`,
    share: READING.share_of_incodes,
  };
}
