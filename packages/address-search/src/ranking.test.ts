import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as ranking from './ranking.ts';

const folder = import.meta.dirname;
const code = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'ranking.ts')
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n');

it('has no ranking constant that the search does not read', () => {
  const constants = Object.entries(ranking).flatMap(([group, values]) =>
    Object.keys(values).map((name) => `${group}.${name}`),
  );
  expect(constants.length).toBeGreaterThan(20);
  expect(constants.filter((constant) => !code.includes(constant))).toEqual([]);
});
