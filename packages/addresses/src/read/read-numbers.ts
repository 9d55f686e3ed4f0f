import {
  BUILDING_TYPES,
  COMPASS,
  LEADING_STREET_TYPES,
  NUMBERED_NAMES,
  STREET_TYPES,
  UNIT_WORDS,
  WEAK_STREET_TYPES,
} from '../text/words.ts';
import { type HouseNumber, numberInWords, numberOf, type ParseState } from './parse-state.ts';

const HALF = 'HALF';

/** After this many words a number more likely belongs to their name than to a street without a type. */
const WORDS_OF_NAME = 3;

/** Words that a house or unit number may follow. */
const ENDS_BEFORE_NUMBER = [STREET_TYPES, WEAK_STREET_TYPES, BUILDING_TYPES, UNIT_WORDS];

/** The words that no other rule has consumed, and the numbers, each with its position `at` among these words. */
export interface Rest {
  words: string[];
  parts: number[];
  numbers: Array<{
    at: number;
    number: HouseNumber;
    follows_name: boolean;
    ends_street: boolean;
    ends_part: boolean;
    /** DESK of DESK 12: the word before the number, if it may be what the number counts; null for streets and homes. */
    of: string | null;
  }>;
  /** Whether ½ follows a number. */
  half: boolean;
}

/**
 * Whether a number belongs to the name before it: BLOCK 2, OAK ROAD; CARE SERVICE 2, OAK SURGERY, 1 OAK ROAD. A house
 * number stands before or after the street, or after a building's name.
 */
function isOfName({ words, parts, used }: ParseState, i: number): boolean {
  const before = words[i - 1];
  if (before === undefined || used[i - 1] || parts[i - 1] !== parts[i] || !/^[0-9]+$/.test(words[i]!))
    return false;
  const begins = i === 1 || used[i - 2] || parts[i - 2] !== parts[i];
  // GATE 12 is a gate, but OAK GATE 12 is number 12 of a street, and OAK TOWER 12 is flat 12 of a tower.
  const closes = parts[i + 1] !== parts[i] && !STREET_TYPES.has(before) && before !== 'TOWER';
  if (NUMBERED_NAMES.has(before) && (begins || closes)) return true;
  if (i + 1 >= words.length || parts[i + 1] === parts[i] || !/^[A-Z]{3}/.test(before)) return false;
  if (ENDS_BEFORE_NUMBER.some((types) => types.has(before)) || endsStreetName(words, parts, i)) return false;
  if (i >= WORDS_OF_NAME && parts[i - WORDS_OF_NAME] === parts[i]) return true;
  return words
    .slice(i + 1)
    .some((word, k) => STREET_TYPES.has(word) && parts[i + 2 + k] !== parts[i + 1 + k]);
}

/** OAK ROAD NORTH 12, XANBURY; HEOL Y DDERWEN 12, XANBURY. */
function endsStreetName(words: readonly string[], parts: readonly number[], i: number): boolean {
  if (DIRECTIONS.has(words[i - 1]!)) return parts[i - 2] === parts[i] && STREET_TYPES.has(words[i - 2]!);
  return LEADING_STREET_TYPES.has(words[parts.indexOf(parts[i]!)]!);
}
const DIRECTIONS = new Set(COMPASS.values());

/** ROSE COTTAGE 2, OAK ROAD; QUAX COURT NO 2; OAK ESTATE 2, OAK ROAD: the number of a home within the named place. */
function followsName({ words, parts, used }: ParseState, i: number): boolean {
  const at = words[i - 1] === 'NUMBER' ? i - 2 : i - 1;
  const before = words[at] ?? '';
  if (at < 1 || used[at] || parts[at] !== parts[i] || parts[i + 1] === parts[i]) return false;
  if (BUILDING_TYPES.has(before)) return true;
  return (
    WEAK_STREET_TYPES.has(before) &&
    words.some((word, k) => parts[k] === parts[i + 1] && STREET_TYPES.has(word))
  );
}

/** STATION ROAD, 38, GREAT QUAXBY: a number that is a whole part belongs to the street before it. */
function endsStreet(state: ParseState, i: number): boolean {
  const { words, parts, used } = state;
  if (i < 2 || parts[i - 1] === parts[i] || used[i - 1] || !STREET_TYPES.has(words[i - 1]!)) return false;
  return endsPart(state, i);
}

/** Whether a number ends its part, and the next part has no street or building that the number could belong to. */
function endsPart({ words, parts }: ParseState, i: number): boolean {
  if (parts[i + 1] === parts[i]) return false;
  return !words.some(
    (word, k) => parts[k] === parts[i + 1] && (STREET_TYPES.has(word) || BUILDING_TYPES.has(word)),
  );
}

/** The value of `of` in `Rest`: the word before the number. */
function wordBefore({ words, parts, used }: ParseState, i: number): string | null {
  const before = words[i - 1];
  if (before === undefined || used[i - 1] || parts[i - 1] !== parts[i] || !/^[A-Z]{2}/.test(before))
    return null;
  return ENDS_BEFORE_NUMBER.some((types) => types.has(before)) ? null : before;
}

/** Collects the numbers and the words that no rule has consumed. The first `business` words are a business's name. */
export function readNumbers(state: ParseState, business: number): Rest {
  const words: string[] = [];
  const parts: number[] = [];
  const numbers: Rest['numbers'] = [];
  let half = false;
  for (let i = 0; i < state.words.length; i += 1) {
    if (state.used[i]) continue;
    const word = state.words[i]!;
    const number = numberOf(word);
    if (number && i >= business && !isOfName(state, i)) {
      numbers.push({
        at: words.length,
        number,
        follows_name: followsName(state, i),
        ends_street: endsStreet(state, i),
        ends_part: endsPart(state, i),
        of: wordBefore(state, i),
      });
      continue;
    }
    if (word === HALF && numbers.length > 0 && numbers.at(-1)!.at === words.length) {
      half = true;
      continue;
    }
    words.push(word);
    parts.push(state.parts[i]!);
  }
  return { words, parts, numbers, half };
}

/**
 * Picks the house number. `at` is its position and `from` that of the first word of its street or building. `unit` is
 * the unit, which may be one of the numbers. `unread` has the numbers that remain.
 */
export function pickNumber(
  { words, parts, numbers, half }: Rest,
  unitSaid: string | null,
): { number: HouseNumber | null; from: number; at: number; unit: string | null; unread: string[] } {
  const unread: string[] = [];
  let unit = unitSaid;
  let number: HouseNumber | null = null;
  let from = 0;
  let at = -1;
  if (numbers.length > 0) {
    let pick = 0;
    // The index of a number used as the unit or as part of a name, or of a repeated house number.
    let read = -1;
    if (numbers.length > 1 && numbers[1]!.at - numbers[0]!.at <= 5) {
      if (unit === null || unit === '') {
        const [first, second] = numbers as [(typeof numbers)[0], (typeof numbers)[0]];
        if (first.at === 0 && isTwice(words, first, second)) {
          pick = 1;
          read = 0;
        } else if (first.at === 0 && first.number.to === null && isAfterStreet(words, parts, second)) {
          // 22 OAK ROAD (3)
          read = 1;
          unit = textOf(second.number);
        } else if (first.number.to === null && (first.at === 0 || isPair(words, first, second))) {
          // OAK COURT 3 12 OAK ROAD, CAFE 21 12 OAK ROAD: the number next to the street is the house's.
          pick = 1;
          read = 0;
          unit = textOf(first.number);
        } else if (startsStreet(words, parts, second.at)) {
          pick = 1;
          read = 0;
        }
      } else pick = numbers[1]!.at < words.length ? 1 : 0;
    }
    const picked = textOf(numbers[pick]!.number);
    for (const [k, { number: left, of }] of numbers.entries()) {
      if (k === pick || k === read) continue;
      // 12 OAK ROAD, XANBURY, DESK 12
      if (textOf(left) !== picked) unread.push(textOf(left));
      else if (of !== null) unread.push(`${of} ${picked}`);
    }
    const { follows_name } = numbers[pick]!;
    if (follows_name && numbers.length === 1 && !unit && numbers[0]!.number.to === null) {
      const { number: own } = numbers[0]!;
      return { number: null, from: 0, at: -1, unit: `${own.from}${own.suffix}`, unread };
    }
    number = numbers[pick]!.number;
    at = numbers[pick]!.at;
    from = at;
    if (half) number = { ...number, suffix: `${number.suffix}½` };
    if (from >= words.length || numbers[pick]!.ends_street) from = 0;
  } else {
    while ((words[0] === 'NUMBER' || words[0] === 'AT') && words.length > 1) {
      words.shift();
      parts.shift();
    }
    const spelled = numberInWords(words, 0);
    if (spelled && startsShortStreet(words, parts, spelled.words)) {
      number = numberOf(spelled.text);
      words.splice(0, spelled.words);
      parts.splice(0, spelled.words);
      at = 0;
    }
  }
  return { number, from, at, unit, unread };
}

const textOf = ({ from, suffix }: HouseNumber): string => `${from}${suffix}`;

/** OAK COURT 3 12 OAK ROAD */
const isPair = (
  words: readonly string[],
  { at }: Rest['numbers'][number],
  second: Rest['numbers'][number],
): boolean => at === second.at && at < words.length;

/** 12 OAK ROAD, 12 OAK ROAD. */
function isTwice(
  words: readonly string[],
  { number: one, at: from }: Rest['numbers'][number],
  { number: other, at: to }: Rest['numbers'][number],
): boolean {
  if (one.from !== other.from || one.suffix !== other.suffix || one.to !== other.to) return false;
  return to > from && words.slice(from, to).every((word, i) => words[to + i] === word);
}

/** Whether a street or name precedes the number, and only a town or nothing follows: 22 OAK ROAD 3, XANBURY. */
function isAfterStreet(
  words: readonly string[],
  parts: readonly number[],
  { at, number, ends_part }: Rest['numbers'][number],
): boolean {
  if (number.to !== null) return false;
  // 12 OAK DENE (3), XANBURY
  if (ends_part && at > 0 && at < words.length) return true;
  if (at === words.length) return words.some((word) => STREET_TYPES.has(word));
  if (!STREET_TYPES.has(words[at - 1] ?? '')) return false;
  return !words.slice(at).some((word, k) => {
    return parts[at + k] === parts[at] && ENDS_BEFORE_NUMBER.some((types) => types.has(word));
  });
}

/** ONE OAK ROAD; TWENTY THREE OLD OAK ROAD, XANBURY; but not SEVEN SISTERS, which has no street type. */
function startsShortStreet(words: readonly string[], parts: readonly number[], at: number): boolean {
  const type = [at + 1, at + 2].find((i) => STREET_TYPES.has(words[i] ?? '') && parts[i] === parts[at]);
  return type !== undefined && (type === at + 1 || parts[type + 1] !== parts[type]);
}

/** JOE 90'S, 14 MAIN STREET: whether the number at `at` begins a part that ends with a street type. */
function startsStreet(words: readonly string[], parts: readonly number[], at: number): boolean {
  if (at === 0 || at >= words.length || parts[at - 1] === parts[at]) return false;
  let end = at;
  while (end < words.length && parts[end] === parts[at]) end += 1;
  return STREET_TYPES.has(words[end - 1]!);
}
