const MANY_DIGITS = /\d{16}/;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const WHOLE = /^-?\d{16,}$/;

/**
 * JSON with every digit of its whole numbers: one that a number would round, such as an identifier of 18 digits, comes
 * as text. Throws as JSON.parse does.
 */
export function exactJson(text: string): unknown {
  if (!MANY_DIGITS.test(text)) return JSON.parse(text);
  return JSON.parse(
    text.replace(TOKENS, (token) =>
      WHOLE.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
    ),
  );
}
