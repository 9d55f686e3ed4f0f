/** Each digit can be read in one way only: else a long text that is no number would take minutes. */
const DECIMAL = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/**
 * Whether a text is a number as people and programs write it, for the API and the tools alike. JavaScript also reads
 * blanks as 0 and `0x2` as 2. A plus in an address is read as a blank before the number.
 */
export function isNumberText(text: string): boolean {
  return DECIMAL.test(text);
}
