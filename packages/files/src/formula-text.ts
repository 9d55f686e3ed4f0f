/** Signs that begin a formula, also full-width ones, behind control characters, which some spreadsheets drop. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const BEGINS = /^[\u0000-\u001f\u007f-\u009f\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** Whether a spreadsheet that opens a CSV would run the text of a cell, or move what it begins with to another one. */
export const isFormula = (text: string): boolean => BEGINS.test(text);
