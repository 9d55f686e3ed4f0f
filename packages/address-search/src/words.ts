import { withinOneEdit } from '@domesday/addresses';

const MOST_SHORT = 16;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The dictionary, in memory: all words of addresses, with the number of documents that contain each. */
export interface Dictionary {
  version: number;
  documents: number;
  count(word: string): number;
  /** Number of documents with the prefix, summed over its words. */
  beginning(prefix: string): number;
  /** Known words with the prefix, the most frequent first. */
  completions(prefix: string, limit: number): string[];
  /** Known words one dropped, doubled, wrong or swapped letter away, the most frequent first. */
  corrections(word: string, limit: number): string[];
  /** Known words with a prefix one edit away from the given one, the most frequent first. */
  correctedCompletions(prefix: string, limit: number): string[];
}

/** All texts one edit away from a word: about 54 times its length. */
function* edits(word: string): Generator<string> {
  for (let i = 0; i < word.length; i += 1) {
    const before = word.slice(0, i);
    const after = word.slice(i + 1);
    yield before + after;
    if (i + 1 < word.length && word[i] !== word[i + 1])
      yield before + word[i + 1] + word[i] + word.slice(i + 2);
    for (const letter of LETTERS) {
      if (letter !== word[i]) yield before + letter + after;
      yield before + letter + word.slice(i);
    }
  }
  for (const letter of LETTERS) yield word + letter;
}

export function dictionaryOf(
  entries: ReadonlyArray<readonly [string, number]>,
  version: number,
  documents: number,
): Dictionary {
  const sorted = [...entries].sort((a, b) => (a[0] < b[0] ? -1 : 1));
  const words = sorted.map(([word]) => word);
  const counts = new Map(sorted.map(([word, count]) => [word, count]));
  const count = (word: string): number => counts.get(word) ?? 0;

  const lowerBound = (text: string): number => {
    let from = 0;
    let to = words.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (words[middle]! < text) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  const top = (found: Iterable<string>, limit: number): string[] => {
    const best: string[] = [];
    for (const word of found) {
      const n = count(word);
      if (best.length === limit && n <= count(best[limit - 1]!)) continue;
      let at = best.length;
      while (at > 0 && count(best[at - 1]!) < n) at -= 1;
      best.splice(at, 0, word);
      if (best.length > limit) best.pop();
    }
    return best;
  };
  const upTo = new Float64Array(words.length + 1);
  for (const [i, word] of words.entries()) upTo[i + 1] = upTo[i]! + counts.get(word)!;
  // Cache for prefixes of one or two letters: so many words share one that sorting them for each call would be slow.
  const short = new Map<string, string[]>();
  function* beginning(prefix: string): Generator<string> {
    for (let i = lowerBound(prefix); i < words.length && words[i]!.startsWith(prefix); i += 1)
      yield words[i]!;
  }
  return {
    version,
    documents,
    count,
    beginning: (prefix) => upTo[lowerBound(`${prefix}\uffff`)]! - upTo[lowerBound(prefix)]!,
    completions(prefix, limit) {
      if (prefix.length > 2 || limit > MOST_SHORT) return top(beginning(prefix), limit);
      let known = short.get(prefix);
      if (!known) {
        known = top(beginning(prefix), MOST_SHORT);
        short.set(prefix, known);
      }
      return known.slice(0, limit);
    },
    corrections(word, limit) {
      if (word.length < 3) return [];
      const found = new Set<string>();
      for (const edit of edits(word)) if (counts.has(edit)) found.add(edit);
      return top(found, limit);
    },
    correctedCompletions(prefix, limit) {
      if (prefix.length < 4) return [];
      const found = new Set<string>();
      for (const edit of edits(prefix)) {
        if (edit[0] !== prefix[0] && edit[1] !== prefix[1]) continue;
        const at = lowerBound(edit);
        if (at < words.length && words[at]!.startsWith(edit)) {
          for (const word of top(beginning(edit), 3)) found.add(word);
        }
      }
      for (const word of [...found]) if (withinOneEdit(word, prefix)) found.add(word);
      return top(found, limit);
    },
  };
}
