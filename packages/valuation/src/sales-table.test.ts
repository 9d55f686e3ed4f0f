import { expect, it } from 'vitest';
import { addMonths, monthTime, yearsBetween } from './dates.ts';
import { FAMILIES } from './places.ts';
import { cleanSales, rowsBefore, type SaleRow } from './sales-table.ts';

/** A made-up sale of a terraced house. */
const sale = (transaction_id: string, other: Partial<SaleRow> = {}): SaleRow => ({
  transaction_id,
  price: 200_000,
  date: '2020-02-03',
  postcode: 'XE1 2AB',
  property_type: 'terraced',
  new_build: false,
  tenure: 'Freehold',
  saon: '',
  paon: transaction_id,
  street: 'OAKLEAF ROAD',
  locality: '',
  town: 'XANBURY',
  category: 'standard',
  ...other,
});
const idsOf = (rows: readonly SaleRow[]) => rows.map((row) => row.transaction_id);

it('excludes sales that a model must not learn from, and names those of several homes together', () => {
  const before = Array.from({ length: 20 }, (_, n) =>
    sale(`usual ${n}`, { date: '2019-06-11', price: 190_000 + 1000 * n }),
  );
  const table = cleanSales([
    ...before,
    sale('one of two', { price: 450_000 }),
    sale('other of two', { price: 450_000 }),
    sale('dear by itself', { price: 460_000 }),
    sale('shop', { property_type: 'other' }),
    sale('garage', { price: 9_999 }),
    sale('estate', { price: 20_000_001 }),
    sale('nowhere', { postcode: '' }),
    sale('registered'),
    sale('registered again', { paon: 'registered' }),
    sale('not of the market', { category: 'additional' }),
  ]);
  expect(idsOf(table.rows).filter((id) => !id.startsWith('usual'))).toEqual([
    'dear by itself',
    'not of the market',
    'registered',
  ]);
  expect([table.n, table.sold_together]).toEqual([23, ['one of two', 'other of two']]);
  expect([...table.additional.subarray(20)]).toEqual([0, 1, 0]);
});

it('sorts the sales by day, each with the previous sale of the same home, however its flat is written', () => {
  const flat = (id: string, date: string, saon: string, uprn?: string) =>
    sale(id, { date, saon, paon: '7', ...(uprn ? { uprn } : {}) });
  const table = cleanSales([
    flat('c', '2021-05-02', '4'),
    flat('a', '2019-05-01', 'FLAT 4'),
    flat('d', '2022-05-01', 'FLAT 5'),
    flat('b', '2021-05-01', 'APARTMENT 4'),
    flat('f', '2023-05-01', '', '998000000001'),
    flat('e', '2022-06-01', 'FLAT 6', '998000000001'),
  ]);
  expect(idsOf(table.rows)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect([...table.previous]).toEqual([-1, 0, 1, -1, -1, 4]);
  expect([...table.property, table.properties]).toEqual([0, 0, 0, 1, 2, 2, 3]);
  const known = ['2019-05-01', '2019-05-02', '2021-05-02', '2030-01-01'].map((day) => rowsBefore(table, day));
  expect(known).toEqual([0, 1, 2, 6]);
});

it('groups exactly the sales that have the same place in every family and are all new or all not new', () => {
  const flat = { property_type: 'flat', saon: 'FLAT 1', paon: 'OAKLEAF HOUSE' } as const;
  const { groups, places, new_build, n } = cleanSales([
    sale('1'),
    sale('2'),
    sale('3', { new_build: true }),
    sale('4', { tenure: 'Leasehold' }),
    sale('5', { property_type: 'detached' }),
    sale('6', { postcode: 'XE1 2AC' }),
    sale('7', { street: 'ELMLEAF ROAD' }),
    sale('8', { street: '' }),
    sale('9', { locality: 'QUAXLEY' }),
    sale('a', flat),
    sale('b', { ...flat, saon: 'FLAT 2', price: 210_000 }),
    sale('c', { ...flat, paon: 'ELMLEAF HOUSE' }),
    sale('d', { ...flat, saon: '', paon: '12' }),
  ]);
  const placeOf = (i: number) => [new_build[i], ...FAMILIES.map((family) => places[family].codes[i])].join();
  const [grouped, due] = [(i: number) => groups.codes[i], placeOf].map((of) =>
    Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => of(i) === of(j))),
  );
  expect(grouped).toEqual(due);
  expect([n, groups.n]).toEqual([13, 11]);
});

it('counts time in months, with each day in proportion between the middles of months', () => {
  const days = ['2020-01-15', '2020-01-31', '2020-02-01', '2020-02-15'];
  const [middle, ...later] = days.map(monthTime);
  expect(later.map((time) => Number((time - middle!).toFixed(3)))).toEqual([0.526, 0.54, 1]);
  expect(monthTime('2020-01')).toBe(middle);
  expect([yearsBetween('2019-02-15', '2020-02-15'), yearsBetween('2020-02-15', '2019-08-15')]).toEqual([
    1, -0.5,
  ]);
  expect(['2020-01-31', '2020-12-01'].map((day) => addMonths(day, 1))).toEqual(['2020-02-01', '2021-01-01']);
  expect(addMonths('2020-01-31', -99_999)).toBe('0001-01-01');
});
