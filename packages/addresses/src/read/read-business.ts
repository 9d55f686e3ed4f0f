import {
  BUILDING_TYPES,
  BUSINESS_WORDS,
  DEPENDENTS,
  NUMBERED_NAMES,
  STREET_TYPES,
  UNIT_WORDS,
} from '../text/words.ts';
import { NUMERIC, type ParseState } from './parse-state.ts';

/** Words that say of a number beside them that it is that of premises. */
const OF_PREMISES = [BUILDING_TYPES, DEPENDENTS, NUMBERED_NAMES, STREET_TYPES, UNIT_WORDS];
/** No house has a number as high before the name of a street; BAR 1860 has a year. */
export const YEAR = /^1[0-9]{3}$|^20[0-9]{2}$/;
const HAS_DIGIT = /[0-9]/;
const DOOR = /^[0-9GB]\/[0-9LR]$/;

/**
 * The end of the first part if it is the name of a business with a number in it and that of the house follows: CAFE 21,
 * 10 OAK ROAD; 24/7 FITNESS, UNIT 3, 9 OAK ROAD; BAR 1860, 12 OAK ROAD. 0 if it is not. Without a comma the number may
 * be that of a flat: QUAX DENTAL 21 10 OAK ROAD.
 */
export function endOfBusiness({ words, parts, used }: ParseState): number {
  if (!mayBeBusiness(words, parts)) return 0;
  const end = endOfName(words, parts);
  const name = words.slice(0, end);
  if (end === 0 || !name.some((word) => HAS_DIGIT.test(word))) return 0;
  if (name.some((word, i) => used[i] && word !== 'NUMBER')) return 0;
  if (name.some((word) => OF_PREMISES.some((types) => types.has(word)) || word === 'FLOOR')) return 0;
  // 0/2 QUAX PHARMACY may be a door of the storey; 24/7 FITNESS is none.
  if (DOOR.test(name[0]!)) return 0;
  const year = end === 2 && YEAR.test(name[1]!);
  return year || name.some((word) => BUSINESS_WORDS.has(word)) ? end : 0;
}

/** Passes most addresses over at once. */
function mayBeBusiness(words: readonly string[], parts: readonly number[]): boolean {
  if (YEAR.test(words[1] ?? '')) return true;
  for (let i = 0; i < words.length && parts[i] === parts[0]; i += 1)
    if (BUSINESS_WORDS.has(words[i]!)) return true;
  return false;
}

/** Where the first part ends; 0 if no later part begins with the number of a house. */
function endOfName(words: readonly string[], parts: readonly number[]): number {
  const end = parts.findIndex((part) => part !== parts[0]);
  const isHouse = (at: number): boolean =>
    parts[at - 1] !== parts[at] && NUMERIC.test(words[at]!) && parts[at + 1] === parts[at];
  return end !== -1 && words.some((_, at) => at >= end && isHouse(at)) ? end : 0;
}
