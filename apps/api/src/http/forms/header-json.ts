/** A value as JSON for a header, with every character outside printable ASCII escaped. */
export function headerJson(value: unknown): string {
  const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, escaped);
}
