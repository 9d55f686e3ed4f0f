import { withinOneEdit } from './edits.ts';
import { NUMERIC, UNIT_ID } from './parse-state.ts';
import { BUILDING_TYPES, STOREYS, STREET_TYPES, UNIT_WORDS } from './words.ts';

const NUMBERED =
  'APARTMENT PENTHOUSE MAISONETTE STUDIO SUITE UNITS PITCH CARAVAN MOORING BERTH BUNGALOW'.split(' ');
const PLACED = 'GROUND FIRST SECOND THIRD FOURTH BASEMENT UPPER LOWER GARDEN'.split(' ');
const SIDES = ['LEFT', 'RIGHT'];
const FLOORS = ['FLOOR', 'FLOORS'];
const RELATIONS = ['ABOVE', 'BEHIND'];

const meant = (word: string, of: readonly string[]): string | undefined =>
  of.find((right) => word !== right && word[0] === right[0] && withinOneEdit(word, right)) ??
  of.find((right) => word !== right && withinOneEdit(word, right));

const isKnown = (word: string): boolean =>
  UNIT_WORDS.has(word) || STOREYS.has(word) || BUILDING_TYPES.has(word) || STREET_TYPES.has(word);

/**
 * Corrects the words that tell one home of a house from another by one slip, only where their neighbours say what they
 * are: SUTIE 3, GRUOND FLOOR, FIRST FLOER FLAT, FIRST FLOOR RIIGHT, FLAT ABOE 12. As part of a name they would be left out.
 */
export function mendUnitWords(words: string[], parts: readonly number[]): void {
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i]!;
    const next = parts[i + 1] === parts[i] ? words[i + 1]! : '';
    const before = parts[i - 1] === parts[i] ? words[i - 1]! : '';
    let of: readonly string[] | null = null;
    if (word.length < 4 || isKnown(word) || NUMERIC.test(word)) continue;
    if (before === 'FLOOR') of = SIDES;
    else if (before === 'FLAT' && NUMERIC.test(next || (words[i + 1] ?? ''))) of = RELATIONS;
    else if (STOREYS.has(before) && /^(|FLAT|LEFT|RIGHT|MAISONETTE)$/.test(next)) of = FLOORS;
    else if (word.length > 4 && before === '' && (next === 'FLOOR' || next === 'FLAT')) of = PLACED;
    else if (before === '' && /[0-9]/.test(next) && UNIT_ID.test(next)) of = NUMBERED;
    const right = of && meant(word, of);
    if (right) words[i] = right === 'FLOORS' ? 'FLOOR' : right;
  }
}
