import { afterEach, expect, it, vi } from 'vitest';
import { perSecond, printTable, reasonLines } from './output.ts';
import { progressPrinter } from './progress.ts';
import { troubleOf } from './trouble.ts';

const said: string[] = [];
vi.spyOn(console, 'log').mockImplementation((text) => void said.push(text));
afterEach(() => void said.splice(0));

const rows = [
  { dataset: 'uk-hpi', state: 'stale', release: '2026-08' },
  { dataset: 'radon', state: 'missing', release: null },
];
const columns = ['dataset', 'state', 'release'] as const;

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

it('prints a table of more rows than a call takes arguments', () => {
  printTable(Array(200_000).fill(rows[0]), columns);
  expect(said).toHaveLength(200_002);
});

it('prints no text of a client or a file that would move the cursor, or pass for a line of its own', () => {
  const text = 'https://example.com/\u001b[2J\u009b1A\r\nwebhook  on';
  printTable([{ url: text }], ['url']);
  printTable([{ id: 1, url: text }], ['id', 'url'], 1);
  const shown = [...said, ...reasonLines([{ reason: text, rows: 1 }]), troubleOf(new Error(text))];
  expect(shown).toHaveLength(7);
  for (const line of shown.slice(0, -1)) expect(line).not.toMatch(/\p{Cc}/u);
  expect(shown.at(-1)).toBe('https://example.com/ [2J 1A \nwebhook  on');
});

it('tells no rate of 0 where rows were read, however few', () => {
  const rates: [number, number][] = [
    [2, 5],
    [1, 40],
    [2999, 2.5],
    [0, 1],
  ];
  expect(rates.map(([rows, seconds]) => perSecond(rows, seconds))).toEqual(['0.4', '0.03', '1,200', '0']);
});

it.each([
  ['what moves the cursor', 'a\u001b[2Jb\u0007c'],
  ['what begins a line', 'a\nready\r\u2028'],
  ['what turns the line around', 'a\u202eb\u2066c\u200f'],
])('shows nothing in the progress of a load that a name in an archive brings: %s', (_what, name) => {
  const written: string[] = [];
  const write = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((text) => written.push(String(text)) > 0);
  const counts = { rows: 0, rejects: 0, rows_per_second: 0, bytes_read: 0, bytes_total: 0 };
  const told = { dataset: 'radon', ...counts, seconds_left: null, waits_for: null };
  progressPrinter().show({ ...told, phase: 'check', file: `x.zip/${name}` });
  progressPrinter().showDownload('radon', name, 1, 2);
  progressPrinter().showWait('radon', name);
  write.mockRestore();
  expect(written).toHaveLength(3);
  for (const line of written) expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}](?!$)/u);
});
