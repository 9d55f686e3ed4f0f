import { isOutcode, normalisePostcode, parseAddress, tokenise } from '@domesday/addresses';
import { houseOf } from './documents.ts';
import type { Dictionary } from './words.ts';

/** What a typed text asks for, in terms of the index. */
export interface SearchPlan {
  /** tsquery that every wanted document answers; empty where a postcode alone is asked for. */
  words: string;
  /** The same without the word that is still being typed; empty where there is none, or nothing else. */
  before_last: string;
  /** The same with one word left out at a time, for when nothing answers the first. */
  relaxed: string;
  house: number | null;
  suffix: string;
  unit: string | null;
  postcode: string | null;
  /** Beginning of the postcodes asked for, such as `LE16 7`. */
  postcode_prefix: string | null;
  /** The text in the normalised spelling, for similarity with documents. */
  text: string;
  /** Whether so many documents answer that a sample of them will do. */
  common: boolean;
  /** Whether so many documents are expected that which of them are looked at hardly matters. */
  vague: boolean;
  /** Whether a postcode, whole or in part, is all that was typed. */
  bare: boolean;
  /** How the words were understood. */
  match_type: 'exact' | 'prefix' | 'fuzzy';
}

interface Group {
  options: string[];
  /** Share of the documents that hold one of them. */
  share: number;
  corrected: boolean;
}

interface Entry {
  group: Group;
  /** Whether it is still being typed. */
  last: boolean;
  text: string;
}

const PARTIAL_POSTCODE = /(?:^|[\s,])([A-Z]{1,2}[0-9][A-Z0-9]?)\s+([0-9][A-Z]?)$/;
const JOINED_PARTIAL = /(?:^|[\s,])([A-Z]{1,2}[0-9][A-Z0-9]?)([0-9][A-Z]?)$/;
const MOST_OPTIONS = 8;
/** A query expected to be answered by more documents than this looks at the sample first. */
const COMMON_FROM = 1500;
const VAGUE_FROM = 500;
const FEW = 200;
const MOST_BEGINNING = 20_000;

const quoted = (word: string): string => `'${word.replace(/[^A-Z0-9#/]/g, '')}'`;

function groupOf(word: string, last: boolean, dictionary: Dictionary): Group {
  const total = Math.max(1, dictionary.documents);
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
  let share = 0;
  for (const option of options) share += dictionary.count(option) / total;
  return { options: [...options], share: Math.min(1, share), corrected };
}

/** BEAUWAY typed for BEAU WAY: both halves are known words. */
function addSplit(word: string, dictionary: Dictionary, options: Set<string>): void {
  for (let at = 3; at <= word.length - 3; at += 1) {
    const [a, b] = [word.slice(0, at), word.slice(at)];
    if (dictionary.count(a) > 0 && dictionary.count(b) > 0)
      options.add(dictionary.count(a) < dictionary.count(b) ? a : b);
  }
}

function expression(group: Group, last: boolean, word: string, dictionary: Dictionary): string {
  const options = group.options.map(quoted);
  // A beginning of which there are more completions than are listed is looked up as one, if not of too much.
  if (
    last &&
    word.length >= 3 &&
    group.options.length >= MOST_OPTIONS &&
    !group.corrected &&
    dictionary.beginning(word) <= MOST_BEGINNING
  )
    options.push(`${quoted(word)}:*`);
  return options.length === 1 ? options[0]! : `(${options.join('|')})`;
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

  const groups: Entry[] = [];
  for (const [i, word] of words.entries()) {
    if (word === '') continue;
    const last =
      unfinished &&
      !incode &&
      !postcode &&
      i === words.length - 1 &&
      (word === lastWord || word === 'STREET' || word === 'DRIVE' || word === 'COURT') &&
      /^[A-Z]/.test(rawLast);
    const group = groupOf(last && rawLast.length >= 2 ? word : word, last, dictionary);
    if (last && word !== rawLast) {
      for (const completion of dictionary.completions(rawLast, 4))
        if (!group.options.includes(completion)) group.options.push(completion);
    }
    if (group.options.length > 0)
      groups.push({ group, last, text: expression(group, last, rawLast, dictionary) });
    else groups.push({ group: { options: [], share: 0, corrected: true }, last, text: '' });
  }
  const number = house.house === null ? [] : [quoted(`#${house.house}`)];
  const expectedOf = (entries: readonly Entry[]): number =>
    entries.reduce((rest, entry) => rest * Math.max(entry.group.share, 1e-6), dictionary.documents) *
    (number.length > 0 ? 0.12 : 1);
  const fuzzy = groups.some((entry) => entry.group.corrected);
  let useful = groups.filter((entry) => entry.text !== '').sort((a, b) => a.group.share - b.group.share);
  const finished = useful.filter((entry) => !entry.last);
  const typing = finished.length > 0 && finished.length < useful.length;
  // Where the rest leaves few documents, a beginning of very many words tells nothing that likeness does not.
  const tellsLittle =
    typing &&
    expectedOf(finished) <= FEW &&
    (rawLast.length <= 2 ||
      (dictionary.count(lastWord) === 0 && dictionary.beginning(rawLast) > MOST_BEGINNING));
  if (tellsLittle) useful = finished;
  const parts = useful.map((entry) => entry.text);
  if (postcodePrefix)
    parts.push(quoted(postcodePrefix.split(' ')[0]!), incode.length > 0 ? `${quoted(incode)}:*` : '');
  const present = parts.filter((part) => part !== '');
  const expected = expectedOf(useful);
  const left =
    useful.length >= 2
      ? useful.map((_, skip) =>
          useful
            .filter((__, i) => i !== skip)
            .map((entry) => entry.text)
            .join('&'),
        )
      : [];
  return {
    words: [...number, ...present].join('&'),
    before_last: typing && !tellsLittle ? [...number, ...finished.map((entry) => entry.text)].join('&') : '',
    relaxed:
      left.length > 0 ? left.map((one) => `(${[...number, one].join('&')})`).join('|') : present.join('&'),
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
    common: !postcode && !postcodePrefix && expected > COMMON_FROM,
    vague: !postcode && !postcodePrefix && expected > VAGUE_FROM,
    bare:
      (postcode !== null || postcodePrefix !== null) &&
      useful.length === 0 &&
      house.house === null &&
      parsed.unit === null,
    match_type: fuzzy
      ? 'fuzzy'
      : unfinished && useful.some((entry) => entry.group.options.length > 1)
        ? 'prefix'
        : 'exact',
  };
}
