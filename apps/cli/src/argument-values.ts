import { resolve } from 'node:path';
import { wholeNumber } from '@domesday/open-network/settings';
import { InvalidArgumentError } from 'commander';

/** A mistake in the command line that is not the mistake of a single option or argument. */
export class WrongCommandLine extends Error {}

/** Parses an id as the commands print it. Any other text would get PostgreSQL's own error message. */
export function uuid(text: string): string {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text))
    throw new InvalidArgumentError('It must be an id such as 6f1c2f8e-0d6b-4c62-9f5e-3a1f7d2b9c10.');
  return text;
}

/** Parses a day that exists in the calendar; 2027-02-30 does not. */
export function day(text: string): string {
  if (isDay(text)) return text;
  throw new InvalidArgumentError('It must be a day such as 2027-06-30.');
}

/** Parses a month. Returns its first day, as the ledger and the monthly totals store months. */
export function month(text: string): string {
  if (/^\d{4}-\d{2}$/.test(text) && isDay(`${text}-01`)) return `${text}-01`;
  throw new InvalidArgumentError('It must be a month such as 2026-10.');
}

function isDay(text: string): boolean {
  // PostgreSQL has no year 0.
  if (text.startsWith('0000')) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
}

/** A UPRN as it is typed. */
export function uprn(text: string): string {
  if (/^\d{1,12}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be 1 to 12 digits.');
}

const YEAR_MS = 366 * 24 * 3600 * 1000;

/** Parses the name of a release. A name of digits must be a year, month or day: the age of the data is judged by it. */
export function edition(text: string): string {
  const name = text.trim();
  if (name === '') throw new InvalidArgumentError('It is empty: is a variable not set?');
  if (!/^[\d\s/.-]+$/.test(name)) return name;
  const [, year, month = '01', of_month = '01'] = /^(20\d\d)(?:-(\d\d))?(?:-(\d\d))?$/.exec(name) ?? [];
  if (year === undefined || !isDay(`${year}-${month}-${of_month}`))
    throw new InvalidArgumentError('It must be a month such as 2026-08, or a year or day.');
  // Rates of a coming year are published before it.
  if (Date.parse(`${year}-${month}-${of_month}`) > Date.now() + YEAR_MS)
    throw new InvalidArgumentError('It lies more than a year ahead.');
  return name;
}

/** Parses the name of an account; the database has the same length limit. */
export function accountName(text: string): string {
  if (text.length < 1 || text.length > 200) throw new InvalidArgumentError('A name has 1 to 200 characters.');
  return text;
}

/**
 * Returns a parser of whole numbers within bounds. It accepts decimal digits only, so an unset variable (empty text)
 * fails.
 */
export function whole(least: number, most: number, counted = ''): (text: string) => number {
  return (text) => {
    const value = wholeNumber(text);
    if (value >= least && value <= most) return value;
    const what = counted === '' ? 'a whole number' : `a whole number of ${counted}`;
    throw new InvalidArgumentError(`It must be ${what} from ${least} to ${most}.`);
  };
}

/** A number in decimal digits, with or without a fraction; NaN for any other text. */
export function decimal(text: string): number {
  return /^(\d+(\.\d+)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

/** For an option or argument that may be given several times: each value is read, and all are kept in their order. */
export function several<T>(read: (text: string) => T): (text: string, before?: T[]) => T[] {
  return (text, before = []) => [...before, read(text)];
}

/** Resolves a path from the folder in which npm was called: npm starts the command in the root of the checkout. */
export function here(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}
