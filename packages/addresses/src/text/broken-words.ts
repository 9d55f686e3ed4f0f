/** Words that end the names of streets and houses, of which a machine that reads print leaves a space within. */
const WORDS =
  'ROAD STREET AVENUE LANE DRIVE CRESCENT CLOSE TERRACE PLACE SQUARE GROVE HOUSE COURT COTTAGE'.split(' ');
/** By the second piece of a word its first, and the word. GARDEN S and CO TTAGE beside a word of its own stay. */
const PIECES = new Map<string, Map<string, string>>();
for (const word of WORDS)
  for (let at = 1; at < word.length; at += 1) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    PIECES.set(second, (PIECES.get(second) ?? new Map()).set(first, word));
  }

/** By such a word without its last letter that letter: the T of OAK STREE T. GARDEN S stays. */
export const LAST_LETTER: ReadonlyMap<string, string> = new Map(
  [...WORDS, 'PARK', 'WALK', 'GREEN', 'HILL', 'VIEW', 'MEWS'].map((word) => [
    word.slice(0, -1),
    word.at(-1)!,
  ]),
);

/** Joins OAK S TREET and OAK RO AD, where neither piece is a word: OAK STREET, OAK ROAD. */
export function joinBrokenWords(words: string[], parts: number[]): void {
  for (let i = 2; i < words.length; i += 1) {
    const whole = parts[i] === parts[i - 1] ? PIECES.get(words[i]!)?.get(words[i - 1]!) : undefined;
    if (whole === undefined) continue;
    words.splice(i - 1, 2, whole);
    parts.splice(i, 1);
  }
}
