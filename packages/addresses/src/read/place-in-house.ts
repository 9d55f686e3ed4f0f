import { HOMES } from '../text/unit-words.ts';
import { STREET_TYPES } from '../text/words.ts';
import { NUMERIC, type ParseState, take } from './parse-state.ts';
import { isOfHouse, startOfKind } from './read-kind.ts';

/** UPPER FLAT, GARDEN FLAT: the position of a flat in its house, in place of a number. */
export const WHERE_IN_HOUSE = /^(UPPER|LOWER|GARDEN|FRONT|REAR|BACK|LEFT|RIGHT)$/;

const WINGS = /^(NORTH|SOUTH|EAST|WEST|LEFT|RIGHT)$/;

/**
 * The position in UPPER FLAT or EAST WING, if the word at index `i` ends such a phrase, which is consumed; else null.
 */
export function readPlaceInHouse(state: ParseState, i: number): string | null {
  const { words, parts } = state;
  const where = parts[i - 1] === parts[i] ? startOfKind(state, i - 1) : -1;
  if (where === -1) return null;
  const kind = words[i - 1]!;
  const wing = words[i] === 'WING' && WINGS.test(kind) && isOfHouse(state, i + 1);
  const flat = (words[i] === 'FLAT' || words[i] === 'MAISONETTE') && WHERE_IN_HOUSE.test(kind);
  if (!wing && !flat) return null;
  take(state, where, words[i + 1] === 'AT' ? i + 2 : i + 1);
  if (flat) state.use = 'home';
  return wing ? `${kind}WING` : kind;
}

/** MAIN DOOR, 12 OAK STREET: the flat of a tenement with its own door to the street. */
export function isMainDoor({ words, parts }: ParseState, i: number): boolean {
  if (words[i] !== 'MAIN' || words[i + 1] !== 'DOOR' || parts[i + 1] !== parts[i]) return false;
  if (i > 0 && parts[i - 1] === parts[i] && !STREET_TYPES.has(words[i - 1]!)) return false;
  const next = parts[i + 2] === parts[i] ? words[i + 2]! : '';
  return (next === '' || NUMERIC.test(next) || HOMES.test(next)) && words.some((word) => NUMERIC.test(word));
}

/** QUAX TEA ROOM, 12 OAK ROAD: a business, not a room of the house. */
export const isTeaRoom = ({ words, parts }: ParseState, i: number): boolean =>
  words[i] === 'ROOM' && parts[i - 1] === parts[i] && /^(TEA|COFFEE|TAP)$/.test(words[i - 1]!);

/** 12 OAK ROAD (UPPER), XANBURY: the upper flat of two. Consumes the word. */
export function readPlaceAlone({ words, parts, used }: ParseState): string | null {
  const upper = words.indexOf('UPPER');
  const at = upper === -1 ? words.indexOf('LOWER') : upper;
  if (at < 1 || used[at] || parts[at - 1] === parts[at] || parts[at + 1] === parts[at]) return null;
  const house = words.some((word, i) => parts[i] === parts[at]! - 1 && NUMERIC.test(word));
  if (house) used[at] = true;
  return house ? words[at]! : null;
}
