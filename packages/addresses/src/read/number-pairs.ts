import { GIVEN, signOfWords } from '../text/given-signs.ts';
import { MOST_IN_RANGE, NUMERIC } from './parse-state.ts';

/** 2, 4 OAK ROAD: flat 2 of number 4, or two houses. */
const HOUSES = /^\s*([0-9]+)\s*,\s*([0-9]+)(?=\s+[A-Za-z]{2})/;

/** 1 2 OAK ROAD: flat 1 of number 2, or number 12 with a space that OCR inserted. */
const SPLIT = /^\s*([1-9]) ([0-9])(?=[a-z]? +[a-z]{2})/i;
export const holdsSplitNumber = (address: string, signs: number): boolean =>
  (signs & GIVEN.two_numbers) !== 0 && SPLIT.test(address);
export const withDigitsJoined = (address: string): string => address.replace(SPLIT, '$1$2');

const NUMBERS = '([0-9]+[A-Z]?)((?: ?(?:[/,&]|, ?AND\\b|\\bAND\\b|\\bTO\\b|-) ?[0-9]+[A-Z]?)+)(?![0-9A-Z])';
const UNITS = new RegExp(`\\b((?:UNIT|SUITE|OFFICE|STUDIO|SHOP|WORKSHOP|KIOSK|BAY)S?) +${NUMBERS}`, 'i');
const UNIT_WORDS = signOfWords(`
  UNIT UNITS SUITE SUITES OFFICE OFFICES STUDIO STUDIOS SHOP SHOPS WORKSHOP WORKSHOPS KIOSK KIOSKS BAY BAYS`);
/** Words whose numbers are certainly several units. FLAT 6/7 may be a tenement door, UNIT 6/7 unit 6 of number 7. */
const SURELY_SEVERAL = new RegExp(
  `\\b((?:FLAT|APARTMENT|ROOM|UNIT|SUITE|OFFICE|STUDIO|SHOP|WORKSHOP|KIOSK|BAY)S|(?:SHOP|WORKSHOP|KIOSK|BAY)(?= [0-9]+/[0-9]+,)) +${NUMBERS}`,
  'g',
);

/**
 * The text with a range for two or more consecutive houses or units: 2, 4 OAK ROAD to 2-4 OAK ROAD. Null without such.
 */
export function withRange(address: string, signs: number): string | null {
  const houses = HOUSES.exec(address);
  if (houses && Number(houses[2]) > Number(houses[1])) return address.replace(HOUSES, '$1-$2');
  const units = signs & UNIT_WORDS ? UNITS.exec(address) : null;
  if (!units) return null;
  const [whole, word, first, others] = units;
  const range = rangeOf(first!, others!, address.slice(units.index + whole.length));
  return range === null ? null : address.replace(whole, `${word} ${range}`);
}

const PAIR = /^ ?\/ ?([0-9]+)$/;

/** UNITS 6, 7 AND 8 to UNITS 6-8, and UNITS 12/14 to UNITS 12 AND 14. `text` is in upper case. */
export function joinPlurals(text: string): string {
  return text.replace(SURELY_SEVERAL, (whole, word: string, first: string, others: string, at: number) => {
    const range = rangeOf(first, others, text.slice(at + whole.length));
    if (range !== null) return `${word} ${range}`;
    const pair = /S$/.test(word) ? PAIR.exec(others) : null;
    return pair ? `${word} ${first} AND ${pair[1]}` : whole;
  });
}

/**
 * `6-8` for 6, 7 AND 8; null if the numbers are not consecutive. In FLATS 1 AND 2, 3 OAK ROAD the last number, before
 * the street, is the house's and stays. Two numbers joined by TO or a dash need not be consecutive.
 */
function rangeOf(first: string, others: string, after: string): string | null {
  const house = /^ [A-Z]{2}/i.test(after) ? / ?, ?[0-9]+[A-Z]?$/i.exec(others) : null;
  const own = house && house.index > 0 ? others.slice(0, house.index) : others;
  const numbers = [first, ...own.match(/[0-9]+[A-Z]?/gi)!].map((text) => text.toUpperCase());
  const last = numbers.at(-1)!;
  const isRange = numbers.length === 2 && /-|TO/i.test(own) && isRising(first, last);
  if (!isRange && !numbers.every((text, i) => i === 0 || follows(numbers[i - 1]!, text))) return null;
  return `${numbers[0]}-${last}${others.slice(own.length)}`;
}

function isRising(one: string, other: string): boolean {
  const gap = Number.parseInt(other, 10) - Number.parseInt(one, 10);
  return gap > 0 && gap <= MOST_IN_RANGE;
}

/** 7 after 6, 6B after 6A. */
function follows(one: string, other: string): boolean {
  const [a, b] = [NUMERIC.exec(one), NUMERIC.exec(other)];
  if (!a || !b) return false;
  if (a[2] === '' && b[2] === '') return Number(b[1]) === Number(a[1]) + 1;
  return a[1] === b[1] && a[2] !== '' && b[2]!.charCodeAt(0) === a[2]!.charCodeAt(0) + 1;
}
