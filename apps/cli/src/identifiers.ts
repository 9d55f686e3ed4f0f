import { InvalidArgumentError } from 'commander';

/** An id as the commands print it; PostgreSQL would refuse any other text with a message of its own. */
export function uuid(text: string): string {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text))
    throw new InvalidArgumentError('It must be an id such as 6f1c2f8e-0d6b-4c62-9f5e-3a1f7d2b9c10.');
  return text;
}

/** A day of the calendar, which 2027-02-30 is not. */
export function day(text: string): string {
  const at = new Date(`${text}T00:00:00Z`);
  if (!Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text) return text;
  throw new InvalidArgumentError('It must be a day such as 2027-06-30.');
}

/** A UPRN as it is typed. */
export function uprn(text: string): string {
  if (/^\d{1,12}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be 1 to 12 digits.');
}
