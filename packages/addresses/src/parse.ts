import { tokenise } from './normalise.ts';
import { isScottishPostcode } from './postcode.ts';
import {
  BUILDING_TYPES,
  COUNTIES,
  DEPENDENTS,
  LEADING_STREET_TYPES,
  NUMBER_WORDS,
  POSITIONS,
  STOREY_CODES,
  STOREYS,
  STREET_TYPES,
  UNIT_WORDS,
  WEAK_STREET_TYPES,
  WELSH_LINKS,
} from './words.ts';

export type Relation = 'rear_of' | 'adjoining' | 'opposite' | 'land' | 'part_of' | 'above' | 'site';

/** A house number or a range of them. `to` and `to_suffix` are null unless it is a range. */
export interface HouseNumber {
  from: number;
  suffix: string;
  to: number | null;
  to_suffix: string;
}

/** The parts of an address. Every text is in the normalised spelling; what is not there is null or empty. */
export interface ParsedAddress {
  postcode: string | null;
  relation: Relation | null;
  /** Canonical: `1`, `B`, `2A`, `ANNEXE`, `F2P1` for the Scottish 2F1; empty where a unit is said but not which. */
  unit: string | null;
  /** Storeys named, 0 for ground, -1 for below, 99 for the topmost. */
  floors: number[];
  /** L, R, F, B or C where a storey is divided. */
  position: string | null;
  number: HouseNumber | null;
  /** What the number stands before: the street, or the name of a building. */
  number_of: 'street' | 'building' | null;
  building: string[];
  street: string[];
  /** Locality, town and county. */
  tail: string[];
  locality: string | null;
  town: string | null;
}

const NUMERIC = /^([0-9]{1,5})([A-Z]?)(?:-([0-9]{1,5})([A-Z]?))?$/;
const UNIT_ID = /^(?:[0-9]{1,5}[A-Z]{0,2}|[A-Z]|[A-Z][0-9]{1,4}[A-Z]?|[0-9]{1,4}[A-Z]?-[0-9]{1,4}[A-Z]?)$/;
const SLASHED = /^([0-9]{1,3}|G|B|LG)\/([0-9]{1,3}|[LRFBC])$/;
const STOREY_FLAT = /^([0-9]{1,2}|B|G|T|P|LG)F([0-9]{1,2}|L|R|LR|RL|B|F|C)$/;
const STOREY_SIDE = /^([0-9])([FS])([LR])$|^([1-9]|T|G)(?:FL)?([LR])$/;
const OPEN_UNIT_WORDS = /^(SHOP|OFFICE|STUDIO|SUITE|CARAVAN|CHALET|PITCH)$/;
const HALF = 'HALF';

const slashedStorey = (text: string): string =>
  text === 'G' ? '0' : text === 'B' || text === 'LG' ? '-1' : text;

function numberOf(word: string): HouseNumber | null {
  const found = NUMERIC.exec(word);
  if (!found) return null;
  const from = Number(found[1]);
  const suffix = found[2]!;
  if (found[3] === undefined) return { from, suffix, to: null, to_suffix: '' };
  let to = Number(found[3]);
  // The short form 102-4 stands for 102-104.
  if (to < from && found[3].length < found[1]!.length) {
    const long = Number(found[1]!.slice(0, found[1]!.length - found[3].length) + found[3]);
    if (long > from) to = long;
  }
  return { from, suffix, to, to_suffix: found[4]! };
}

function stripZeros(id: string): string {
  return id.replace(/^([A-Z]?)0+(?=[0-9])/, '$1');
}

interface Walk {
  words: string[];
  parts: number[];
  used: boolean[];
}

function take(walk: Walk, from: number, to: number): void {
  for (let i = from; i < to; i += 1) walk.used[i] = true;
}

function readRelation(walk: Walk): Relation | null {
  const { words } = walk;
  for (let i = 0; i < words.length; i += 1) {
    const next = words[i + 1];
    switch (words[i]) {
      case 'REAR':
      case 'BEHIND':
        if (next === 'OF' || words[i] === 'BEHIND') {
          const start = i >= 2 && words[i - 1] === 'THE' ? i - 1 : i;
          take(walk, start, words[i] === 'BEHIND' ? i + 1 : i + 2);
          if (words[start - 1] === 'TO' || words[start - 1] === 'AT') take(walk, start - 1, start);
          if (words[0] === 'LAND') take(walk, 0, words[1] === 'AT' || words[1] === 'TO' ? 2 : 1);
          return 'rear_of';
        }
        break;
      case 'LAND':
        if (
          i === 0 &&
          !words.slice(1, 5).includes('REAR') &&
          (next === 'AT' || next === 'ADJOINING' || next === 'OFF' || next === 'TO' || next === 'NEAR')
        ) {
          take(walk, 0, 2);
          if (words[2] === 'TO' || words[2] === 'ADJOINING') walk.used[2] = true;
          return next === 'ADJOINING' || words[2] === 'ADJOINING' ? 'adjoining' : 'land';
        }
        break;
      case 'ADJOINING':
        take(walk, i, next === 'TO' ? i + 2 : i + 1);
        return 'adjoining';
      case 'OPPOSITE':
        take(walk, i, i + 1);
        return 'opposite';
      case 'ABOVE':
      case 'OVER':
        if (i < 5 && (i === 0 || walk.words.slice(0, i).some((word) => UNIT_WORDS.has(word)))) {
          take(walk, i, i + 1);
          return 'above';
        }
        break;
      case 'PART':
        if (i === 0 && next === 'OF') {
          take(walk, 0, 2);
          return 'part_of';
        }
        break;
      case 'SITE':
        if (i < 3 && (next === 'OF' || next === 'AT')) {
          take(walk, 0, i + 2);
          return 'site';
        }
        break;
      default:
    }
  }
  return null;
}

/** Storeys such as FIRST AND SECOND FLOORS, LOWER GROUND, GFF, TOP FLAT; only where FLOOR or a unit stands by. */
function readFloors(walk: Walk): { floors: number[]; position: string | null; flatSaid: boolean } {
  const { words, used } = walk;
  const floors: number[] = [];
  let position: string | null = null;
  let flatSaid = false;
  for (let i = 0; i < words.length && i < 10; i += 1) {
    if (used[i]) continue;
    const word = words[i]!;
    const code = STOREY_CODES.get(word);
    if (code !== undefined && i < 4) {
      floors.push(code);
      used[i] = true;
      if (word.endsWith('FF') || words[i + 1] === 'FLAT') flatSaid = true;
      if (words[i + 1] === 'FLAT' && !UNIT_ID.test(words[i + 2] ?? '')) used[i + 1] = true;
      continue;
    }
    if (word === 'FLOOR' || word === 'LEVEL') {
      const next = words[i + 1] ?? '';
      const storey =
        STOREYS.get(next) ?? (/^[0-9]{1,2}$/.test(next) && words[i + 2] ? Number(next) : undefined);
      if (
        storey !== undefined &&
        (i === 0 || words[i - 1] === 'FLAT' || walk.parts[i - 1] !== walk.parts[i])
      ) {
        floors.push(storey);
        take(walk, i, i + 2);
      }
      continue;
    }
    const storey = STOREYS.get(word);
    if (storey === undefined) continue;
    let end = i + 1;
    const found = [storey];
    while (words[end] === 'AND' || STOREYS.has(words[end] ?? '')) {
      const more = STOREYS.get(words[end]!);
      if (more !== undefined) found.push(more);
      end += 1;
    }
    const before = i > 0 && !used[i - 1] ? words[i - 1]! : '';
    const lower = word === 'GROUND' && before === 'LOWER';
    const closes = words[end] === 'FLOOR';
    const beforeUnit = UNIT_WORDS.has(words[end] ?? '');
    const afterUnit = UNIT_WORDS.has(before);
    const said = closes || (word === 'BASEMENT' && i < 4) || lower;
    const besideFlat =
      (word === 'GROUND' || word === 'TOP' || word === 'BASEMENT' || word === 'ATTIC') &&
      (beforeUnit || afterUnit);
    if (!said && !besideFlat) continue;
    floors.push(...(lower ? [-1] : found));
    if (lower || (word === 'GROUND' && before === 'UPPER')) used[i - 1] = true;
    if (closes) end += 1;
    take(walk, i, end);
    const side = POSITIONS.get(words[end] ?? '');
    if (side && (words[end]!.length > 1 || end < words.length - 1) && words[end + 1] !== 'OF') {
      position = side;
      used[end] = true;
      end += 1;
    }
    if (UNIT_WORDS.has(words[end] ?? '') && !UNIT_ID.test(words[end + 1] ?? '')) {
      used[end] = true;
      flatSaid = true;
    } else if (UNIT_WORDS.has(words[end] ?? '') && NUMERIC.test(words[end + 1] ?? '')) {
      // FIRST FLOOR FLAT 21 X ROAD: the number is the house unless another number follows it.
      const another = words.slice(end + 2, end + 6).some((later) => NUMERIC.test(later));
      if (!another) {
        used[end] = true;
        flatSaid = true;
      }
    }
    i = end - 1;
  }
  return { floors, position, flatSaid };
}

function scottishUnit(word: string): string | null {
  const slashed = SLASHED.exec(word);
  if (slashed) return `F${slashedStorey(slashed[1]!)}P${slashed[2]}`;
  const flat = STOREY_FLAT.exec(word);
  if (flat) {
    const storey = flat[1] === 'G' ? '0' : flat[1] === 'B' || flat[1] === 'LG' ? '-1' : flat[1]!;
    return `F${storey}P${flat[2]}`;
  }
  return null;
}

function readUnit(walk: Walk, scottish: boolean): string | null {
  const { words, parts, used } = walk;
  let unit: string | null = null;
  const limit = Math.min(words.length, 14);
  for (let i = 0; i < limit; i += 1) {
    if (used[i]) continue;
    const word = words[i]!;
    if (DEPENDENTS.has(word) && (i < 3 || words[i + 1] === 'AT' || words[i + 1] === 'TO')) {
      // A building may be named after what it was, so only where no type of building follows directly.
      if (BUILDING_TYPES.has(words[i + 1] ?? '') || STREET_TYPES.has(words[i + 1] ?? '')) continue;
      used[i] = true;
      if (words[i - 1] === 'THE') used[i - 1] = true;
      let end = i + 1;
      if (words[end] === 'SPACE') used[end++] = true;
      let id = '';
      if (
        /^[0-9]+$/.test(words[end] ?? '') &&
        words.slice(end + 1, end + 4).some((later) => NUMERIC.test(later))
      ) {
        id = words[end]!;
        used[end] = true;
      }
      if (words[end] === 'AT' || words[end] === 'TO' || words[end] === 'OF') used[end] = true;
      unit = `${unit ? `${unit}/` : ''}${word}${id}`;
      continue;
    }
    if (!UNIT_WORDS.has(word)) continue;
    const kind = words[i - 1] ?? '';
    if (word === 'FLAT' && i === 1 && /^(UPPER|LOWER|GARDEN|FRONT|REAR|BACK|LEFT|RIGHT)$/.test(kind)) {
      take(walk, 0, 2);
      unit = kind;
      continue;
    }
    // AMELIA APARTMENTS, 181 X ROAD: a name goes before, so the word closes the name of a building.
    if (/S$/.test(word) && i > 0 && !used[i - 1] && parts[i - 1] === parts[i] && !NUMERIC.test(kind))
      continue;
    // THE CORNER SHOP 36 X ROAD is a shop at number 36.
    if (
      OPEN_UNIT_WORDS.test(word) &&
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
    let id: string | null = scottishUnit(next);
    if (id === null && scottish) {
      const side = STOREY_SIDE.exec(next);
      if (side)
        id = `F${side[1] ?? (side[4] === 'T' ? '99' : side[4] === 'G' ? '0' : side[4])}P${side[3] ?? side[5]}`;
    }
    if (id === null && UNIT_ID.test(next)) id = stripZeros(next);
    if (id === null && NUMBER_WORDS.has(next)) id = NUMBER_WORDS.get(next)!;
    // A name such as SHOP or OFFICE inside a building's name is no unit.
    if (id === null) {
      if ((word === 'FLAT' || word === 'MAISONETTE' || word === 'STUDIO' || word === 'PENTHOUSE') && i < 3) {
        used[i] = true;
        unit ??= word === 'FLAT' ? '' : word;
        const side = POSITIONS.get(next);
        if (side && next.length > 1 && word === 'FLAT') {
          used[at] = true;
          unit = next;
        }
      }
      continue;
    }
    take(walk, i, at + 1);
    if (word === 'PENTHOUSE') id = `PENTHOUSE${id}`;
    if (
      /^[0-9]+$/.test(id) &&
      /^[A-Z]$/.test(words[at + 1] ?? '') &&
      !used[at + 1] &&
      parts[at + 1] === parts[at]
    ) {
      id += words[at + 1];
      used[at + 1] = true;
    }
    unit = unit ? `${unit}/${id}` : id;
  }
  return unit;
}

/** A unit written without its word: `2F1 12 X`, `1/2, 45 X`, `B, 24 X`, `3 24 X`, `UPPER FLAT`. */
function readBareUnit(walk: Walk, scottish: boolean, other: boolean): string | null {
  const { words, parts, used } = walk;
  for (let i = 0; i < words.length && i < 6; i += 1) {
    if (used[i]) continue;
    const slashed = SLASHED.exec(words[i]!);
    if (!slashed) {
      const id = STOREY_FLAT.test(words[i]!) ? scottishUnit(words[i]!) : null;
      if (id) {
        used[i] = true;
        return id;
      }
      const side = scottish ? STOREY_SIDE.exec(words[i]!) : null;
      if (side) {
        used[i] = true;
        return `F${side[1] ?? (side[4] === 'T' ? '99' : side[4] === 'G' ? '0' : side[4])}P${side[3] ?? side[5]}`;
      }
      continue;
    }
    const another = words.some((word, at) => at !== i && !used[at] && NUMERIC.test(word) && at < i + 4);
    const a = Number(slashed[1]);
    const b = Number(slashed[2]);
    if (another) {
      used[i] = true;
      return `F${slashedStorey(slashed[1]!)}P${slashed[2]}`;
    }
    if (Number.isNaN(a) || Number.isNaN(b)) continue;
    if (scottish) {
      // Edinburgh writes the flat after the house number.
      words[i] = slashed[1]!;
      return stripZeros(slashed[2]!);
    }
    if (b > a) {
      words[i] = `${a}-${b}`;
      return null;
    }
    words[i] = slashed[2]!;
    return stripZeros(slashed[1]!);
  }
  const open: number[] = [];
  for (let i = 0; i < words.length && open.length < 3; i += 1) if (!used[i]) open.push(i);
  const [first, second] = open;
  if (first === undefined || second === undefined) return null;
  const word = words[first]!;
  const next = words[second]!;
  if (/^[A-Z][0-9]{0,3}$/.test(word) && NUMERIC.test(next)) {
    used[first] = true;
    return stripZeros(word);
  }
  if (!NUMERIC.test(word)) {
    return null;
  }
  if (NUMERIC.test(next)) {
    const a = Number.parseInt(word, 10);
    const b = Number.parseInt(next, 10);
    const range =
      parts[first] === parts[second] &&
      /^[0-9]+$/.test(word) &&
      /^[0-9]+[A-Z]?$/.test(next) &&
      b > a &&
      b - a <= 8;
    // 14 16 X ROAD is more likely a range where both are odd or both even, and flat 14 of 16 else.
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
function joinBareRange(walk: Walk, unit: string | null): void {
  if (unit === null) return;
  const { words, parts, used } = walk;
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

interface Span {
  building: [number, number] | null;
  street: [number, number] | null;
  end: number;
}

/** Where the street's name ends within words[from, to), or -1; `from` may itself be a Welsh leading type. */
function streetEnd(words: string[], from: number, to: number): number {
  if (LEADING_STREET_TYPES.has(words[from]!) && to - from > 1) {
    if (!STREET_TYPES.has(words[from + 1]!) && !WEAK_STREET_TYPES.has(words[from + 1]!)) {
      let end = from + 2;
      while (end < to && (WELSH_LINKS.has(words[end - 1]!) || WELSH_LINKS.has(words[end]!))) end += 1;
      return end;
    }
  }
  const reach = Math.min(to, from + 6);
  for (let i = from; i < reach; i += 1) {
    const word = words[i]!;
    const strong = STREET_TYPES.has(word);
    if (!strong && !WEAK_STREET_TYPES.has(word)) continue;
    if (i === from && i + 1 < reach) {
      // PARK ROAD, GATE LANE: the word is part of the name.
      const follows = words.slice(i + 1, Math.min(reach, i + 3));
      if (follows.some((later) => STREET_TYPES.has(later) || WEAK_STREET_TYPES.has(later))) continue;
      if (!strong) continue;
    }
    let end = i + 1;
    const onward = words.slice(end, Math.min(reach, end + 2)).findIndex((later) => STREET_TYPES.has(later));
    if (!strong && onward !== -1) end += onward + 1;
    else if (end < reach && STREET_TYPES.has(words[end]!)) end += 1;
    if (end < to && /^(NORTH|SOUTH|EAST|WEST|UPPER|LOWER)$/.test(words[end]!) && (strong || end + 1 === to))
      end += 1;
    return end;
  }
  return -1;
}

/** The end of a building's name in words[from, to), where a name of a building closes before any street does. */
function buildingEnd(words: string[], from: number, to: number): number {
  for (let i = from; i < Math.min(to, from + 5); i += 1) {
    const word = words[i]!;
    if (BUILDING_TYPES.has(word) && (i > from || word === 'TY' || word === 'PLAS')) return i + 1;
    if (STREET_TYPES.has(word) && i > from) return -1;
  }
  return -1;
}

function partEnd(parts: number[], from: number): number {
  let end = from;
  while (end < parts.length && parts[end] === parts[from]) end += 1;
  return end;
}

/** Splits the words after the number (or the whole, where there is none) into building, street and the rest. */
function readNames(
  words: string[],
  parts: number[],
  from: number,
  numbered: boolean,
  unitSaid: boolean,
): Span {
  const n = words.length;
  if (from >= n) return { building: null, street: null, end: n };
  const here = partEnd(parts, from);
  const single = here === n;
  const building = buildingEnd(words, from, here);
  const spareParts = new Set(parts.slice(here)).size;

  if (building !== -1 && building < here) {
    const street = streetEnd(words, building, here);
    if (street !== -1 && street - building >= 2) {
      return { building: [from, building], street: [building, street], end: street };
    }
    const whole = streetEnd(words, from, here);
    if (numbered && whole !== -1) return { building: null, street: [from, whole], end: whole };
  }
  if (building === here && !single) {
    const end = partEnd(parts, here);
    const street = streetEnd(words, here, end);
    // 5 SUN COURT, VILLAGE, TOWN is a street; 10 CHATER HOUSE, WELLAND PLACE, TOWN is a building in one.
    if (street !== -1) return { building: [from, here], street: [here, street], end: street };
    if (unitSaid && spareParts >= 2) return { building: [from, here], street: [here, end], end };
    const type = words[here - 1]!;
    if (numbered && (WEAK_STREET_TYPES.has(type) || STREET_TYPES.has(type))) {
      return { building: null, street: [from, here], end: here };
    }
    return { building: [from, here], street: null, end: here };
  }
  const street = streetEnd(words, from, here);
  // CHURCH VIEW, THE GREEN: a name without a number before a street is a building's, whatever its last word.
  if (!numbered && !single && street === here && !STREET_TYPES.has(words[here - 1]!)) {
    const end = partEnd(parts, here);
    const next = streetEnd(words, here, end);
    if (next !== -1) return { building: [from, here], street: [here, next], end: next };
    if (spareParts >= 3 || unitSaid) return { building: [from, here], street: [here, end], end };
  }
  if (street !== -1) {
    if (numbered || street - from <= 3) {
      if (!numbered && street - from > 2 && !single) {
        return { building: null, street: [from, street], end: street };
      }
      return { building: null, street: [from, street], end: street };
    }
    return { building: [from, street - 2], street: [street - 2, street], end: street };
  }
  if (building !== -1) {
    const next = single ? building : here;
    const after = streetEnd(words, next, single ? n : partEnd(parts, next));
    if (after !== -1) return { building: [from, next], street: [next, after], end: after };
    return { building: [from, building], street: null, end: building };
  }
  if (numbered) {
    if (!single && here - from <= 4) {
      // A number before a name without a type, then a street in the next part: the name is a building's.
      const end = partEnd(parts, here);
      const next = spareParts >= 2 || unitSaid ? streetEnd(words, here, end) : -1;
      if (next === end && STREET_TYPES.has(words[next - 1]!)) {
        return { building: [from, here], street: [here, next], end: next };
      }
      return { building: null, street: [from, here], end: here };
    }
    const length = words[from] === 'THE' || words[from] === 'ST' ? 2 : 1;
    return { building: null, street: [from, Math.min(n, from + length)], end: Math.min(n, from + length) };
  }
  if (!single) {
    const end = partEnd(parts, here);
    const next = streetEnd(words, here, end);
    if (next !== -1) return { building: [from, here], street: [here, next], end: next };
    return { building: [from, here], street: null, end: here };
  }
  const short = Math.min(n, from + 2);
  return { building: [from, short], street: null, end: short };
}

const BARE_PAIR = /(?:^|[\s,])([0-9]+) +([0-9]+)[A-Z]? +[A-Za-z]{2}/;

/**
 * The readings of a text: one, or two where `16 18 X ROAD` may be a range as well as flat 16 of number 18.
 */
export function readings(address: string, postcode?: string | null): ParsedAddress[] {
  const first = parseAddress(address, postcode);
  const pair = BARE_PAIR.exec(address);
  if (!pair) return [first];
  const gap = Number(pair[2]) - Number(pair[1]);
  return gap > 0 && gap <= 8 ? [first, parseAddress(address, postcode, true)] : [first];
}

/**
 * Reads an address into its parts by rule: numbers, units, storeys, relation and postcode for certain, the names
 * as well as their types allow. `postcode` is the caller's, which wins over one inside the text. `other` takes
 * the less likely reading of two bare numbers, see `readings`.
 */
export function parseAddress(address: string, postcode?: string | null, other = false): ParsedAddress {
  const tokens = tokenise(address, postcode);
  const scottish = tokens.postcode !== null && isScottishPostcode(tokens.postcode);
  const walk: Walk = { words: tokens.words, parts: tokens.parts, used: tokens.words.map(() => false) };
  for (let i = 0; i < walk.words.length; i += 1) {
    if (
      walk.words[i] === 'NUMBER' &&
      /^[0-9]/.test(walk.words[i + 1] ?? '') &&
      !UNIT_WORDS.has(walk.words[i - 1] ?? '')
    ) {
      walk.used[i] = true;
    }
    if (walk.words[i] === 'AND' && i === 0) walk.used[i] = true;
  }
  const relation = readRelation(walk);
  const { floors, position, flatSaid } = readFloors(walk);
  let unit = readUnit(walk, scottish);
  if (unit === null || unit === '') {
    const bare = readBareUnit(walk, scottish, other);
    if (bare !== null) unit = bare;
  }
  if (unit === null && flatSaid) unit = '';

  joinBareRange(walk, unit);
  const words: string[] = [];
  const parts: number[] = [];
  const numbers: Array<{ at: number; number: HouseNumber }> = [];
  let half = false;
  for (let i = 0; i < walk.words.length; i += 1) {
    if (walk.used[i]) continue;
    const word = walk.words[i]!;
    const number = numberOf(word);
    if (number) {
      numbers.push({ at: words.length, number });
      continue;
    }
    if (word === HALF && numbers.length > 0 && numbers.at(-1)!.at === words.length) {
      half = true;
      continue;
    }
    words.push(word);
    parts.push(walk.parts[i]!);
  }

  let number: HouseNumber | null = null;
  let from = 0;
  let numberAt = -1;
  if (numbers.length > 0) {
    let pick = 0;
    if (numbers.length > 1 && numbers[1]!.at - numbers[0]!.at <= 5) {
      if (unit === null || unit === '') {
        if (numbers[0]!.at === 0 && numbers[0]!.number.to === null) {
          unit = `${numbers[0]!.number.from}${numbers[0]!.number.suffix}`;
          pick = 1;
        }
      } else {
        pick = numbers[1]!.at < words.length ? 1 : 0;
      }
    }
    number = numbers[pick]!.number;
    numberAt = numbers[pick]!.at;
    from = numberAt;
    if (half) number = { ...number, suffix: `${number.suffix}½` };
    if (from >= words.length) from = 0;
  } else if (NUMBER_WORDS.has(words[0] ?? '') && words.length > 2 && STREET_TYPES.has(words[2] ?? '')) {
    number = numberOf(NUMBER_WORDS.get(words.shift()!)!);
    parts.shift();
    numberAt = 0;
  }

  const names = readNames(words, parts, from, number !== null, unit !== null);
  const building = names.building ? words.slice(...names.building) : [];
  const street = names.street ? words.slice(...names.street) : [];
  let numberOfWhat: 'street' | 'building' | null = number ? 'street' : null;
  if (number && names.building && from === numberAt && words.length > 0) {
    numberOfWhat = 'building';
  }
  const leading = from > 0 ? words.slice(0, from) : [];
  // A number alone before the name of a building is the unit of that building.
  if (numberOfWhat === 'building' && number && unit === null && number.to === null && names.street) {
    unit = `${number.from}${number.suffix}`;
    number = null;
    numberOfWhat = null;
  }
  const tail = words.slice(names.end);
  const tailParts = parts.slice(names.end);
  const { locality, town } = readTail(tail, tailParts);
  if (!number && unit === '' && floors.length === 0) unit = null;
  if ((unit === null || unit === '') && floors.length === 1 && position) unit = `F${floors[0]}P${position}`;
  return {
    postcode: tokens.postcode,
    relation,
    unit,
    floors,
    position,
    number,
    number_of: numberOfWhat,
    building: leading.length > 0 ? [...leading, ...building] : building,
    street,
    tail,
    locality,
    town,
  };
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

const SUFFIX_OF_UNIT = /^[A-Z]$/;

/**
 * One key per premises within a postcode: unit, then number and street, or the building's name where there is no
 * number. `24B X ROAD` and `FLAT B, 24 X ROAD` have the same key. Two addresses with one key and postcode are
 * the same premises; a key is empty where the address holds too little to say.
 */
export function identityKey(parsed: ParsedAddress): string {
  if (parsed.relation !== null) return '';
  let unit = parsed.unit ?? '';
  if (unit === '' && parsed.floors.length > 0)
    unit = `S${[...parsed.floors].sort((a, b) => a - b).join('S')}${parsed.position ?? ''}`;
  const { number } = parsed;
  if (number) {
    let house = `${number.from}`;
    if (number.to !== null) house = `${number.from}${number.suffix}-${number.to}${number.to_suffix}`;
    else if (number.suffix !== '') {
      if (unit === '' && SUFFIX_OF_UNIT.test(number.suffix)) unit = number.suffix;
      else house += number.suffix;
    }
    const where = parsed.number_of === 'building' ? parsed.building : parsed.street;
    return where.length === 0 ? '' : `${unit}|${house}|${where.join('')}`;
  }
  const name = parsed.building.length > 0 ? parsed.building : unit === '' ? [] : parsed.street;
  if (name.length === 0) return '';
  // FLAT 3 OAK COURT and 3 OAK COURT are written for each other, so the one number stands in one place.
  const single = /^([0-9]+)([A-Z]?)$/.exec(unit);
  return single ? `${single[2]}|${single[1]}|${name.join('')}` : `${unit}||${name.join('')}`;
}
