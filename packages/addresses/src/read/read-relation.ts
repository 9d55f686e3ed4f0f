import { STREET_TYPES, UNIT_WORDS } from '../text/words.ts';
import { type ParseState, take } from './parse-state.ts';

export type Relation = 'rear_of' | 'adjoining' | 'opposite' | 'land' | 'part_of' | 'above' | 'below' | 'site';

/** Words after LAND that give its position, so that a number after them is a neighbour's. */
const BESIDE_LAND =
  /^(AT|ADJOINING|OFF|TO|NEAR|BETWEEN|ON|BESIDE|OPPOSITE|FRONTING|NORTH|SOUTH|EAST|WEST|GER|YN|YM|WRTH|GYFERBYN)$/;

const isNumbered = (word: string | undefined): boolean => /^[0-9]/.test(word ?? '');

/** 12 OAK ROAD (ABOVE) */
const standsLast = ({ words, parts }: ParseState, i: number): boolean =>
  i > 1 && i === words.length - 1 && parts[i - 1] !== parts[i];

/** 12 OAK ROAD ABOVE, XANBURY; 12 OAK ROAD, ABOVE, XANBURY */
const isBehindStreet = ({ words, parts }: ParseState, i: number): boolean =>
  parts[i + 1] !== parts[i] && STREET_TYPES.has(words[i - 1] ?? '') && words.slice(0, i).some(isNumbered);

/** ABOVE 12 OAK ROAD, FLAT OVER 12 OAK ROAD, 12 OAK ROAD ABOVE. */
const isAbove = (state: ParseState, i: number): boolean =>
  standsLast(state, i) ||
  isBehindStreet(state, i) ||
  leadsToFirstNumber(state.words, i) ||
  (i < 5 && (i === 0 || state.words.slice(0, i).some((word) => UNIT_WORDS.has(word))));

/** 12 (PART) OAK ROAD */
const standsApart = ({ words, parts }: ParseState, i: number): boolean =>
  isNumbered(words[i - 1]) && parts[i - 1] !== parts[i] && parts[i + 1] !== parts[i];

/** REAR 12 OAK ROAD; 12 OAK ROAD, REAR; but not the REAR FLAT or FIRST FLOOR REAR. */
function isRear({ words, parts }: ParseState, i: number): boolean {
  const before = words[i - 1];
  if (isNumbered(words[i + 1]))
    return before === undefined || !(before === 'FLOOR' || UNIT_WORDS.has(before));
  if (before === undefined) return false;
  if (parts[i + 1] === parts[i] || /^(FLOOR|THE)$/.test(before) || UNIT_WORDS.has(before)) return false;
  return parts[i - 1] !== parts[i] || STREET_TYPES.has(before) || endsNumbered(words, parts, i);
}

/** 12 OAK GARDENS REAR, 12 THE PADDOCKS REAR: the last word of a part that begins with the number. */
function endsNumbered(words: readonly string[], parts: readonly number[], i: number): boolean {
  const first = parts.indexOf(parts[i]!);
  return isNumbered(words[first]) && i - first >= 3;
}

const SITES = new Set(['SITE', 'JUNCTION', 'BUILDING', 'BUILDINGS', 'YARD', 'CORNER']);
/** Words of SITES that need no number after them: SITE OF QUAX MILL, JUNCTION OF OAK ROAD AND 12 ELM ROAD. */
const PLACES_ALONE = new Set(['SITE', 'JUNCTION']);

/** SITE OF 12 OAK ROAD, OAK ROAD JUNCTION WITH 12 ELM ROAD; BUILDINGS AT 12 OAK ROAD. */
function isSite({ words }: ParseState, i: number): boolean {
  if (!SITES.has(words[i]!) || i > 2) return false;
  const next = words[i + 1];
  const leads = next === 'OF' || next === 'AT' || (next === 'WITH' && words[i] === 'JUNCTION');
  return leads && (PLACES_ALONE.has(words[i]!) || isNumbered(words[i + 2]));
}

const WELSH = new Map([
  ['TIR', 'LAND'],
  ['CEFN', 'REAR'],
  ['GYFERBYN', 'OPPOSITE'],
  ['UWCHBEN', 'ABOVE'],
  ['GER', 'NEAR'],
  ['GERLLAW', 'NEAR'],
]);

/**
 * The word at index `i`, translated from Welsh if a number follows: GER 12 HEOL Y DDERWEN means NEAR. Without a number
 * it may be a name: GER Y LLAN is a house, and CEFN a village.
 */
function relationWord(words: readonly string[], i: number): string {
  const english = WELSH.get(words[i]!);
  return english && words.slice(i + 1, i + 3).some(isNumbered) ? english : words[i]!;
}

/** Consumes REAR OF, BEHIND or LAND TO THE REAR OF at index `i`; false without one. */
function takeRear(state: ParseState, i: number): boolean {
  const { words } = state;
  const next = words[i + 1];
  if (next === 'OF' || words[i] === 'BEHIND') {
    const start = i >= 2 && words[i - 1] === 'THE' ? i - 1 : i;
    take(state, start, words[i] === 'BEHIND' ? i + 1 : i + 2);
    if (words[start - 1] === 'TO' || words[start - 1] === 'AT') take(state, start - 1, start);
    if (words[0] === 'LAND') take(state, 0, words[1] === 'AT' || words[1] === 'TO' ? 2 : 1);
    return true;
  }
  if (isRear(state, i)) {
    take(state, words[i - 1] === 'AT' ? i - 1 : i, i + 1);
    return true;
  }
  return false;
}

/** Whether the first number follows the word: BENCH OUTSIDE 12 OAK ROAD, FOOTPATH BY NO 12 OAK ROAD. */
const leadsToFirstNumber = (words: readonly string[], i: number): boolean =>
  isNumbered(words[words[i + 1] === 'NUMBER' ? i + 2 : i + 1]) && !words.slice(0, i).some(isNumbered);

/** Words of ways to a house in registered titles: ACCESS ROAD TO 12 OAK ROAD. */
const WAYS = new Set(['ACCESS', 'ROADWAY', 'FOOTPATH', 'PASSAGEWAY', 'DRIVEWAY']);

/** FOOTPATH BY 12 OAK ROAD, ACCESS ROAD TO 12 OAK ROAD, NEAR OAK HOUSE. */
const isBeside = (words: readonly string[], i: number): boolean =>
  leadsToFirstNumber(words, i)
    ? words[i] !== 'TO' || WAYS.has(words[0]!)
    : i === 0 && /^(NEAR|GER|BESIDE|BETWEEN|OUTSIDE)$/.test(words[i]!);

/** LAND TO REAR AND SIDE 12 OAK ROAD, if no other relation applies. Consumes LAND and the next word. */
function takeLand(state: ParseState): boolean {
  const isLand = state.words[0] === 'LAND' && BESIDE_LAND.test(state.words[1] ?? '');
  if (isLand) take(state, 0, 2);
  return isLand;
}

/** REAR OF, LAND AT, ADJOINING and the like: the relation of the premises to the named address. */
export function readRelation(state: ParseState): Relation | null {
  const { words } = state;
  for (let i = 0; i < words.length; i += 1) {
    const next = words[i + 1];
    switch (relationWord(words, i)) {
      case 'REAR':
      case 'BEHIND':
        if (takeRear(state, i)) return 'rear_of';
        break;
      case 'LAND':
        if (i === 0 && !words.slice(1, 5).includes('REAR') && BESIDE_LAND.test(next ?? '')) {
          take(state, 0, 2);
          if (words[2] === 'TO' || words[2] === 'ADJOINING') state.used[2] = true;
          return next === 'ADJOINING' || words[2] === 'ADJOINING' ? 'adjoining' : 'land';
        }
        break;
      case 'NEXT': {
        const to = next === 'DOOR' ? i + 2 : i + 1;
        if (words[to] === 'TO') {
          take(state, i, to + 1);
          return 'adjoining';
        }
        break;
      }
      case 'BY':
      case 'FROM':
      case 'VIA':
      case 'FACING':
      case 'FRONTING':
      case 'ALONGSIDE':
      case 'NEAR':
      case 'BESIDE':
      case 'BETWEEN':
      case 'OUTSIDE':
      case 'TO':
        if (isBeside(words, i)) {
          take(state, 0, i + 1);
          return 'adjoining';
        }
        break;
      case 'BACK':
      case 'SIDE':
      case 'FRONT':
        if (i < 3 && next === 'OF' && isNumbered(words[i + 2])) {
          take(state, 0, i + 2);
          return words[i] === 'BACK' ? 'rear_of' : 'adjoining';
        }
        break;
      case 'ADJOINING':
        take(state, i, next === 'TO' ? i + 2 : i + 1);
        return 'adjoining';
      case 'OPPOSITE':
        take(state, i, next === 'A' || next === 'AG' ? i + 2 : i + 1);
        return 'opposite';
      case 'ABOVE':
      case 'OVER':
        if (isAbove(state, i)) {
          take(state, i, i + 1);
          return 'above';
        }
        break;
      case 'BELOW':
      case 'BENEATH':
      case 'UNDER':
        if (leadsToFirstNumber(words, i) || (isNumbered(next) && UNIT_WORDS.has(words[i - 1]!))) {
          take(state, i, i + 1);
          return 'below';
        }
        break;
      case 'PART':
      case 'PT':
        if (
          standsLast(state, i) ||
          standsApart(state, i) ||
          (i === 0 && (next === 'OF' || isNumbered(next)))
        ) {
          take(state, i, next === 'OF' ? i + 2 : i + 1);
          return 'part_of';
        }
        break;
      default:
        if (isSite(state, i)) {
          take(state, 0, i + 2);
          return 'site';
        }
    }
  }
  return takeLand(state) ? 'land' : null;
}
