import { afterEach, expect, it, vi } from 'vitest';
import { printTable } from './output.ts';

const said: string[] = [];
vi.spyOn(console, 'log').mockImplementation((text) => void said.push(text));
afterEach(() => void said.splice(0));

const rows = [
  { dataset: 'uk-hpi', state: 'stale', release: '2026-08' },
  { dataset: 'radon', state: 'missing', release: null },
];
const columns = ['dataset', 'state', 'release'];

it('prints a table where a terminal breaks its lines once at most', () => {
  printTable(rows, columns, 14);
  expect(said).toEqual([
    'dataset  state    release',
    '-------  -------  -------',
    'uk-hpi   stale    2026-08',
    'radon    missing  -',
  ]);
});

it('prints a block for each row in a terminal that is narrower, without what the row has not', () => {
  printTable(rows, columns, 12);
  expect(said).toEqual(['uk-hpi', '  state: stale', '  release: 2026-08', 'radon', '  state: missing']);
});
