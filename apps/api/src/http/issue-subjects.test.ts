import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

it('names the subject in each detail without a parameter, since an agent reads the detail alone', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const details = files.flatMap((file) => [
    ...readFileSync(join(SOURCES, file), 'utf8').matchAll(/field: null,\s*issue:\s*[`'"](\S+)/g),
  ]);
  expect(details.length).toBeGreaterThan(10);
  const verbs = /^(is|are|has|have|lies|lie|must|does|do|was|were|cannot|holds?)$/;
  expect(details.map(([, first]) => first!).filter((first) => verbs.test(first))).toEqual([]);
});
