import { CODE_POINT, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

// All rows are made up. Each wrong file changes rows of the right one and adds others.
const sale = (i: number, price: number) =>
  `"{00000000-0000-0000-0000-00000000000${i}}","${price}","2024-01-05 00:00","XE1 1AA","T","N","F","${i}","","COD LANE","","XTON","XTON","XSHIRE","A","A"\n`;
const home = (i: number, name: string) => `99800000000${i},"${i} ${name}",XE1 1AA\n`;
const LIST = 'UPRN,ADDRESS,POSTCODE\n';
const CASES: [string, string, string, string][] = [
  [
    'code-point-open',
    'code_point_postcodes',
    CODE_POINT('XE1 1AA'),
    CODE_POINT('XE1 1AA', 90) + CODE_POINT('XW1 1AA'),
  ],
  [
    'address-list',
    'addresses',
    LIST + home(1, 'COD LANE') + home(2, 'COD LANE'),
    LIST + home(2, 'EEL ROW') + home(3, 'EEL ROW'),
  ],
  ['price-paid', 'sales', sale(1, 100_000) + sale(2, 200_000), sale(2, 900_000) + sale(3, 300_000)],
];

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());

const rowsOf = async (table: string) =>
  (await s.rows(`select (to_jsonb(t) - 'load_id')::text as row from ${table} t order by 1`)).map(
    (r) => r.row,
  );

it.each(CASES)(
  'a wrong file of %s is undone by --replace with the right ones',
  async (id, table, right, wrong) => {
    const first = await s.loadText(id, right);
    const before = await rowsOf(table);
    await s.loadText(id, wrong);
    expect(await rowsOf(table)).not.toEqual(before);
    const again = await s.loadText(id, right, { replace: true, force: true });
    expect([again.status, again.rows_published]).toEqual(['published', first.rows_published]);
    expect(await rowsOf(table)).toEqual(before);
  },
);
