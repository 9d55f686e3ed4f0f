/** Characters that some readers, such as Node's readline and Python's `splitlines`, also take for line ends. */
const FURTHER_ENDS = /[\u0085\u2028\u2029]/g;

const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Escapes such characters in a line of JSON, which may contain them unescaped, so that every reader sees one line. The
 * value stays the same.
 */
export const oneLine = (json: string): string => json.replace(FURTHER_ENDS, escaped);
