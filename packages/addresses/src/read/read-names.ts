import {
  BUILDING_TYPES,
  GENERIC_NAME_WORDS,
  LEADING_STREET_TYPES,
  STREET_TYPES,
  WEAK_STREET_TYPES,
  WELSH_LINKS,
} from '../text/words.ts';
import { laterStreet } from './later-street.ts';

export interface Span {
  building: [number, number] | null;
  street: [number, number] | null;
  end: number;
}

/** The end of a street's name that begins at `from`, within words[from, to); -1 without one. */
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
    if (end + 1 < to && words[end + 1] === 'PARK' && PARK_WORDS.has(words[end]!)) end += 2;
    return end;
  }
  return -1;
}

/** OAK VIEW CARAVAN PARK: words before PARK that continue the name, so that OAK VIEW is not the street. */
const PARK_WORDS = new Set(['CARAVAN', 'TRAILER', 'RESIDENTIAL', 'HOLIDAY', 'HOME', 'HOMES', 'LEISURE']);

/**
 * The end of a building's name in words[from, to); -1 if a street type comes before a building type, or neither comes.
 */
function buildingEnd(words: string[], from: number, to: number): number {
  for (let i = from; i < Math.min(to, from + 5); i += 1) {
    const word = words[i]!;
    if (BUILDING_TYPES.has(word) && i > from) return typesEnd(words, i + 1, to);
    // TY MAWR, TY MAWR FARM
    if (word === 'TY' || word === 'PLAS') return typesEnd(words, Math.min(to, i + 2), to);
    if (STREET_TYPES.has(word) && i > from) return -1;
  }
  return -1;
}

/** The end of successive building types: OLD MILL BARN, OAK FARM COTTAGES. In OAK HOUSE CHURCH LANE a street begins. */
function typesEnd(words: string[], from: number, to: number): number {
  let end = from;
  while (end < to && BUILDING_TYPES.has(words[end]!) && !isStreetType(words[end + 1])) end += 1;
  return end;
}

const isStreetType = (word = ''): boolean => STREET_TYPES.has(word) || WEAK_STREET_TYPES.has(word);

function partEnd(parts: number[], from: number): number {
  let end = from;
  while (end < parts.length && parts[end] === parts[from]) end += 1;
  return end;
}

/**
 * Reads a part as a building's name because it ends like an institution or the next part is a street: SPRING HILL
 * PRIMARY SCHOOL, EXCHANGE STREET; THE GREEN FROG, THE HOLM. Null if the part may be a street itself.
 */
function nameThenStreet(words: string[], parts: number[], from: number, here: number): Span | null {
  const last = words[here - 1]!;
  if (STREET_TYPES.has(last)) return null;
  const end = partEnd(parts, here);
  const street = streetEnd(words, here, end);
  if (street === end) return { building: [from, here], street: [here, end], end };
  const institution = here - from > 1 && (GENERIC_NAME_WORDS.has(last) || last === 'SCHOOL');
  return institution ? { building: [from, here], street: null, end: here } : null;
}

/** Splits the words after the number, or all words without a number, into building, street and the rest. */
export function readNames(
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
  if (!numbered && !single) {
    const named = nameThenStreet(words, parts, from, here);
    if (named) return named;
  }
  const names = namesFrom(words, parts, from, here, numbered, unitSaid);
  const later =
    numbered || names.street || !names.building ? null : laterStreet(words, parts, names.building);
  return later ? { building: [names.building![0], later[0]], street: later, end: later[1] } : names;
}

/** Building and street from word `from` on. `here` is the end of the part that contains the first word. */
function namesFrom(
  words: string[],
  parts: number[],
  from: number,
  here: number,
  numbered: boolean,
  unitSaid: boolean,
): Span {
  const n = words.length;
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
      // A number and a name without a type, with a street in the next part: the name is a building's.
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
