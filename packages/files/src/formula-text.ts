/**
 * Matches characters that begin a formula, also full-width ones and after control characters, which some programs drop.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const BEGINS = /^[\u0000-\u001f\u007f-\u009f\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/**
 * Whether a spreadsheet that opens a CSV would read the text of a cell as a formula, or move its start to another cell.
 */
export const isFormula = (text: string): boolean => BEGINS.test(text);
