import { invalidParameter } from '../errors.ts';

/** Whether a text, trimmed, has at least `least` characters, one of them a letter or digit. */
export const saysSomething = (text: string, least: number): boolean =>
  text.trim().length >= least && /[\p{L}\p{N}]/u.test(text);

/** The issue text for a value that fails `saysSomething`. */
export const besidesBlanks = (least: number): string =>
  `must have at least ${least} characters besides spaces, one a letter or digit`;

/** PostgreSQL caches 32 compiled regular expressions; with more it compiles each one again for each record. */
const MOST_WORDS = 20;

/**
 * The words of a text search; empty if `q` is absent. Throws 422 if `q` has no letter or digit, since the caller would
 * pay for a list that the search did not narrow, or for an empty one.
 */
export function wordsOf(q: string | undefined): string[] {
  if (q === undefined) return [];
  if (!saysSomething(q, 2)) throw invalidParameter('q', besidesBlanks(2));
  const words = longestOf(q.split(/\s+/).filter((word) => word !== ''));
  if (words.length > MOST_WORDS) throw invalidParameter('q', `must have at most ${MOST_WORDS} words`);
  return words;
}

/** Drops each word that is a prefix of another: a text that matches the longer word matches the shorter one too. */
function longestOf(words: string[]): string[] {
  const folded = words.map((word) => word.toLowerCase());
  return words.filter(
    (_, i) =>
      !folded.some((other, j) => i !== j && other.startsWith(folded[i]!) && (other !== folded[i] || j < i)),
  );
}

/**
 * PostgreSQL regular expressions that match words beginning with these: "room" does not match "bedroom". A word that
 * does not begin with an ASCII letter or digit matches anywhere, because databases with the C locale see no word
 * boundary before other letters.
 */
export const patternsOf = (words: readonly string[]): string[] =>
  words.map((word) => `${/^[a-z0-9]/i.test(word) ? '\\m' : ''}${word.replace(/[^\p{L}\p{N}]/gu, '\\$&')}`);

/** Escapes a text for `ilike`, so that each character stands for itself. */
export const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
