import { type ParseState, SEVERAL, type UnitUse } from '../read/parse-state.ts';

/** Words before the number of a home, and of what is none. UNIT and SUITE may be either. */
export const HOMES = /^(FLATS?|APARTMENTS?|MAISONETTE|PENTHOUSE|STUDIO|BEDSIT)$/;
const BUSINESSES = /^(SHOP|OFFICE)$/;
const IN_HOME = /^ROOMS?$/;
/** UNIT 30, SUITE 2 is suite 2 of it. */
const IN_UNIT = /^(SUITE|OFFICE|STUDIO)$/;

/** What the words before two units say of them: a room of a flat is a room, a flat of an office a home. */
export function useWith(known: UnitUse | null, word: string): UnitUse | null {
  if (known === 'room' || IN_HOME.test(word)) return 'room';
  if (HOMES.test(word)) return 'home';
  if (BUSINESSES.test(word)) return known === 'home' ? known : 'business';
  if (word === 'SUITE') return known === 'unit' ? 'suite' : (known ?? 'suite');
  return /^UNITS?$/.test(word) ? (known ?? 'unit') : known;
}

/**
 * Adds what a further word says to what is known of the unit. A room is written first, as in ROOM 4, FLAT 3, so that
 * ROOM 3, FLAT 4 is another. FLAT 1, FLAT 2 are two homes.
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
 * The further units of FLATS 1 AND 3, UNIT A & B, UNITS A-C: as a range if they are in a row, else each of them. `at`
 * is the place of the last.
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
