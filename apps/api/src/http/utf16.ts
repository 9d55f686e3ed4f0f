/** What is wrong with a body in UTF-16, after its name. */
export const UTF_16 = 'is UTF-16; send it as UTF-8';

/** Whether a document is UTF-16: by its byte order mark, or by the other half of its first character. */
export function isUtf16([first, second]: Buffer): boolean {
  return (
    (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0
  );
}
