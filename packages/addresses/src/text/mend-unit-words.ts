import { NUMERIC, UNIT_ID } from '../read/parse-state.ts';
import { withinOneEdit } from './edits.ts';
import { BUILDING_TYPES, STOREYS, STREET_TYPES, UNIT_WORDS } from './words.ts';

const NUMBERED =
  'APARTMENT PENTHOUSE MAISONETTE STUDIO SUITE UNITS PITCH CARAVAN MOORING BERTH BUNGALOW OFFICE WORKSHOP GARAGE KIOSK STALL CHALET ALMSHOUSE BUILDING HANGAR PONTOON'.split(
    ' ',
  );
/** Short words whose misspellings are corrected too: hardly any is another word, except OTHER_WORDS. */
const SHORT = new Set(['BERTH', 'KIOSK', 'STALL']);
const OTHER_WORDS = new Set('BERTHA BIRTH STALK STILL SMALL OFFICER'.split(' '));
const PLACED = 'GROUND FIRST SECOND THIRD FOURTH BASEMENT UPPER LOWER GARDEN'.split(' ');
const SIDES = ['LEFT', 'RIGHT'];
const FLOORS = ['FLOOR', 'FLOORS'];
const RELATIONS = ['ABOVE', 'BEHIND'];

/**
 * The word of `of` that `word` misspells. Fitch, Unity and Moorings are names, so most short words of NUMBERED must
 * have the same letters in another order, and a plural is never corrected.
 */
const nearWord = (word: string, of: readonly string[]): string | undefined =>
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
 * Corrects one typing error in a word that identifies a home within a house, in place, if a neighbouring word shows
 * what is meant: SUTIE 3, GRUOND FLOOR, FIRST FLOER FLAT, FIRST FLOOR RIIGHT, FLAT ABOE 12. Uncorrected, such a word
 * would be read as part of a name.
 */
export function mendUnitWords(words: string[], parts: readonly number[]): void {
  for (let i = 0; i < words.length; i += 1) {
    // The neighbours are checked first: few words have such a neighbour, and every address passes here.
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
    const right = nearWord(word, of);
    if (right) words[i] = right === 'FLOORS' ? 'FLOOR' : right;
  }
}

/** The words that the first word of a part may be, given the next word; null if the next word says nothing. */
function before(next: string): readonly string[] | null {
  if (next === 'FLOOR' || next === 'FLAT') return PLACED;
  const code = next.charCodeAt(next.length > 1 && next.charCodeAt(0) > DIGIT_NINE ? 1 : 0);
  return code >= DIGIT_ZERO && code <= DIGIT_NINE && UNIT_ID.test(next) ? NUMBERED : null;
}
const [DIGIT_ZERO, DIGIT_NINE] = [48, 57];

/** The words that a word may be after `last`, the word before it in its part. `within`: `next` is in the part too. */
function after(last: string, next: string, within: boolean): readonly string[] | null {
  if (last === 'FLOOR') return SIDES;
  if (last === 'FLAT') return NUMERIC.test(next) ? RELATIONS : null;
  return STOREYS.has(last) && (!within || AFTER_FLOOR.test(next)) ? FLOORS : null;
}
const AFTER_FLOOR = /^(FLAT|LEFT|RIGHT|MAISONETTE)$/;
