import { InvalidArgumentError } from 'commander';

/** An id as the commands print it; PostgreSQL would refuse any other text with a message of its own. */
export function uuid(text: string): string {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text))
    throw new InvalidArgumentError('It must be an id such as 6f1c2f8e-0d6b-4c62-9f5e-3a1f7d2b9c10.');
  return text;
}
