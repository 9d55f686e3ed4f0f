const WIDTH_LETTERS = 120;

/** One sentence for each line of a comment that is wider than the code may be; the formatter leaves comments alone. */
export function wideComments(path: string, text: string): string[] {
  return text
    .split('\n')
    .map((line, index) => ({ letters: [...line].length, line, number: index + 1 }))
    .filter(
      ({ letters, line }) => letters > WIDTH_LETTERS && /^\s*(\/\*\*|\*|\/\/) (?!biome-ignore)/.test(line),
    )
    .map(
      ({ letters, number }) =>
        `${path}:${number}: a comment of ${letters} letters in a line; at most ${WIDTH_LETTERS}`,
    );
}
