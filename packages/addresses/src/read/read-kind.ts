import {
  BUILDING_TYPES,
  DEPENDENTS,
  FIXTURES,
  MAY_BE_APART,
  STOREYS,
  STREET_TYPES,
  UNIT_WORDS,
  WHOLE_ADDRESS,
} from '../text/words.ts';
import { NUMERIC, type ParseState } from './parse-state.ts';

/**
 * Words before the kind of a building or room that describe and do not name it: THE OLD COACH HOUSE, SELF CONTAINED
 * ANNEXE.
 */
const DESCRIBES = new Set(
  'THE A CAR LOCK UP OLD NEW PROPOSED ADDITIONAL FORMER CONVERTED DETACHED SELF CONTAINED GRANNY GRANNYS GARDEN BEER HAND GATE REAR FRONT BACK SIDE DOUBLE SINGLE STATIC TOURING TIMBER WOODEN LOG GLAMPING CAMPING HOLIDAY GUEST STAFF LIVING RESIDENTIAL DOMESTIC OWNERS PROPRIETORS LANDLORDS LICENSEES CART TELEPHONE BEACH MANAGERS PORTERS CARETAKERS WARDENS KEEPERS GARDENERS'.split(
    ' ',
  ),
);

/** First words of kinds and fixtures, for a fast test that most words fail. */
const FIRST_WORDS = new Set([...MAY_BE_APART, ...FIXTURES].map((kind) => kind.split(' ')[0]!));

/** Words after a kind that join it to its house or to a second kind. */
const JOINS = new Set(
  'AT YN YM TO OF IN AND NUMBER REAR BEHIND SPACE SPACES BAY BLOCK CONVERSION FLAT MAISONETTE ROOM UNIT PREMISES'.split(
    ' ',
  ),
);

/** The index of the first word that describes the kind at `at`; -1 if a name precedes: POUND STORE, QUAX LODGE. */
export function startOfKind({ words, parts }: ParseState, at: number): number {
  let from = at;
  while (from > 0 && parts[from - 1] === parts[at] && DESCRIBES.has(words[from - 1]!)) from -= 1;
  const begins = from === 0 || parts[from - 1] !== parts[from] || STREET_TYPES.has(words[from - 1]!);
  return begins ? from : -1;
}

/** Whether the words [at, end) are a kind and no part of a name: GARAGE AT 12, KIOSK, 12; not BOAT YARD or SHED BAR. */
export function isKind(state: ParseState, at: number, end: number): boolean {
  return startOfKind(state, at) !== -1 && endsAsKind(state, at, end);
}

/** Whether no word follows the words [at, end) that makes them part of a name. */
function endsAsKind({ words, parts }: ParseState, at: number, end: number): boolean {
  const next = words[end];
  if (next === undefined || parts[end] !== parts[at]) return true;
  return JOINS.has(next) || NUMERIC.test(next) || /^[A-Z]$/.test(next);
}

/**
 * Whether the kind before `end` belongs to a house: THE LOFT, 12 OAK ROAD; CABIN AT OAK FARM; not THE LOFT, OAK ROAD.
 */
export function isOfHouse({ words, parts }: ParseState, end: number): boolean {
  const next = words[end];
  if (/^(AT|TO|OF|REAR|BEHIND)$/.test(next ?? '') || words.some((word) => NUMERIC.test(word))) return true;
  // OAK FARM, THE LOFT; THE LOFT, OAK FARM
  const besides = [parts[end - 1]! - 1, parts[end]];
  return besides.some((part) => BUILDING_TYPES.has(words[parts.lastIndexOf(part!)] ?? ''));
}

/** YN and YM are AT in Welsh. */
const PLACES = new Set(['AT', 'OF', 'TO', 'WITH', 'YN', 'YM']);

/** Whether the word at `i` locates something by a house number: TREE AT 12 OAK ROAD, NEIGHBOUR OF NUMBER 12. */
function placesName(state: ParseState, i: number): boolean {
  const { words, parts, used } = state;
  if (!PLACES.has(words[i]!) || used[i] || parts[i - 1] !== parts[i]) return false;
  // ROSE COTTAGE AT 12 OAK ROAD is number 12; THE COTTAGE AT 12 OAK ROAD has no name of its own.
  if (WHOLE_ADDRESS.has(words[i - 1]!)) return false;
  if (BUILDING_TYPES.has(words[i - 1]!) && startOfKind(state, i - 1) === -1) return false;
  if (!NUMERIC.test(words[words[i + 1] === 'NUMBER' ? i + 2 : i + 1] ?? '')) return false;
  return words
    .slice(0, i)
    .every((word, k) => parts[k] !== parts[i] || (!used[k] && (isOfName(word) || isDescribed(state, k))));
}

/** SHED of AGRICULTURAL SHED AT 12 OAK ROAD. */
const isDescribed = (state: ParseState, k: number): boolean =>
  DEPENDENTS.has(state.words[k]!) && startOfKind(state, k) === -1;

/** Words of a name, with a number or not (TREE T1), other than words of units, outbuildings and storeys. */
const isOfName = (word: string): boolean =>
  /^[A-Z]+[0-9]{0,3}$/.test(word) &&
  !(UNIT_WORDS.has(word) || DEPENDENTS.has(word) || STOREYS.has(word) || word === 'FLOOR');

/**
 * The kind of premises that may not be the numbered house itself: THE COACH HOUSE, 12 OAK ROAD; SHOP AT 12 OAK ROAD.
 * Published lists use such words both for the house and for a home beside it. Null without one.
 */
export function readKind(state: ParseState): string | null {
  const { words, parts, used } = state;
  for (let i = 0; i < words.length; i += 1) {
    if (i > 0 && placesName(state, i)) {
      used[i] = true;
      return words[i - 1]!;
    }
    if (!FIRST_WORDS.has(words[i]!)) continue;
    const two = `${words[i]} ${words[i + 1]}`;
    const fixture = FIXTURES.has(two) ? 2 : FIXTURES.has(words[i]!) ? 1 : 0;
    if (fixture > 0 && endsAsKind(state, i, i + fixture)) return words[i + fixture - 1]!;
    const length = MAY_BE_APART.has(two) ? 2 : MAY_BE_APART.has(words[i]!) ? 1 : 0;
    if (length === 0 || !isKind(state, i, i + length)) continue;
    const next = i + length;
    // SHOP 2, 12 OAK ROAD: the shop has a number, so `readUnit` reads it.
    if (NUMERIC.test(words[next] ?? '') && parts[next + 1] !== parts[next]) continue;
    if (!isOfHouse(state, next)) continue;
    if (words[next] === 'AT') used[next] = true;
    return length === 2 ? two : words[i]!;
  }
  return null;
}
