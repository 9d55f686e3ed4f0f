const isSecondHalf = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

/**
 * The longest common suffix of the texts that leaves at least `least` UTF-16 code units of each. It never begins with
 * the second half of a surrogate pair.
 */
export function sharedEnd(texts: readonly string[], least = 0): string {
  let end = texts[0] ?? '';
  for (const text of texts) {
    const most = Math.min(end.length, text.length - least);
    let length = end.length <= most && text.endsWith(end) ? end.length : 0;
    while (
      length < most &&
      end.charCodeAt(end.length - 1 - length) === text.charCodeAt(text.length - 1 - length)
    )
      length += 1;
    if (length < end.length) end = end.slice(end.length - length);
  }
  return isSecondHalf(end.charCodeAt(0)) ? end.slice(1) : end;
}
