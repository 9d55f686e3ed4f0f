const MANY_DIGITS = /\d{16}/;
/** A text that is not closed is one token too: else each quote in it would be tried as the beginning of another. */
const TOKENS = /"(?:[^"\\]|\\.)*(?:"|$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const WHOLE = /^-?\d{16,}$/;

/**
 * Parses JSON without losing digits: a whole number that JavaScript would round, such as an identifier of 18 digits,
 * becomes text. Throws as JSON.parse does.
 */
export function exactJson(text: string): unknown {
  if (!MANY_DIGITS.test(text)) return JSON.parse(text);
  return JSON.parse(
    text.replace(TOKENS, (token) =>
      WHOLE.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
    ),
  );
}
