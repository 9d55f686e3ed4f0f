import { type ParseState, SEVERAL, type UnitUse } from '../read/parse-state.ts';

/** Words before the number of a home. UNIT and SUITE are in neither list, since they may be homes or businesses. */
export const HOMES = /^(FLATS?|APARTMENTS?|MAISONETTE|PENTHOUSE|STUDIO|BEDSIT)$/;
const BUSINESSES = /^(SHOP|OFFICE)$/;
const IN_HOME = /^ROOMS?$/;
/** UNIT 30, SUITE 2: the suite is within the unit. */
const IN_UNIT = /^(SUITE|OFFICE|STUDIO)$/;

/** The use of a unit after a further unit word: a room of a flat is a room; a flat of an office is a home. */
export function useWith(known: UnitUse | null, word: string): UnitUse | null {
  if (known === 'room' || IN_HOME.test(word)) return 'room';
  if (HOMES.test(word)) return 'home';
  if (BUSINESSES.test(word)) return known === 'home' ? known : 'business';
  if (word === 'SUITE') return known === 'unit' ? 'suite' : (known ?? 'suite');
  return /^UNITS?$/.test(word) ? (known ?? 'unit') : known;
}

/**
 * Adds a further unit to the unit id: ROOM 4, FLAT 3 and FLAT 3, ROOM 4 both become `4/3`, the room first. FLAT 1, FLAT
 * 2 become two homes, separated by `SEVERAL`. `kinds` are the unit words so far; `word` is appended to them.
 */
export function unitWith(unit: string | null, kinds: string[], word: string, id: string): string {
  const alike = kinds.some((kind) => kind === word || (HOMES.test(kind) && HOMES.test(word)));
  const room = IN_HOME.test(word) || (IN_UNIT.test(word) && kinds.at(-1) === 'UNIT');
  kinds.push(word);
  if (!unit) return id;
  if (alike) return unit.split(SEVERAL).includes(id) ? unit : `${unit}${SEVERAL}${id}`;
  return room ? `${id}/${unit}` : `${unit}/${id}`;
}

/**
 * Adds the further units of FLATS 1 AND 3, UNIT A & B: as a range if they are adjacent letters or joined by TO, else
 * one by one. The `at` returned is the index of the last word read.
 */
export function withFurther({ words, parts, used }: ParseState, at: number, id: string, plural: boolean) {
  const link = /^(AND|OR|TO)$/.test(words[at + 1] ?? '') ? words[at + 1]! : null;
  const next = link === null ? at + 1 : at + 2;
  const other = words[next] ?? '';
  const none = { id, at };
  if (used[next] || parts[next] !== parts[at]) return none;
  if (/^[A-Z]$/.test(id) && /^[A-Z]$/.test(other)) {
    const gap = other.charCodeAt(0) - id.charCodeAt(0);
    if (gap < 1 || (link === null && gap > 1)) return none;
    return { id: gap === 1 || link === 'TO' ? `${id}-${other}` : `${id}${SEVERAL}${other}`, at: next };
  }
  const numbers = link !== null && link !== 'TO' && /^[0-9]+$/.test(id) && /^[0-9]+$/.test(other);
  return numbers && plural ? { id: `${id}${SEVERAL}${other}`, at: next } : none;
}
