import { withinOneEdit } from '../text/edits.ts';
import { HOMES, unitWith, useWith, withFurther } from '../text/unit-words.ts';
import { BUILDING_TYPES, STREET_TYPES, TOP_STOREY, UNIT_WORDS } from '../text/words.ts';
import {
  MOST_IN_RANGE,
  NUMERIC,
  numberInWords,
  type ParseState,
  stripZeros,
  take,
  UNIT_ID,
} from './parse-state.ts';
import { isMainDoor, isTeaRoom, readPlaceAlone, readPlaceInHouse, WHERE_IN_HOUSE } from './place-in-house.ts';
import { hasHouseAfter, standsBeside, takeBeside } from './read-beside.ts';
import { isOfHouse, startOfKind } from './read-kind.ts';

/** 2/1, G/1, 1/L: the storey and the door of a tenement. */
const SLASHED = /^([0-9]{1,3}|G|B|LG|T)\/([0-9]{1,3}|[LRFBC])$/;
/** 2F1, GF2, TFL: the same without a slash. */
const STOREY_FLAT = /^([0-9]{1,2}|B|G|T|P|LG)F([0-9]{1,2}|L|R|LR|RL|B|F|C)$/;
/** The storey and side of a tenement: 1FL, 2SR; 1L, TR, GFLL; FFL and SFR for the first and second floor. */
const STOREY_SIDE = /^([0-9])([FS])([LR])$|^([1-9]|T|G)(?:FL)?([LR])$|^([FS])F([LR])$/;
/** Whether the word may end a name: THE CORNER SHOP, QUAX SUITE; but not QUAX LTD SUITE 3 or OAK HOUSE STUDIO 2.01. */
const mayEndName = (word: string, next = ''): boolean =>
  (/^(SHOP|OFFICE|STUDIO|CARAVAN|CHALET|PITCH)$/.test(word) && !STOREY_FLAT.test(next)) ||
  (word === 'SUITE' && !NUMERIC.test(next));

/** The platform floor of a tenement, a storey between ground and first. Its doors are FPP1 and FPP2. */
const PLATFORM = 'FP';
const slashedStorey = (text: string): string =>
  text === 'G' ? '0' : text === 'B' || text === 'LG' ? '-1' : text === 'T' ? `${TOP_STOREY}` : text;

/** The canonical id of a door, the same for 0/1, 0/01 and G/1. */
const doorOfStorey = ([, storey, door]: RegExpExecArray): string =>
  `F${slashedStorey(stripZeros(storey!))}P${stripZeros(door!)}`;

function scottishUnit(word: string): string | null {
  if (word === 'PF') return PLATFORM;
  const slashed = SLASHED.exec(word);
  if (slashed) return doorOfStorey(slashed);
  const flat = STOREY_FLAT.exec(word);
  if (flat) {
    return `F${slashedStorey(flat[1]!)}P${flat[2]}`;
  }
  return null;
}

/** Reads and consumes PO BOX 72 or BFPO 52, whose number is no house number. */
function readBox(state: ParseState): string | null {
  const { words } = state;
  const forces = words.indexOf('BFPO');
  if (forces !== -1 && /^[0-9]/.test(words[forces + 1] ?? '')) {
    take(state, forces, forces + 2);
    return `BFPO${words[forces + 1]}`;
  }
  const joined = words.findIndex((word, i) => /^(POBOX|PO)$/.test(word) && NUMERIC.test(words[i + 1] ?? ''));
  if (joined !== -1 && startOfKind(state, joined) === joined) {
    take(state, joined, joined + 2);
    return `BOX${words[joined + 1]}`;
  }
  const box = words.indexOf('BOX');
  if (box < 1 || !/^[0-9]/.test(words[box + 1] ?? '')) return null;
  const from =
    words[box - 1] === 'PO' ? box - 1 : words[box - 1] === 'O' && words[box - 2] === 'P' ? box - 2 : -1;
  if (from === -1) return null;
  take(state, from, box + 2);
  return `BOX${words[box + 1]}`;
}

/** Homes in a house that an address may give without a number. */
const DWELLING = /^(FLAT|APARTMENT|MAISONETTE|PENTHOUSE|STUDIO|BEDSIT|ROOM)$/;

/** THE FLAT 12 OAK ROAD; FLAT AT 12 OAK ROAD; SHOP, 12 OAK ROAD: the only number is the house's. */
const isHouseAfter = ({ words, parts }: ParseState, i: number, at: number): boolean =>
  (parts[at] !== parts[i] || words[i + 1] === 'AT' || isTheOneOfStreet(words, parts, i)) &&
  parts[at + 1] === parts[at] &&
  NUMERIC.test(words[at]!) &&
  !words.slice(at + 1).some((word) => NUMERIC.test(word));

/** THE FLAT 12 OAK ROAD, but not THE FLAT 3 OAK COURT. */
const isTheOneOfStreet = (words: readonly string[], parts: readonly number[], i: number): boolean =>
  words[i - 1] === 'THE' && STREET_TYPES.has(words[parts.lastIndexOf(parts[i]!)]!);

/** 12 OAK ROAD FLAT; 12 OAK ROAD, THE FLAT, XANBURY. */
const followsHouse = ({ words, parts }: ParseState, at: number): boolean =>
  words.slice(0, at).some((word, i) => NUMERIC.test(word) && parts[i + 1] === parts[i]) &&
  !words.slice(at).some((word) => NUMERIC.test(word));

/** Splits FLAT 3/22 OAK ROAD into flat 3 and number 22, if no other number follows. Adds one word to the state. */
function unslash({ words, parts, used }: ParseState, at: number): void {
  const found = /^([0-9]{1,3})\/([0-9]{1,3})$/.exec(words[at]!);
  if (!found || words.slice(at + 1).some((word) => NUMERIC.test(word))) return;
  words.splice(at, 1, found[1]!, found[2]!);
  parts.splice(at, 0, parts[at]!);
  used.splice(at, 0, false);
}

/** The canonical id of the unit at index `at`; null if the word is no id. */
function unitId(state: ParseState, at: number, scottish: boolean): string | null {
  if (!scottish) unslash(state, at);
  const word = state.words[at]!;
  const next = state.words[at + 1] ?? '';
  // FLAT 1 LEFT as FLAT 1/L
  if (scottish && /^[1-9]$/.test(word) && /^(LEFT|RIGHT)$/.test(next)) {
    state.used[at + 1] = true;
    return `F${word}P${next[0]}`;
  }
  const side = scottish ? STOREY_SIDE.exec(word) : null;
  const id = scottishUnit(word) ?? (side ? sideOfStorey(side) : null);
  if (id !== null) return id;
  unslashLetters(state, at);
  const own = state.words[at]!;
  return UNIT_ID.test(own) ? stripZeros(own) : null;
}

/** Splits UNIT A/B into UNIT A B. Adds one word to the state. */
function unslashLetters({ words, parts, used }: ParseState, at: number): void {
  const found = /^([A-Z])\/([A-Z])$/.exec(words[at]!);
  if (!found) return;
  words.splice(at, 1, found[1]!, found[2]!);
  parts.splice(at, 0, parts[at]!);
  used.splice(at, 0, false);
}

function sideOfStorey([, storey, , side, short, ofShort, first, ofFirst]: RegExpExecArray): string {
  if (first) return `F${first === 'F' ? 1 : 2}P${ofFirst}`;
  return `F${storey ?? slashedStorey(short!)}P${side ?? ofShort}`;
}

/** MOBILE HOME 12, OAK PARK, OAK LANE; PARK HOME 12, OAK PARK, XANBURY. */
const isMobileHome = ({ words, parts }: ParseState, i: number): boolean =>
  /^(MOBILE|PARK)$/.test(words[i - 1] ?? '') &&
  parts[i - 1] === parts[i] &&
  parts[i - 2] !== parts[i] &&
  parts[i + 1] === parts[i] &&
  parts.at(-1)! > parts[i]! + 1 &&
  /^[0-9]/.test(words[i + 1]!);

/** FKAT 3, 12 OAK ROAD: FLAT misspelt or misread by OCR. Only before a unit id that the house number follows. */
function isMisspeltFlat({ words, parts }: ParseState, i: number): boolean {
  if (i > 0 && parts[i - 1] === parts[i]) return false;
  const word = words[i]!;
  if (word.length < 3 || word.length > 5 || word === 'FLAT' || word === 'FLATS') return false;
  if (!(word[0] === 'F' || word.endsWith('LAT'))) return false;
  if (parts[i + 1] !== parts[i] || !UNIT_ID.test(words[i + 1]!) || !withinOneEdit(word, 'FLAT')) return false;
  // FIAT 3, OAK COURT
  if (MISREAD.has(word) && parts[i + 2] !== parts[i]) return true;
  return words.slice(i + 2, i + 5).some((later) => NUMERIC.test(later));
}

/** FLAT as OCR misreads it. */
const MISREAD = new Set(['FIAT', 'FLAI', 'FLAL', 'FIAL']);

/**
 * The unit id after a word such as FLAT: with the word if it is not a flat's (PLOT, PITCH), and with a letter after it.
 */
function ownId(state: ParseState, at: number, word: string, id: string): string {
  const { words, parts, used } = state;
  // The number of a plot on a building site differs from that of the house built on it.
  if (word === 'PENTHOUSE' || (word === 'PLOT' && /^[0-9]/.test(id))) return `${word}${id}`;
  // PITCH 2, 12 OAK ROAD is not flat 2 of number 12; PITCH 2, OAK PARK may be number 2 of the park.
  if (word === 'PITCH' && hasHouseAfter(state, at)) return `${word}${id}`;
  const letter = words[at + 1] ?? '';
  if (!/^[0-9]+$/.test(id) || !/^[A-Z]$/.test(letter) || used[at + 1] || parts[at + 1] !== parts[at])
    return id;
  used[at + 1] = true;
  return id + letter;
}

/** OAK HOUSE STUDIO 2, OAK ROAD: a building's name precedes the word, and the number ends the part. */
const isOfBlockBefore = ({ words, parts }: ParseState, i: number): boolean =>
  BUILDING_TYPES.has(words[i - 1] ?? '') &&
  NUMERIC.test(words[i + 1] ?? '') &&
  parts[i + 1] === parts[i] &&
  parts[i + 2] !== parts[i];

/** STATIC CARAVAN 12, OAK PARK is CARAVAN 12: words that describe such a unit are consumed with it. */
const ON_PITCH = /^(CARAVAN|CHALET)$/;

/** Whether a type of building or street stands at `i`, in the part of the word before it. */
const isOfType = ({ words, parts }: ParseState, i: number): boolean =>
  parts[i - 1] === parts[i] && (BUILDING_TYPES.has(words[i] ?? '') || STREET_TYPES.has(words[i] ?? ''));

/**
 * Reads and consumes the unit after a word such as FLAT, in canonical form; empty if no id follows; null without a
 * word.
 */
export function readUnit(state: ParseState, scottish: boolean): string | null {
  const { words, parts, used } = state;
  let unit = readBox(state) ?? readPlaceAlone(state);
  let place: string | null = null;
  const kinds: string[] = [];
  for (let i = 0; i < Math.min(words.length, 14); i += 1) {
    if (used[i]) continue;
    const word = isMisspeltFlat(state, i) ? 'FLAT' : words[i]!;
    const beside = standsBeside(state, i);
    // A building may be named after its former use: GARAGE COURT. In GARAGE, COURT FARM the name begins after it.
    if (beside > 0 && !isOfType(state, i + 1)) {
      unit = `${unit ? `${unit}/` : ''}${takeBeside(state, i, beside)}`;
      continue;
    }
    if (word === 'MAIN' && isMainDoor(state, i)) {
      take(state, i, HOMES.test(words[i + 2] ?? '') ? i + 3 : i + 2);
      unit ??= 'MAINDOOR';
      continue;
    }
    if (!UNIT_WORDS.has(word) && word !== 'WING' && word !== 'HOME') continue;
    const kind = words[i - 1] ?? '';
    const begin = startOfKind(state, i);
    const where = readPlaceInHouse(state, i);
    if (where !== null) {
      place = where;
      continue;
    }
    if (word === 'WING' || (word === 'HOME' && !isMobileHome(state, i))) continue;
    // STUDIO FLAT 3
    if (DWELLING.test(word) && HOMES.test(words[i + 1] ?? '') && UNIT_ID.test(words[i + 2] ?? '')) {
      used[i] = true;
      continue;
    }
    if (begin > 0 && DWELLING.test(word) && parts[i + 1] !== parts[i] && followsHouse(state, begin)) {
      take(state, begin, i + 1);
      unit ??= word;
      continue;
    }
    // AMELIA APARTMENTS, 181 X ROAD: a name precedes, so the word ends the name of a building.
    if (/S$/.test(word) && i > 0 && !used[i - 1] && parts[i - 1] === parts[i] && !NUMERIC.test(kind))
      continue;
    if (isTeaRoom(state, i)) continue;
    // THE CORNER SHOP 36 X ROAD is a shop at number 36.
    if (
      mayEndName(word, words[i + 1]) &&
      !isOfBlockBefore(state, i) &&
      (begin === -1 || !isOfHouse(state, i + 1)) &&
      i > 0 &&
      !used[i - 1] &&
      parts[i - 1] === parts[i] &&
      !NUMERIC.test(kind)
    )
      continue;
    let at = i + 1;
    if (words[at] === 'NUMBER') at += 1;
    const next = words[at];
    if (next === undefined || used[at]) {
      if (i < 3) {
        used[i] = true;
        unit ??= '';
      }
      continue;
    }
    let house = at;
    while (words[house] === 'AT' || words[house] === 'NUMBER') house += 1;
    if (isHouseAfter(state, i, house)) {
      take(state, begin === -1 ? i : begin, house);
      unit ??= DWELLING.test(word) || word === 'PLOT' || word === 'PITCH' ? word : '';
      continue;
    }
    let id = unitId(state, at, scottish);
    if (id === null) {
      const number = numberInWords(words, at);
      id = number?.text ?? null;
      for (let more = 1; more < (number?.words ?? 0); more += 1) used[at++] = true;
    }
    // A word such as SHOP or OFFICE inside a building's name is no unit.
    if (id === null) {
      if ((word === 'FLAT' || word === 'MAISONETTE' || word === 'STUDIO' || word === 'PENTHOUSE') && i < 3) {
        take(state, begin === -1 ? i : begin, i + 1);
        unit ??= word === 'FLAT' && !NUMERIC.test(kind) ? '' : word;
        if (WHERE_IN_HOUSE.test(next) && word === 'FLAT') {
          used[at] = true;
          unit = next;
        }
      }
      continue;
    }
    ({ id, at } = withFurther(state, at, id, word.endsWith('S')));
    take(state, word === 'HOME' ? i - 1 : ON_PITCH.test(word) && begin !== -1 ? begin : i, at + 1);
    state.use = useWith(state.use, word);
    id = ownId(state, at, word, id);
    unit = unitWith(unit, kinds, word, id);
  }
  if (words.includes('THE')) takeArticle(state);
  if (place === null) return unit;
  return unit !== null && COUNTED.test(unit) ? `${unit}/${place}` : place;
}

/** A unit with a number or letter, as in FLAT 6, WEST WING, to which the wing is added. */
const COUNTED = /^(?:[A-Z]?[0-9]|[A-Z]$)/;

/** Consumes the article of THE APARTMENT 6, QUAX HALL if nothing else is left of its part. */
function takeArticle({ words, parts, used }: ParseState): void {
  const at = words.indexOf('THE');
  if (used[at] || parts[at - 1] === parts[at] || parts[at + 1] !== parts[at]) return;
  if (words.every((_, i) => i === at || parts[i] !== parts[at] || used[i])) used[at] = true;
}

/**
 * Reads and consumes a unit without a word: `2F1 12 X`, `1/2, 45 X`, `B, 24 X`, `3 24 X`. `other` takes the less likely
 * meaning of two numbers. Null without such a unit.
 */
export function readBareUnit(state: ParseState, scottish: boolean, other: boolean): string | null {
  const { words, parts, used } = state;
  for (let i = 0; i < words.length && i < 6; i += 1) {
    if (used[i]) continue;
    const slashed = SLASHED.exec(words[i]!);
    if (!slashed) {
      const coded = STOREY_FLAT.test(words[i]!) || (scottish && words[i] === 'PF');
      const id = coded ? scottishUnit(words[i]!) : null;
      if (id) {
        used[i] = true;
        return id;
      }
      const side = scottish ? STOREY_SIDE.exec(words[i]!) : null;
      if (side) {
        used[i] = true;
        return sideOfStorey(side);
      }
      continue;
    }
    const another = words.some((word, at) => at !== i && !used[at] && NUMERIC.test(word) && at < i + 4);
    const a = Number(slashed[1]);
    const b = Number(slashed[2]);
    if (another) {
      used[i] = true;
      return doorOfStorey(slashed);
    }
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    if (scottish) {
      // In Edinburgh the flat is written after the house number.
      words[i] = slashed[1]!;
      return stripZeros(slashed[2]!);
    }
    if (b > a && b - a <= MOST_IN_RANGE && !other) {
      words[i] = `${a}-${b}`;
      return null;
    }
    // 3/72 and 72/3 are likelier flat 3 of number 72 than flat 72 of number 3.
    const first = b > a ? slashed[1]! : slashed[2]!;
    const second = b > a ? slashed[2]! : slashed[1]!;
    const swapped = other && (b <= a || b - a > MOST_IN_RANGE);
    words[i] = swapped ? first : second;
    return stripZeros(swapped ? second : first);
  }
  const open: number[] = [];
  for (let i = 0; i < words.length && open.length < 3; i += 1) if (!used[i]) open.push(i);
  const [first, second] = open;
  if (first === undefined || second === undefined) return null;
  const word = words[first]!;
  const next = words[second]!;
  // B 12 X ROAD and B12 QUAY HOUSE have a unit; A1 MOTORS and A5 OLD MILL LANE do not.
  const named = (type: string, k: number): boolean =>
    BUILDING_TYPES.has(type) &&
    parts[second + 1 + k] === parts[first] &&
    !STREET_TYPES.has(words[second + 2 + k] ?? '');
  const inBlock = /^[A-Z][0-9]{1,3}$/.test(word) && words.slice(second + 1, second + 4).some(named);
  if (inBlock || (/^[A-Z][0-9]{0,3}$/.test(word) && NUMERIC.test(next))) {
    used[first] = true;
    return stripZeros(word);
  }
  if (!NUMERIC.test(word)) return null;
  if (NUMERIC.test(next)) {
    const a = Number.parseInt(word, 10);
    const b = Number.parseInt(next, 10);
    const range =
      parts[first] === parts[second] &&
      /^[0-9]+$/.test(word) &&
      /^[0-9]+[A-Z]?$/.test(next) &&
      b > a &&
      b - a <= 8;
    // 14 16 X ROAD is more likely a range if both are odd or both even, and flat 14 of 16 otherwise.
    if (range && ((b - a) % 2 === 0) !== other) {
      words[second] = `${word}-${next}`;
      used[first] = true;
      return null;
    }
    used[first] = true;
    return stripZeros(word);
  }
  return null;
}

/** `FLAT 4 181 183 ROMFORD ROAD`: two rising numbers side by side after the unit are a range. */
export function joinBareRange(state: ParseState, unit: string | null): void {
  if (unit === null) return;
  const { words, parts, used } = state;
  for (let i = 0; i + 2 < words.length; i += 1) {
    if (used[i] || used[i + 1] || parts[i] !== parts[i + 1]) continue;
    const a = /^[0-9]+$/.test(words[i]!) ? Number(words[i]) : Number.NaN;
    const b = /^[0-9]+$/.test(words[i + 1]!) ? Number(words[i + 1]) : Number.NaN;
    if (b > a && b - a <= 20) {
      words[i + 1] = `${a}-${b}`;
      used[i] = true;
      return;
    }
  }
}
