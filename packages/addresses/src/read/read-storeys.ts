import { HOMES } from '../text/unit-words.ts';
import {
  BUSINESS_WORDS,
  POSITIONS,
  STOREY_CODES,
  STOREYS,
  STREET_TYPES,
  TOP_STOREY,
  UNIT_WORDS,
  WEAK_STREET_TYPES,
} from '../text/words.ts';
import { NUMERIC, type ParseState, take, UNIT_ID, type UnitUse } from './parse-state.ts';
import { isKind } from './read-kind.ts';

/** The storey of 1F or TF, if the address has a number beside it. */
function tenementStorey({ words }: ParseState, i: number): number | undefined {
  const found = /^(?:([1-9])|T)F$/.exec(words[i]!);
  if (!found || !words.some((word, at) => at !== i && NUMERIC.test(word))) return undefined;
  return found[1] ? Number(found[1]) : TOP_STOREY;
}

/** FLAT Y LLAWR CYNTAF: the flat of the first floor, with the Welsh article. */
const isTheStorey = ({ words }: ParseState, i: number): boolean =>
  /^(Y|YR|THE)$/.test(words[i - 1] ?? '') && words[i - 2] === 'FLAT';

const endsStreet = (word: string): boolean => STREET_TYPES.has(word) || WEAK_STREET_TYPES.has(word);

/** FIRST LEFT, 12 OAK STREET; GROUND RIGHT 12 OAK STREET; 12 OAK STREET FIRST LEFT, XANBURY. */
function isBeforeSide({ words, parts }: ParseState, i: number): boolean {
  const begins = i === 0 || parts[i - 1] !== parts[i];
  if (parts[i + 1] !== parts[i] || !/^(LEFT|RIGHT)$/.test(words[i + 1]!)) return false;
  if (!begins) return endsStreet(words[i - 1]!) && parts[i + 2] !== parts[i];
  return parts[i + 2] !== parts[i] || NUMERIC.test(words[i + 2]!);
}

/** FIRST FLOOR FLAT LEFT, 12 OAK STREET: whether a flat and its side stand at `at`. */
const isFlatWithSide = ({ words, parts }: ParseState, at: number): boolean =>
  HOMES.test(words[at] ?? '') &&
  parts[at + 1] === parts[at] &&
  /^(LEFT|RIGHT|FRONT|REAR|BACK)$/.test(words[at + 1]!) &&
  (parts[at + 2] !== parts[at] || NUMERIC.test(words[at + 2]!));

const isLower = (words: readonly string[], i: number): boolean =>
  words[i] === 'LOWER' && words[i + 1] === 'GROUND';

const BUSINESS =
  /^(SHOPS?|OFFICES?|SUITES?|UNITS?|ROOMS|COMMERCIAL|RETAIL|SALON|STORES?|WORKSHOP|SHOWROOM|WAREHOUSE|SURGERY)$/;

/**
 * The use that the words beside a storey give: GROUND FLOOR SHOP, FIRST FLOOR OFFICES. The name of a business before
 * the storey does not count, since it may stand in front of a flat.
 */
function useOf(before: string, after = ''): UnitUse | null {
  if (HOMES.test(after)) return 'home';
  if (BUSINESS.test(after) || BUSINESS_WORDS.has(after) || BUSINESS.test(before)) return 'business';
  return HOMES.test(before) ? 'home' : null;
}

/**
 * Reads and consumes storeys: FIRST AND SECOND FLOORS, LOWER GROUND, GFF, TOP FLAT. A word such as FIRST counts only
 * beside FLOOR, a unit word or a side. `position` is the side, `flatSaid` whether a flat was named with the storey.
 */
export function readFloors(
  state: ParseState,
  scottish: boolean,
): {
  floors: number[];
  position: string | null;
  flatSaid: boolean;
} {
  const { words, used } = state;
  const floors: number[] = [];
  let position: string | null = null;
  let flatSaid = false;
  for (let i = 0; i < words.length && i < 10; i += 1) {
    if (used[i]) continue;
    const word = words[i]!;
    const code = STOREY_CODES.get(word) ?? (scottish ? tenementStorey(state, i) : undefined);
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
        (i === 0 || words[i - 1] === 'FLAT' || isTheStorey(state, i) || state.parts[i - 1] !== state.parts[i])
      ) {
        floors.push(storey);
        take(state, isTheStorey(state, i) ? i - 1 : i, i + 2);
      }
      continue;
    }
    if ((word === 'UPPER' || word === 'LOWER') && /^(FLOOR|PARTS?)$/.test(words[i + 1] ?? '')) {
      floors.push(...(word === 'UPPER' ? [1, TOP_STOREY] : [-1, 0]));
      take(state, i, i + 2);
      continue;
    }
    const storey = STOREYS.get(word);
    if (storey === undefined) continue;
    let end = i + 1;
    const found = [storey];
    while (
      words[end] === 'AND' ||
      words[end] === 'TO' ||
      STOREYS.has(words[end] ?? '') ||
      isLower(words, end)
    ) {
      const more = isLower(words, end) ? -1 : STOREYS.get(words[end]!);
      if (more !== undefined) found.push(more);
      end += more === -1 && words[end] === 'LOWER' ? 2 : 1;
    }
    const before = i > 0 && !used[i - 1] ? words[i - 1]! : '';
    const lower = word === 'GROUND' && before === 'LOWER';
    const closes = words[end] === 'FLOOR';
    const beforeUnit = UNIT_WORDS.has(words[end] ?? '');
    const afterUnit = UNIT_WORDS.has(before);
    const namesStorey =
      closes || (found.includes(-1) && i < 4) || (word === 'ATTIC' && isKind(state, i, i + 1)) || lower;
    const besideFlat =
      (word === 'GROUND' || word === 'TOP' || word === 'BASEMENT' || word === 'ATTIC') &&
      (beforeUnit || afterUnit);
    if (!namesStorey && !besideFlat && !isBeforeSide(state, i)) continue;
    if (lower) found[0] = -1;
    floors.push(...found);
    state.use ??= useOf(before, words[closes ? end + 1 : end]);
    if (lower || (word === 'GROUND' && before === 'UPPER')) used[i - 1] = true;
    if (closes) end += 1;
    take(state, i, end);
    if (isFlatWithSide(state, end)) used[end++] = true;
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
      // FIRST FLOOR FLAT 21 X ROAD: 21 is the house number unless another number follows.
      const own = words[end + 1];
      const another = words.slice(end + 2, end + 6).some((later) => NUMERIC.test(later) && later !== own);
      if (!another) {
        used[end] = true;
        flatSaid = true;
      }
    }
    i = end - 1;
  }
  return { floors, position, flatSaid };
}
