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

it('prints a table if the terminal wraps each of its lines at most once', () => {
  printTable(rows, columns, 14);
  expect(said).toEqual([
    'dataset  state    release',
    '-------  -------  -------',
    'uk-hpi   stale    2026-08',
    'radon    missing  -',
  ]);
});

it('prints a block for each row if the terminal is narrower, without the columns that the row lacks', () => {
  printTable(rows, columns, 12);
  expect(said).toEqual(['uk-hpi', '  state: stale', '  release: 2026-08', 'radon', '  state: missing']);
});

it('prints a table with more rows than a function call may have arguments', () => {
  printTable(Array(200_000).fill(rows[0]), columns);
  expect(said).toHaveLength(200_002);
});

it('replaces control characters in texts of clients and files, so that they cannot move the cursor or forge a line', () => {
  const text = 'https://example.com/\u001b[2J\u009b1A\r\nwebhook  on';
  printTable([{ url: text }], ['url']);
  printTable([{ id: 1, url: text }], ['id', 'url'], 1);
  const shown = [...said, ...reasonLines([{ reason: text, rows: 1 }]), troubleOf(new Error(text))];
  expect(shown).toHaveLength(7);
  for (const line of shown.slice(0, -1)) expect(line).not.toMatch(/\p{Cc}/u);
  expect(shown.at(-1)).toBe('https://example.com/ [2J 1A \nwebhook  on');
});

it('never prints a rate of 0 if any rows were read', () => {
  const rates: [number, number][] = [
    [2, 5],
    [1, 40],
    [2999, 2.5],
    [0, 1],
  ];
  expect(rates.map(([rows, seconds]) => perSecond(rows, seconds))).toEqual(['0.4', '0.03', '1,200', '0']);
});

it.each([
  ['movements of the cursor', 'a\u001b[2Jb\u0007c'],
  ['line breaks', 'a\nready\r\u2028'],
  ['changes of the text direction', 'a\u202eb\u2066c\u200f'],
])(
  'keeps control characters of a file name in an archive out of the progress of a load: %s',
  (_what, name) => {
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
  },
);
