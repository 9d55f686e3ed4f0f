/** What ends a line beside a line feed for some readers, as Node's readline and Python's `splitlines`. */
const FURTHER_ENDS = /[\u0085\u2028\u2029]/g;

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * A line of NDJSON, of the same value, that every reader takes for one line: JSON may hold these characters as they
 * are.
 */
export const oneLine = (json: string): string => json.replace(FURTHER_ENDS, escaped);
