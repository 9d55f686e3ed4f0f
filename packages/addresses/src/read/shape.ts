import { endsInDistrict } from '../text/old-districts.ts';
import { YEAR } from './read-business.ts';

/** Placeholders for the first and second number of an address: numbers that real addresses hardly ever have. */
export const STAND_INS = ['9973', '9967'] as const;
const STAND_IN_VALUES: readonly number[] = STAND_INS.map(Number);

export interface Shape {
  /** The address with placeholders for its numbers. */
  text: string;
  numbers: string[];
}

const DIGIT_0 = 48;
const DIGIT_9 = 57;
const UNSAFE_SUFFIX = 'OILRF';

const isDigit = (code: number): boolean => code >= DIGIT_0 && code <= DIGIT_9;
const isLetter = (code: number): boolean => code >= 65 && code <= 90;

/** NUMBER TEN, which may be the house number. */
const NUMBER_IN_WORDS = /^ ?(?:NO|NOS|NUM|NUMBER|RHIF) [A-Z]/;

/** FLAT 1 LEFT, where 1 may be a storey. */
const SIDE_OF_STOREY = /[0-9] (?:LEFT|RIGHT)\b/;

/**
 * The shape of an address: its text with one or two plain numbers replaced by placeholders. Addresses of one shape are
 * parsed alike, so the parsed shape, with the placeholders replaced, is the result for each of them. Null for every
 * text whose parsing could depend on the value of a number (ranges, storeys, leading zeros, digits within words);
 * `address` is upper case and without its postcode.
 */
export function shapeOf(address: string): Shape | null {
  const numbers: string[] = [];
  let text = '';
  let from = 0;
  for (let i = 0; i < address.length; i += 1) {
    const code = address.charCodeAt(i);
    if (isLetter(code) || code === 32 || code === 44 || code === 39) continue;
    if (!isDigit(code)) return null;
    let end = i + 1;
    while (end < address.length && isDigit(address.charCodeAt(end))) end += 1;
    if (code === DIGIT_0 || end - i > 4 || numbers.length === 2) return null;
    if (i > 0 && address[i - 1] !== ' ') return null;
    let after = end;
    if (isLetter(address.charCodeAt(after))) {
      if (UNSAFE_SUFFIX.includes(address[after]!)) return null;
      after += 1;
    }
    if (after < address.length && address[after] !== ' ' && address[after] !== ',') return null;
    const between = address.slice(from, i);
    const number = address.slice(i, end);
    if (number === STAND_INS[0] || number === STAND_INS[1]) return null;
    if (numbers.length === 1 && !between.includes(',')) return null;
    text += between + STAND_INS[numbers.length];
    numbers.push(number);
    from = end;
    i = after - 1;
  }
  // A repeated number is parsed with its first occurrence, and consecutive numbers may be a range.
  const step = numbers.length === 2 ? Number(numbers[1]) - Number(numbers[0]) : Number.NaN;
  if (step === 0 || step === 1) return null;
  // QUAX 1860, 12 THE GREEN: a year belongs to the name of a business.
  if (numbers.length === 2 && YEAR.test(numbers[0]!)) return null;
  if (NUMBER_IN_WORDS.test(address) || SIDE_OF_STOREY.test(address)) return null;
  if (numbers.length === 0 || address.includes('FLOOR') || address.includes('LEVEL')) return null;
  if (endsInDistrict(address)) return null;
  return { text: text + address.slice(from), numbers };
}

/** The number that a placeholder stands for; other values are unchanged. */
export function ownNumber(value: number, numbers: readonly string[]): number {
  const at = STAND_IN_VALUES.indexOf(value);
  return at === -1 ? value : Number(numbers[at]);
}

/** The text with the numbers in place of the placeholders. */
export function withNumbers(text: string, numbers: readonly string[]): string {
  if (text === STAND_INS[0]) return numbers[0]!;
  let filled = text;
  for (let i = numbers.length - 1; i >= 0; i -= 1) filled = filled.replaceAll(STAND_INS[i]!, numbers[i]!);
  return filled;
}

/** The length of the address without its postcode and the commas and spaces before it. */
function endBefore(address: string, postcode: string): number {
  let end = address.length - postcode.length;
  while (end > 0 && (address[end - 1] === ' ' || address[end - 1] === ',')) end -= 1;
  return end;
}

/**
 * A parser for the addresses of one postcode that parses each shape once. `read` parses an upper-case address. `names`
 * returns the words of a result; if one contains a placeholder, each address is parsed by itself. `fill` replaces the
 * placeholders in a result with an address's numbers.
 */
export function readByShape<T>(
  postcode: string,
  read: (address: string) => T,
  names: (reading: T) => readonly string[],
  fill: (alike: T, numbers: readonly string[]) => T,
): (address: string) => T {
  const shapes = new Map<string, T | null>();
  return (address) => {
    const shape =
      postcode !== '' && address.endsWith(postcode)
        ? shapeOf(address.slice(0, endBefore(address, postcode)))
        : null;
    if (!shape) return read(address);
    let alike = shapes.get(shape.text);
    if (alike === undefined) {
      alike = read(shape.text);
      const text = names(alike).join(' ');
      if (STAND_INS.some((standIn) => text.includes(standIn))) alike = null;
      shapes.set(shape.text, alike);
    }
    return alike === null ? read(address) : fill(alike, shape.numbers);
  };
}
