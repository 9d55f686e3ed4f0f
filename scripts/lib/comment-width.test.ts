import { expect, test } from 'vitest';
import { wideComments } from './comment-width.ts';

const words = 'word '.repeat(30).trim();

test('a comment line of over 120 letters is reported, in each kind of comment', () => {
  for (const line of [`// ${words}`, `  /** ${words} */`, `   * ${words}`])
    expect(wideComments('a.ts', `const a = 1;\n${line}`)).toEqual([
      expect.stringMatching(/^a\.ts:2: a comment of 1/),
    ]);
});

test('comment lines of 120 letters, long code and biome-ignore reasons are not reported', () => {
  const fits = `// ${'é'.repeat(117)}`;
  const code = `const a = '${words}';`;
  const ignored = `// biome-ignore lint/a/b: ${words}`;
  expect(wideComments('a.ts', [fits, code, ignored].join('\n'))).toEqual([]);
});
