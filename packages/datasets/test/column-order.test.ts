import { registry } from '@domesday/datasets/registry';
import { createCsvParser } from '@domesday/files/csv';
import type { CopyValue, TableModule } from '@domesday/loading/types';
import { expect, it } from 'vitest';

// Layouts without a header: only the values tell which column is which. Every row is made up.

type Table = string[][];
const ROWS = 300;
const rows = (make: (n: number) => string[]): Table => Array.from({ length: ROWS }, (_, n) => make(n));
const guid = (n: number) => `0000AAAA-0000-0000-0000-${String(n).padStart(12, '0')}`;
/** A distinct name without digits for each number. */
const name = (n: number, end: string) => `${String(n).replace(/\d/g, (d) => 'ABCDEFGHIJ'[Number(d)]!)}${end}`;

/** Sales in 150 towns of 60 districts in 25 counties; each fifth is of a flat, each third in a village. */
function sale(n: number): string[] {
  const [town, flat] = [n % 150, n % 5 === 0];
  const district = `${town % 20 === 0 ? 'CITY OF ' : ''}${name(town % 60, 'FOLK')}`;
  return [
    `{${guid(n)}}`,
    String(100_000 + n),
    '2024-03-01 00:00',
    'XE1 2AB',
    flat ? 'F' : 'S',
    'N',
    flat ? 'L' : 'F',
    flat ? `${name(n % 9, 'PIER')} HOUSE` : String(1 + (n % 40)),
    flat ? `FLAT ${n % 7}` : '',
    n % 10 === 0 ? '' : `${name(n % 250, 'COD')} LANE`,
    n % 3 === 0 ? name(n, 'THORPE') : '',
    name(town, 'HAVEN'),
    district,
    name(town % 25, 'SHORE'),
    n % 2 ? 'A' : 'B',
    'A',
  ];
}
const bulk = rows(sale);
const without_status = bulk.map((row) => row.slice(0, 15));
const of_search = bulk.map((row, n) => [
  guid(n),
  ...row.slice(1, 7),
  row[8]!,
  row[7]!,
  ...row.slice(9, 15),
  `http://example.org/${guid(n)}/current`,
]);
const postcodes = rows((n) => [
  `XE${String(1 + (n % 9))} ${n % 10}A${'ABDEFGHJLN'[Math.floor(n / 10) % 10]}`,
  '10',
  String(620_100 + n),
  String(440_100 + n),
  'E92000001',
  'E19999001',
  'E18999001',
  'E10999001',
  'E06999001',
  'E05999001',
]);
const organisations = rows((n) => {
  const fields = Array.from({ length: 27 }, () => '');
  const given = {
    0: `A${String(99_000 + n)}`,
    1: `${name(n, 'HAVEN')} SURGERY`,
    2: 'Y99',
    3: 'Q99',
    9: 'XE1 2AB',
    10: '19740401',
    12: 'A',
    25: '4',
  };
  return Object.assign(fields, given);
});
const links = rows((n) => [`{${guid(n)}}`, String(998_000_000_001 + n)]);
const rates = rows((n) => [
  name(n, ' Shore'),
  ...[338.93, 625.02, 730, 899.99, 1129.98].map((rate) => `£${(rate + n).toFixed(2)}`),
]);

interface Layout {
  dataset: keyof typeof registry;
  file: string;
  table: Table;
  /** Pairs of neighbouring columns, by the first of the two, whose order a file alone does not show. */
  alike?: number[];
  /** Changes that a file alone does not show. */
  unnoticed?: string[];
}
const LAYOUTS: [string, Layout][] = [
  [
    'price-paid of 16 columns',
    { dataset: 'price-paid', file: 'pp.csv', table: bulk, unnoticed: ['missing 14'] },
  ],
  ['price-paid of 15 columns', { dataset: 'price-paid', file: 'pp.csv', table: without_status }],
  ['price-paid of the search tool', { dataset: 'price-paid', file: 'pp.csv', table: of_search }],
  ['code-point-open', { dataset: 'code-point-open', file: 'xe.csv', table: postcodes, alike: [2] }],
  ['hmlr-uprn-lookup', { dataset: 'hmlr-uprn-lookup', file: 'links.csv', table: links }],
  ['nhs-ods', { dataset: 'nhs-ods', file: 'epraccur.csv', table: organisations }],
  ['lha-rates', { dataset: 'lha-rates', file: 'england-rates-2026-to-2027.csv', table: rates }],
];

/** The rows that a dataset reads, as texts without their line numbers; empty if the file is refused. */
function read({ dataset, file }: Layout, table: Table): string[] {
  const text = `${table.map((fields) => fields.map((field) => `"${field}"`).join(',')).join('\n')}\n`;
  const layout = (registry[dataset] as TableModule).recognise({ name: file, text }, null);
  if (!('map' in layout)) return [];
  const found: string[] = [];
  const parser = createCsvParser({
    onRecord: (fields) => {
      const row: CopyValue[] = [];
      if (layout.map(fields, row) === null) found.push(JSON.stringify(row));
    },
    onReject: () => {},
  });
  parser.write(text);
  parser.end();
  return found;
}

/**
 * Whether a changed order is noticed: most rows are refused, so that a load would stop, or all rows mean the same as in
 * the right order.
 */
const isNoticed = (layout: Layout, table: Table) => {
  const [right, other] = [new Set(read(layout, layout.table)), read(layout, table)];
  return other.length < layout.table.length / 2 || other.every((row) => right.has(row));
};
const changed = (table: Table, change: (row: string[]) => void): Table =>
  table.map((row) => {
    const copy = [...row];
    change(copy);
    return copy;
  });

it.each(LAYOUTS)('reads every row of %s in its own order', (_name, layout) => {
  expect(read(layout, layout.table)).toHaveLength(ROWS);
});

it.each(LAYOUTS)('notices in a file of %s that two neighbouring columns are swapped', (_name, layout) => {
  const silent = layout.table[0]!.slice(1).flatMap((_, at) => {
    const swapped = changed(layout.table, (row) => row.splice(at, 2, row[at + 1]!, row[at]!));
    return isNoticed(layout, swapped) ? [] : [at];
  });
  expect(silent).toEqual(layout.alike ?? []);
});

it.each(LAYOUTS)('notices in a file of %s that a column is missing, doubled or new', (_name, layout) => {
  const changes: [string, (row: string[], at: number) => void][] = [
    ['missing', (row, at) => row.splice(at, 1)],
    ['doubled', (row, at) => row.splice(at, 0, row[at]!)],
    ['blank before it', (row, at) => row.splice(at, 0, '')],
  ];
  const silent = changes.flatMap(([what, change]) =>
    layout.table[0]!.flatMap((_, at) =>
      isNoticed(
        layout,
        changed(layout.table, (row) => change(row, at)),
      )
        ? []
        : [`${what} ${at}`],
    ),
  );
  expect(silent).toEqual(layout.unnoticed ?? []);
});

const SALES = LAYOUTS.filter(([, { dataset }]) => dataset === 'price-paid');
const refusedOf = (table: Table): string | null => {
  const text = `${table.map((fields) => fields.join(',')).join('\n')}\n`;
  const layout = (registry['price-paid'] as TableModule).recognise({ name: 'pp.csv', text }, null);
  return 'map' in layout ? null : layout.refused;
};

it.each(SALES)('reads %s even if no sale has a town, a district or a county', (_name, { table }) => {
  for (const at of [11, 12, 13]) expect(refusedOf(changed(table, (row) => row.splice(at, 1, '')))).toBeNull();
});

// In the layout of fifteen columns, the number of columns already shows that one is missing.
it.each(SALES.filter(([, { table }]) => table !== without_status))(
  'says that a column is missing if %s lacks one of the address columns',
  (_name, { table }) => {
    for (const at of [7, 8, 9, 10, 11, 12, 13])
      expect(refusedOf(changed(table, (row) => row.splice(at, 1)))).toContain(
        'one of its columns is missing: column 14 holds the letter of the category',
      );
  },
);
