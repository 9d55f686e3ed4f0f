import { invalidParameter } from '../errors.ts';

/** Whether a text says something: it has so many characters between its blanks, one of them a letter or digit. */
export const saysSomething = (text: string, least: number): boolean =>
  text.trim().length >= least && /[\p{L}\p{N}]/u.test(text);

/** What is wrong with a text that says nothing. */
export const besidesBlanks = (least: number): string =>
  `must have at least ${least} characters besides spaces, one a letter or digit`;

/** PostgreSQL keeps 32 regular expressions compiled; beyond them it compiles each anew for each record. */
const MOST_WORDS = 20;

/**
 * The words of a search in texts; none where it is not asked for. Throws 422 where there is nothing to look for, which
 * would be charged for a list that it did not narrow, or for an empty one.
 */
export function wordsOf(q: string | undefined): string[] {
  if (q === undefined) return [];
  if (!saysSomething(q, 2)) throw invalidParameter('q', besidesBlanks(2));
  const words = longestOf(q.split(/\s+/).filter((word) => word !== ''));
  if (words.length > MOST_WORDS) throw invalidParameter('q', `must have at most ${MOST_WORDS} words`);
  return words;
}

/** Without each word that is the beginning of another: a text that has the other has it too. */
function longestOf(words: string[]): string[] {
  const folded = words.map((word) => word.toLowerCase());
  return words.filter(
    (_, i) =>
      !folded.some((other, j) => i !== j && other.startsWith(folded[i]!) && (other !== folded[i] || j < i)),
  );
}

/**
 * Regular expressions of PostgreSQL that find these words, or words that begin so: a room is no bedroom. Some databases
 * know no letters but ASCII's, and so no word that begins with another.
 */
export const patternsOf = (words: readonly string[]): string[] =>
  words.map((word) => `${/^[a-z0-9]/i.test(word) ? '\\m' : ''}${word.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`);

/** A text for a pattern of `ilike`, in which each character stands for itself. */
export const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
