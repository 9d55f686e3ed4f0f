import {
  BUILDING_TYPES,
  BUSINESS_WORDS,
  DEPENDENTS,
  NUMBERED_NAMES,
  STREET_TYPES,
  UNIT_WORDS,
} from '../text/words.ts';
import { NUMERIC, type ParseState } from './parse-state.ts';

/** Words beside which a number belongs to premises, not to the name of a business. */
const PREMISES_WORDS = [BUILDING_TYPES, DEPENDENTS, NUMBERED_NAMES, STREET_TYPES, UNIT_WORDS];
/** BAR 1860: a year in the name of a business. House numbers this high are rare. */
export const YEAR = /^1[0-9]{3}$|^20[0-9]{2}$/;
const HAS_DIGIT = /[0-9]/;
const DOOR = /^[0-9GB]\/[0-9LR]$/;

/**
 * The number of words of the first part if it is a business with a number in its name and a house number follows: CAFE
 * 21, 10 OAK ROAD; 24/7 FITNESS, UNIT 3, 9 OAK ROAD; BAR 1860, 12 OAK ROAD. Otherwise 0. Without a comma the number may
 * be a flat's: QUAX DENTAL 21 10 OAK ROAD.
 */
export function endOfBusiness({ words, parts, used }: ParseState): number {
  if (!mayBeBusiness(words, parts)) return 0;
  const end = endOfName(words, parts);
  const name = words.slice(0, end);
  if (end === 0 || !name.some((word) => HAS_DIGIT.test(word))) return 0;
  if (name.some((word, i) => used[i] && word !== 'NUMBER')) return 0;
  if (name.some((word) => PREMISES_WORDS.some((types) => types.has(word)) || word === 'FLOOR')) return 0;
  // 0/2 QUAX PHARMACY may be a tenement door. 24/7 FITNESS has no such form.
  if (DOOR.test(name[0]!)) return 0;
  const year = end === 2 && YEAR.test(name[1]!);
  return year || name.some((word) => BUSINESS_WORDS.has(word)) ? end : 0;
}

/** A fast test that most addresses fail. */
function mayBeBusiness(words: readonly string[], parts: readonly number[]): boolean {
  if (YEAR.test(words[1] ?? '')) return true;
  for (let i = 0; i < words.length && parts[i] === parts[0]; i += 1)
    if (BUSINESS_WORDS.has(words[i]!)) return true;
  return false;
}

/** The number of words of the first part; 0 if no later part begins with a house number. */
function endOfName(words: readonly string[], parts: readonly number[]): number {
  const end = parts.findIndex((part) => part !== parts[0]);
  const isHouse = (at: number): boolean =>
    parts[at - 1] !== parts[at] && NUMERIC.test(words[at]!) && parts[at + 1] === parts[at];
  return end !== -1 && words.some((_, at) => at >= end && isHouse(at)) ? end : 0;
}
