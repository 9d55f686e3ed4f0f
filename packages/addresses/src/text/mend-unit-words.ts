import { NUMERIC, UNIT_ID } from '../read/parse-state.ts';
import { withinOneEdit } from './edits.ts';
import { BUILDING_TYPES, STOREYS, STREET_TYPES, UNIT_WORDS } from './words.ts';

const NUMBERED =
  'APARTMENT PENTHOUSE MAISONETTE STUDIO SUITE UNITS PITCH CARAVAN MOORING BERTH BUNGALOW OFFICE WORKSHOP GARAGE KIOSK STALL CHALET ALMSHOUSE BUILDING HANGAR PONTOON'.split(
    ' ',
  );
/** Short ones of which a slip is hardly another word, but for these. */
const SHORT = new Set(['BERTH', 'KIOSK', 'STALL']);
const OTHER_WORDS = new Set('BERTHA BIRTH STALK STILL SMALL OFFICER'.split(' '));
const PLACED = 'GROUND FIRST SECOND THIRD FOURTH BASEMENT UPPER LOWER GARDEN'.split(' ');
const SIDES = ['LEFT', 'RIGHT'];
const FLOORS = ['FLOOR', 'FLOORS'];
const RELATIONS = ['ABOVE', 'BEHIND'];

/** Fitch, Unity, Moorings are names: of most short words only the order of letters is corrected; none is a plural. */
const meant = (word: string, of: readonly string[]): string | undefined =>
  of.find(
    (right) =>
      word[0] === right[0] &&
      word !== right &&
      word !== `${right}S` &&
      withinOneEdit(word, right) &&
      (of !== NUMBERED || right.length > 5 || SHORT.has(right) || sorted(word) === sorted(right)),
  );

const sorted = (word: string): string => [...word].sort().join('');

const isKnown = (word: string): boolean =>
  UNIT_WORDS.has(word) || STOREYS.has(word) || BUILDING_TYPES.has(word) || STREET_TYPES.has(word);

/**
 * Corrects the words that tell one home of a house from another by one slip, only where their neighbours say what they
 * are: SUTIE 3, GRUOND FLOOR, FIRST FLOER FLAT, FIRST FLOOR RIIGHT, FLAT ABOE 12. As part of a name they would be left
 * out.
 */
export function mendUnitWords(words: string[], parts: readonly number[]): void {
  for (let i = 0; i < words.length; i += 1) {
    // Few words have such a neighbour, and every address is read.
    const begins = i === 0 || parts[i - 1] !== parts[i];
    const next = words[i + 1] ?? '';
    const of = begins
      ? parts[i + 1] === parts[i]
        ? before(next)
        : null
      : after(words[i - 1]!, next, parts[i + 1] === parts[i]);
    if (of === null) continue;
    const word = words[i]!;
    if (
      word.length < 4 ||
      OTHER_WORDS.has(word) ||
      (of === PLACED && word.length < 5) ||
      isKnown(word) ||
      NUMERIC.test(word)
    )
      continue;
    const right = meant(word, of);
    if (right) words[i] = right === 'FLOORS' ? 'FLOOR' : right;
  }
}

/** What the first word of a part may be before another word. */
function before(next: string): readonly string[] | null {
  if (next === 'FLOOR' || next === 'FLAT') return PLACED;
  const code = next.charCodeAt(next.length > 1 && next.charCodeAt(0) > DIGIT_NINE ? 1 : 0);
  return code >= DIGIT_ZERO && code <= DIGIT_NINE && UNIT_ID.test(next) ? NUMBERED : null;
}
const [DIGIT_ZERO, DIGIT_NINE] = [48, 57];

/** What a word may be after another of its part; `within`: whether the next is of the part as well. */
function after(last: string, next: string, within: boolean): readonly string[] | null {
  if (last === 'FLOOR') return SIDES;
  if (last === 'FLAT') return NUMERIC.test(next) ? RELATIONS : null;
  return STOREYS.has(last) && (!within || AFTER_FLOOR.test(next)) ? FLOORS : null;
}
const AFTER_FLOOR = /^(FLAT|LEFT|RIGHT|MAISONETTE)$/;
