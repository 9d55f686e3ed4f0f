import { DEPENDENTS, STREET_TYPES } from '../text/words.ts';
import { NUMERIC, type ParseState, take, UNIT_ID } from './parse-state.ts';
import { isKind, isOfHouse, startOfKind } from './read-kind.ts';

const FIRST_OF_TWO = new Set(['MOBILE', 'LOCK']);
const TWO_WORDS = new Set(['MOBILE HOME', 'LOCK UP']);

/** How many words from index `i` on name something beside a house or a part of a house; 0 if none do. */
export function standsBeside(state: ParseState, i: number): number {
  const { words } = state;
  const two = FIRST_OF_TWO.has(words[i]!) && TWO_WORDS.has(`${words[i]} ${words[i + 1]}`);
  const length = two ? 2 : DEPENDENTS.has(words[i]!) ? 1 : 0;
  if (length === 0) return 0;
  const next = words[i + length] ?? '';
  if (words[i] === 'ANNEXE' && (i < 3 || next === 'AT' || next === 'TO')) return 1;
  if (isOfPark(state, i, i + length) || !isKind(state, i, i + length)) return 0;
  return isOfHouse(state, i + length) ? length : 0;
}

/** Homes of a park, numbered like its houses. */
const PARK_HOME = /^(CARAVAN|CHALET|MOORING|MOBILE|CABIN|PODS?|HUT)$/;

/** CARAVAN 2, OAK PARK is a home of the park; CARAVAN 2, 12 OAK ROAD stands beside a house. */
function isOfPark({ words, parts }: ParseState, i: number, end: number): boolean {
  const at = words[end] === 'NUMBER' ? end + 1 : end;
  return (
    PARK_HOME.test(words[i]!) &&
    parts[at] === parts[i] &&
    UNIT_ID.test(words[at]!) &&
    !STREET_TYPES.has(words[parts.lastIndexOf(parts[i]!)]!) &&
    !words.slice(at + 1, at + 4).some((later) => NUMERIC.test(later))
  );
}

/** Whether one of the next three words is a number, which may be the house's. */
export const hasHouseAfter = ({ words }: ParseState, i: number): boolean =>
  words.slice(i + 1, i + 4).some((later) => NUMERIC.test(later));

/** KIOSK 1 OAK BUSINESS PARK: the number is the kiosk's, not a house number. */
const isOfEstate = ({ words, parts }: ParseState, i: number): boolean =>
  words.some(
    (word, at) =>
      at > i && parts[at] === parts[i] && ESTATE_WORDS.has(word) && ESTATES.has(words[at + 1] ?? ''),
  );
const ESTATE_WORDS = new Set(['BUSINESS', 'ENTERPRISE', 'INDUSTRIAL', 'RETAIL', 'SHOPPING', 'TRADING']);
const ESTATES = new Set(['CENTRE', 'ESTATE', 'PARK']);

/** Consumes GARAGE 3 AT or PARKING SPACE 7; returns the word and its number: GARAGE3. */
export function takeBeside(state: ParseState, i: number, length: number): string {
  const { words, parts, used } = state;
  const from = startOfKind(state, i);
  take(state, from === -1 ? i : from, i + length);
  let end = i + length;
  if (words[end] === 'SPACE' || words[end] === 'BAY') used[end++] = true;
  let id = '';
  if (
    NUMERIC.test(words[end] ?? '') &&
    (parts[end + 1] !== parts[end] || hasHouseAfter(state, end) || isOfEstate(state, end))
  ) {
    id = words[end]!;
    used[end++] = true;
  }
  if (words[end] === 'CONVERSION') used[end++] = true;
  if (words[end] === 'AT' || words[end] === 'TO' || words[end] === 'OF') used[end] = true;
  return `${words[i]}${id}`;
}

/** Whether a unit is of the kind that `takeBeside` returns: ANNEXE, GARAGE3, MOBILE. */
export const isUnitBeside = (unit: string | null): boolean => {
  const word = unit?.replace(/[0-9].*$/, '') ?? '';
  return DEPENDENTS.has(word) || FIRST_OF_TWO.has(word);
};

const PARK = /\b(?:CARAVAN|TRAILER|RESIDENTIAL|HOLIDAY|HOMES?) PARK\b|\bPARK HOMES?\b|\bCARAVAN SITE\b/;

/** OAK CARAVAN PARK: a park that numbers its homes as pitches or plots. */
export const isPark = (words: readonly string[]): boolean => PARK.test(words.join(' '));
