import { expect, it } from 'vitest';
import { argumentsOf } from './arguments.ts';

const DEFAULTS = { rows: 1000, areas: 50, scales: [0.04, 0.1], set: 'test', database: null, search: false };
const read = (...args: string[]) => argumentsOf('load', args, DEFAULTS);

it('reads the numbers of a benchmark as options and in order', () => {
  expect(read()).toEqual({ ...DEFAULTS, database: undefined });
  expect(read('7', '8')).toMatchObject({ rows: 7, areas: 8 });
  expect(read('--areas', '9', '7')).toMatchObject({ rows: 7, areas: 9 });
  expect(read('--scales=1,2', '--search')).toMatchObject({ scales: [1, 2], search: true });
});

it.each([
  ['a word for a number', ['--rows', 'many'], '"many" is given as rows, which is a number above 0.'],
  ['zero', ['0'], '"0" is given as rows'],
  ['a list with a gap', ['--scales', '1,,2'], '"" is given as scales'],
  ['an unknown option', ['--row', '7'], "Unknown option '--row'."],
  ['an option without its value', ['--rows'], "Option '--rows <value>' argument missing."],
  ['one number too many', ['1', '2', '3'], '"3" is not understood.'],
])('refuses %s with a sentence and the usage', (_name, args, words) => {
  expect(() => read(...args)).toThrow(words);
  expect(() => read(...args)).toThrow(
    'Usage: npm run bench -- load [--rows 1000] [--areas 50] [--scales 0.04,0.1] [--set test] [--database <text>] [--search]',
  );
});
