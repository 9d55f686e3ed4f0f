import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { mutants } from './mutants.ts';

const root = resolve(import.meta.dirname, '../..');

it('the text that each mutant replaces occurs exactly once in its file', () => {
  const lost = mutants.filter(
    ({ file, find }) => readFileSync(resolve(root, file), 'utf8').split(find).length !== 2,
  );
  expect(lost.map(({ name, file }) => `${name}: ${file}`)).toEqual([]);
});
