/** Stand in for the first and the second number of an address; no number of an address is as unlikely. */
export const STAND_INS = ['9973', '9967'] as const;

export interface Shape {
  /** The address with stand-ins for its numbers. */
  text: string;
  numbers: string[];
}

const DIGIT_0 = 48;
const DIGIT_9 = 57;
const UNSAFE_SUFFIX = 'OILR';

const isDigit = (code: number): boolean => code >= DIGIT_0 && code <= DIGIT_9;
const isLetter = (code: number): boolean => code >= 65 && code <= 90;

/**
 * What an address has in common with its neighbours: the same text but for one or two plain numbers. Addresses of
 * one shape are read alike, so the reading of the shape, its stand-ins replaced, is the reading of each of them.
 * Null for every text whose reading could hang on the value of a number (ranges, storeys, leading zeros, digits
 * within words); `address` is upper case and without its postcode.
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
  if (numbers.length === 0 || address.includes('FLOOR') || address.includes('LEVEL')) return null;
  return { text: text + address.slice(from), numbers };
}

/** A text of the shape's reading with the numbers in the place of their stand-ins. */
export function withNumbers(text: string, numbers: readonly string[]): string {
  let filled = text;
  for (let i = numbers.length - 1; i >= 0; i -= 1) filled = filled.replaceAll(STAND_INS[i]!, numbers[i]!);
  return filled;
}
