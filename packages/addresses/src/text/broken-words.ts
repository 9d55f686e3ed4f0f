/** Words that end names of streets and houses. OCR often inserts a space inside them. */
const WORDS =
  'ROAD STREET AVENUE LANE DRIVE CRESCENT CLOSE TERRACE PLACE SQUARE GROVE HOUSE COURT COTTAGE'.split(' ');
/** Second piece of a broken word -> first piece -> the whole word. */
const PIECES = new Map<string, Map<string, string>>();
for (const word of WORDS)
  for (let at = 1; at < word.length; at += 1) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    PIECES.set(second, (PIECES.get(second) ?? new Map()).set(first, word));
  }

/** Word without its last letter -> that letter, for OAK STREE T. GARDENS is no such word, so GARDEN S is not joined. */
export const LAST_LETTER: ReadonlyMap<string, string> = new Map(
  [...WORDS, 'PARK', 'WALK', 'GREEN', 'HILL', 'VIEW', 'MEWS'].map((word) => [
    word.slice(0, -1),
    word.at(-1)!,
  ]),
);

/** Joins OAK S TREET and OAK RO AD to OAK STREET and OAK ROAD, in place. */
export function joinBrokenWords(words: string[], parts: number[]): void {
  for (let i = 2; i < words.length; i += 1) {
    const whole = parts[i] === parts[i - 1] ? PIECES.get(words[i]!)?.get(words[i - 1]!) : undefined;
    if (whole === undefined) continue;
    words.splice(i - 1, 2, whole);
    parts.splice(i, 1);
  }
}
