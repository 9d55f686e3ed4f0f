import { mendUnitWords } from '../text/mend-unit-words.ts';
import { type Tokens, tokenise } from '../text/normalise.ts';
import { type Spelling, spellingOf } from '../text/spelling.ts';
import { COUNTIES, NUMBERED_NAMES, POSITIONS, STREET_TYPES, UNIT_WORDS } from '../text/words.ts';
import { type HouseNumber, numberInWords, type ParseState, take, type UnitUse } from './parse-state.ts';
import { endOfBusiness } from './read-business.ts';
import { readKind } from './read-kind.ts';
import { readNames, type Span } from './read-names.ts';
import { pickNumber, readNumbers } from './read-numbers.ts';
import { type Relation, readRelation } from './read-relation.ts';
import { readFloors } from './read-storeys.ts';
import { joinBareRange, readBareUnit, readUnit } from './read-unit.ts';

/** The parts of an address. Every text is in normalised spelling; missing parts are null or empty. */
export interface ParsedAddress {
  postcode: string | null;
  relation: Relation | null;
  /**
   * Canonical: `1`, `B`, `2A`, `ANNEXE`, `F2P1` for the Scottish 2F1; empty if a unit is mentioned without its name.
   */
  unit: string | null;
  unit_use: UnitUse | null;
  /** Whether the building is a business with a number in its name (CAFE 21), which is no house number. */
  of_business: boolean;
  /** Storeys named, 0 for ground, -1 for below, 99 for the topmost. */
  floors: number[];
  /** L, R, F, B or C if a storey is divided. */
  position: string | null;
  /** Words that may mean premises other than the numbered house: COACH HOUSE of THE COACH HOUSE, 12 OAK ROAD. */
  kind: string | null;
  number: HouseNumber | null;
  /** What the number counts: the homes of a street, or of a building. */
  number_of: 'street' | 'building' | null;
  building: string[];
  street: string[];
  /** Locality, town and county. */
  tail: string[];
  locality: string | null;
  town: string | null;
  /**
   * For premises without a number: how many words of the tail are in the part of the name, as UPCS in `X CENTRE -
   * UPCS`.
   */
  after_name: number;
  /**
   * How many words of the tail are in the street's part, if it is not the last: GARDENS of OAK ROAD GARDENS, XANBURY.
   */
  after_street: number;
  /** Numbers that belong to no other field: the 2 of FLAT 1 2, 12 OAK ROAD. */
  unread: string[];
}

/** NUMBER TEN, 12 OAK ROAD to NUMBER 10, 12 OAK ROAD. */
function writeInDigits({ words, parts, used }: ParseState): void {
  const number = words[0] === 'NUMBER' ? numberInWords(words, 1) : null;
  if (!number || parts[number.words] !== parts[0] || parts[number.words + 1] === parts[0]) return;
  words.splice(1, number.words, number.text);
  parts.splice(1, number.words - 1);
  used.splice(1, number.words - 1);
}

/** 17, A, OAK ROAD and 17, A OAK ROAD to 17A, OAK ROAD: tables with the letter in a column of its own. */
function joinLetter(state: ParseState): void {
  const { words, parts } = state;
  if (parts[1] === parts[0] || words.length < 3) return;
  if (!/^[0-9]{1,4}$/.test(words[0]!) || !/^[A-Z]$/.test(words[1]!)) return;
  // Applies to 17, A OAK ROAD, but not to 17, N OAK ROAD (a direction) or 17, A ROAD.
  const letterAlone = parts[2] !== parts[1];
  if (!letterAlone && (!LETTER_OF_HOME.test(words[1]!) || STREET_TYPES.has(words[2]!))) return;
  words[0] += words[1]!;
  drop(state, 1);
}

function drop({ words, parts, used }: ParseState, i: number): void {
  words.splice(i, 1);
  parts.splice(i, 1);
  used.splice(i, 1);
}

/** Consumes words without meaning: NUMBER before a number, AND at the start, HOUSE before a number at the start. */
function skipFillers(state: ParseState): void {
  writeInDigits(state);
  joinLetter(state);
  for (let i = 0; i < state.words.length; i += 1) {
    if (
      state.words[i] === 'NUMBER' &&
      /^[0-9]/.test(state.words[i + 1] ?? '') &&
      !UNIT_WORDS.has(state.words[i - 1] ?? '')
    ) {
      // BERTH NUMBER 5 is BERTH 5.
      if (NUMBERED_NAMES.has(state.words[i - 1] ?? '') && state.parts[i - 1] === state.parts[i]) {
        drop(state, i);
        continue;
      }
      state.used[i] = true;
      // NUMBER 10, 10 OAK ROAD gives the number twice.
      if (state.parts[i + 2] !== state.parts[i] && state.words[i + 1] === state.words[i + 2])
        state.used[i + 1] = true;
    }
    if (state.words[i] === 'AND' && i === 0) state.used[i] = true;
    if (state.words[i] === 'HOUSE' && i === 0 && /^([0-9]|NUMBER$)/.test(state.words[1] ?? ''))
      state.used[i] = true;
  }
}

function readUnitOrBare(state: ParseState, scottish: boolean, other: boolean): string | null {
  let unit = readUnit(state, scottish);
  if (unit === null || unit === '') {
    const bare = readBareUnit(state, scottish, other);
    if (bare !== null) unit = bare;
  }
  return unit;
}

/**
 * Parses an address by rules. Numbers, units, storeys, relation and postcode are reliable; the split of names relies on
 * street and building types. The argument `postcode` takes precedence over a postcode in the text.
 */
export function parseAddress(address: string, postcode?: string | null): ParsedAddress {
  return parseTokens(tokenise(address, postcode), false);
}

/** `parseAddress`, with the text in normalised spelling. */
export function parseListed(
  address: string,
  postcode: string,
): { parsed: ParsedAddress; spelling: Spelling } {
  const tokens = tokenise(address, postcode);
  // The spelling is taken first, since parsing changes the words in place.
  const spelling = spellingOf(tokens);
  return { parsed: parseTokens(tokens, false), spelling };
}

/**
 * Parses tokens, which are changed in place. `other` takes the less likely meaning of two bare numbers, see `readings`.
 */
export function parseTokens(tokens: Tokens, other: boolean): ParsedAddress {
  const { words: given, parts: partsOfGiven, scottish } = tokens;
  const state: ParseState = { words: given, parts: partsOfGiven, used: given.map(() => false), use: null };
  mendUnitWords(state.words, state.parts);
  skipFillers(state);
  const business = endOfBusiness(state);
  take(state, 0, business);
  const relation = readRelation(state);
  const kind = readKind(state);
  const { floors, position, flatSaid } = readFloors(state, scottish);
  let unit = readUnitOrBare(state, scottish, other);
  if (unit === null && flatSaid) unit = '';
  joinBareRange(state, unit);
  state.used.fill(false, 0, business);
  const rest = readNumbers(state, business);
  const { words, parts } = rest;
  const picked = pickNumber(rest, unit);
  const { from, at: numberAt, unread } = picked;
  let { number } = picked;
  unit = picked.unit;

  const names = readNames(words, parts, from, number !== null, unit !== null);
  const building = names.building ? words.slice(...names.building) : [];
  const street = names.street ? words.slice(...names.street) : [];
  let numberOfWhat: 'street' | 'building' | null = number ? 'street' : null;
  if (number && names.building && from === numberAt && words.length > 0) {
    numberOfWhat = 'building';
  }
  const leading = from > 0 ? words.slice(0, from) : [];
  // A plain number before the name of a building, with a street after it, is the unit of that building.
  if (numberOfWhat === 'building' && number && unit === null && number.to === null && names.street) {
    unit = `${number.from}${number.suffix}`;
    number = null;
    numberOfWhat = null;
  }
  let tailFrom = names.end;
  if (number && unit === null && floors.length === 0 && isLetterOfHome(words, parts, names)) {
    unit = words[tailFrom]!;
    tailFrom += 1;
  }
  const tail = words.slice(tailFrom);
  const tailParts = parts.slice(tailFrom);
  const { locality, town } = readTail(tail, tailParts);
  // FLAT QUAX, 12 OAK ROAD is not the house.
  if (number && unit === '' && relation === null && floors.length === 0 && leading.length > 0) unit = 'FLAT';
  // THE FLAT, OAK HOUSE is a part of the house.
  if (!number && unit === '' && floors.length === 0) unit = names.building ? 'FLAT' : null;
  // LEFT FLAT, FIRST FLOOR
  const side = unit && unit.length > 1 ? POSITIONS.get(unit) : null;
  if (floors.length === 1 && (side || (!unit && position))) unit = `F${floors[0]}P${side ?? position}`;
  return {
    postcode: tokens.postcode,
    relation,
    unit: withoutOwnNumber(unit, number),
    unit_use: state.use,
    of_business: business > 0,
    floors,
    position,
    kind,
    number,
    number_of: numberOfWhat,
    building: leading.length > 0 ? [...leading, ...building] : building,
    street,
    tail,
    locality,
    town,
    after_name: number === null ? wordsAfterName(parts, names.end) : 0,
    after_street: names.street ? wordsAfterStreet(parts, names.end, tailFrom) : 0,
    unread,
  };
}

/** Letters of homes. Points of the compass, the Welsh article Y and rare letters are excluded. */
const LETTER_OF_HOME = /^[A-DF-MP-RT-V]$/;

/** 12 OAK ROAD A; 12 OAK ROAD, A: a single letter after the street is the home's. */
function isLetterOfHome(words: readonly string[], parts: readonly number[], { street, end }: Span): boolean {
  if (street === null || !LETTER_OF_HOME.test(words[end] ?? '')) return false;
  const whole = parts[0] === parts.at(-1);
  return whole || parts[end + 1] !== parts[end];
}

function wordsAfterName(parts: readonly number[], end: number): number {
  // Without commas the town follows the name directly.
  if (end === 0 || parts[0] === parts.at(-1)) return 0;
  let after = end;
  while (after < parts.length && parts[after] === parts[end - 1]) after += 1;
  return after - end;
}

function wordsAfterStreet(parts: readonly number[], end: number, from: number): number {
  const part = parts[end - 1];
  if (part === parts.at(-1)) return 0;
  let after = from;
  while (parts[after] === part) after += 1;
  return after - from;
}

/** Reduces a unit that repeats the house number to its letter: `202 B 202 X ROAD`, `FLAT 202B, 202 X ROAD`. */
function withoutOwnNumber(unit: string | null, number: HouseNumber | null): string | null {
  if (unit === null || number === null || number.to !== null || number.suffix !== '') return unit;
  const letter = unit.slice(-1);
  return /[A-Z]/.test(letter) && unit === `${number.from}${letter}` ? letter : unit;
}

function readTail(tail: string[], parts: number[]): { locality: string | null; town: string | null } {
  const groups: string[][] = [];
  let last = -1;
  for (let i = 0; i < tail.length; i += 1) {
    if (parts[i] !== last) groups.push([]);
    groups.at(-1)!.push(tail[i]!);
    last = parts[i]!;
  }
  while (
    groups.length > 1 &&
    groups.at(-1)!.every((word) => COUNTIES.has(word) || word === 'WEST' || word === 'EAST')
  ) {
    groups.pop();
  }
  const town = groups.pop();
  return {
    locality: groups.length > 0 ? groups.map((group) => group.join(' ')).join(' ') : null,
    town: town ? town.join(' ') : null,
  };
}
