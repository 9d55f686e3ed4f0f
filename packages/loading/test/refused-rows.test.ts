import { refusal, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());
beforeEach(() =>
  s.database.db.query('truncate sales, dataset_loads, dataset_rejects, dataset_served cascade'),
);

/** Made-up sales; those of a bad file have an impossible day. */
const sale = (i: number, day: string) =>
  `"{00000000-0000-0000-0000-${String(i).padStart(12, '0')}}","250000","${day} 00:00","XE1 1AA","T","N","F","${i}","","COD LANE","","XTON","XTON","XSHIRE","A","A"\n`;
const sales = (from: number, good: number, bad: number) =>
  Array.from({ length: good + bad }, (_, i) => sale(from + i, i < good ? '2024-01-05' : '2024-31-05')).join(
    '',
  );

const served = async () => (await s.rows('select count(*) as n from sales'))[0].n;

it('stops a load if half of its rows are refused, keeps the served rows and says why', async () => {
  await s.loadText('price-paid', sales(0, 30, 0));
  const { code, message } = await refusal(s.loadText('price-paid', sales(100, 30, 30)));
  expect(code).toBe('checks');
  expect(message).toContain('30 of 60 rows were refused.');
  expect(message).toContain('30 were refused because:');
  expect(message).toContain('--force publishes it all the same.');
  expect(await served()).toBe(30);
  expect((await s.loadText('price-paid', sales(100, 30, 30), { force: true })).rows_published).toBe(30);
  expect(await served()).toBe(60);
});

it('stops a first load if half of its rows are refused', async () => {
  expect((await refusal(s.loadText('price-paid', sales(0, 20, 20)))).code).toBe('checks');
  expect(await served()).toBe(0);
});

it('stops a load if far more of its rows are refused than in the load before', async () => {
  await s.loadText('price-paid', sales(0, 90, 10));
  const { message } = await refusal(s.loadText('price-paid', sales(200, 60, 40)));
  expect(message).toContain('40 of 100 rows were refused. Of the rows of the load before, 10.0 % were.');
  expect(await served()).toBe(90);
});

it('publishes a load with as many refused rows as the one before, and warns', async () => {
  await s.loadText('price-paid', sales(0, 60, 40));
  const { checks } = await s.loadText('price-paid', sales(200, 60, 40));
  expect(checks).toContainEqual({
    name: 'rejects',
    status: 'warn',
    detail: '40 of 100 rows were refused.',
  });
  expect(await served()).toBe(120);
});

it('publishes a small file even if half of its rows are refused, and warns', async () => {
  const { checks } = await s.loadText('price-paid', sales(0, 5, 5));
  expect(checks).toContainEqual(expect.objectContaining({ name: 'rejects', status: 'warn' }));
});

/** Tables with an optional column: one is read by a layout, the other by its dataset itself. */
const TABLES: Record<string, { header: string; row: (i: number) => string }> = {
  'operator-lettings': {
    header: 'reference,address,rent,rent_period,let_on,bedrooms',
    row: (i) => `L${i},"${i} Cod Lane, XE1 1AA",95${i % 10},pcm,2026-10-01,2`,
  },
  'listings-csv': {
    header: 'reference,address,price,listing_type,bedrooms',
    row: (i) => `A${i},"${i} Cod Lane, XE1 1AA",30000${i % 10},sale,2`,
  },
};

it.each(Object.entries(TABLES))(
  '%s: a load warns of a column that no longer has any value, since it may have been renamed',
  async (dataset, { header, row }) => {
    const load = async (name: string, rows: number, options: object = {}) => {
      const lines = Array.from({ length: rows }, (_, i) => row(i)).join('\n');
      const text = `${header.replace('bedrooms', name)}\n${lines}\n`;
      const more = { skipDerived: true, force: true, name: 'own_20261101.csv', ...options };
      const { checks } = await s.loadText(dataset, text, more);
      return checks.filter((check) => check.name === 'empty_columns');
    };
    expect(await load('Beds', 20)).toEqual([]);
    expect(await load('bedrooms', 20)).toEqual([]);
    // In a small file the column may be empty by chance, and a file that is read with another mapping is of another
    // kind.
    expect(await load('Beds', 9)).toEqual([]);
    expect(await load('bedrooms', 20)).toEqual([]);
    expect(await load('Beds', 20, { mapping: { columns: { reference: 'reference' } } })).toEqual([]);
    expect(await load('Beds', 20)).toEqual([
      {
        name: 'empty_columns',
        status: 'warn',
        detail:
          'No row has a value of bedrooms (100 %), which so many rows of the load before had. If the column has another name in the file now, it was not read.',
      },
    ]);
    expect(await load('Beds', 20)).toEqual([]);
  },
);

it('keeps the refused rows of the newest ten loads of a dataset, and their number for every load', async () => {
  for (let i = 0; i < 12; i++) await s.loadText('price-paid', sales(10 * i, 4, 1), { skipDerived: true });
  // A load deletes the refused rows of old loads, and keeps its own.
  const kept = async () =>
    (await s.rows('select distinct load_id from dataset_rejects order by load_id')).map((r) => r.load_id);
  const loads = (await s.rows('select id from dataset_loads order by id')).map((r) => r.id);
  expect(await kept()).toEqual(loads.slice(1));
  await s.loadText('price-paid', sales(200, 4, 0), { skipDerived: true });
  expect(await kept()).toEqual(loads.slice(2));
  expect(await s.rows('select distinct rows_rejected from dataset_loads order by 1')).toEqual([
    { rows_rejected: 0 },
    { rows_rejected: 1 },
  ]);
});
