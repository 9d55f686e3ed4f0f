const MANY_DIGITS = /\d{16}/;
/**
 * Strings and numbers. An unclosed string is one token too; otherwise each quote in it would be tried as the start of
 * another.
 */
const TOKENS = /"(?:[^"\\]|\\.)*(?:"|$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const LONG_INTEGER = /^-?\d{16,}$/;

/**
 * Parses JSON without losing digits: a whole number that JavaScript would round, such as an identifier of 18 digits,
 * becomes text. Throws as JSON.parse does.
 */
export function exactJson(text: string): unknown {
  if (!MANY_DIGITS.test(text)) return JSON.parse(text);
  return JSON.parse(
    text.replace(TOKENS, (token) =>
      LONG_INTEGER.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
    ),
  );
}

const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;
/** A backslash with what it escapes, so that an escaped backslash is not taken for the start of an escape. */
const ESCAPE = /\\(?:u(d[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2})|u(0000|d[89a-f][0-9a-f]{2})|.)/gis;

/**
 * Parses JSON like `exactJson`, without what PostgreSQL cannot store: NULs and lone surrogates, which remain when a
 * program cuts a text.
 */
export function storableJson(text: string): unknown {
  if (!UNSTORABLE.test(text)) return exactJson(text);
  return exactJson(
    text.replace(ESCAPE, (whole, _pair?: string, bad?: string) => (bad === undefined ? whole : '')),
  );
}
