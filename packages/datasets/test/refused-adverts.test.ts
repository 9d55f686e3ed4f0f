import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.rows('truncate listings, listing_events, dataset_loads, dataset_rejects'));

/** A complete feed of one branch, made up: price and status of each advert by its reference. */
type Adverts = Record<string, [price: string, status?: string]>;

const table = (adverts: Adverts) =>
  `reference,branch,listing_type,price,status,address\n${Object.entries(adverts)
    .map(([reference, [price, status = '']]) => `${reference},77,sale,${price},${status},4 Made Up Row\n`)
    .join('')}`;

function upload(adverts: Adverts): string {
  const names = 'AGENT_REF^BRANCH_ID^PRICE^STATUS_ID^ADDRESS_1^TRANS_TYPE_ID';
  const lines = Object.entries(adverts).map(([reference, [price, status = '0']]) =>
    [reference, 77, price, status, '4 Made Up Row', 1].join('^'),
  );
  return `#HEADER#\nVersion : 3\nEOF : '^'\nEOR : '~'\n\n#DEFINITION#\n${names}^~\n\n#DATA#\n${lines.map((line) => `${line}^~`).join('\n')}\n#END#\n`;
}

const FORMATS = {
  'listings-csv': { text: table, ending: 'csv', options: { mapping: { complete: true } } },
  'listings-blm': { text: upload, ending: 'blm', options: {} },
};

it.each(Object.entries(FORMATS))(
  '%s: a complete feed withdraws the adverts that it lacks, but not the advert of a refused row',
  async (dataset, format) => {
    const load = (day: number, adverts: Adverts) =>
      bench.load(dataset, `77_202611${day}.${format.ending}`, format.text(adverts), format.options);
    await load(10, { A: ['300000'], B: ['300000'], C: ['300000'], D: ['300000'], E: ['300000'] });
    const { checks } = await load(11, {
      A: ['300000'],
      B: ['none of them'],
      C: ['300000', 'no status'],
      D: ['POA'],
    });
    expect(checks).toContainEqual({ name: 'rejects', status: 'warn', detail: '3 of 4 rows were refused.' });
    expect(await bench.rows('select reference, price, status from listings order by 1')).toEqual([
      { reference: 'A', price: 300_000, status: 'available' },
      { reference: 'B', price: 300_000, status: 'available' },
      { reference: 'C', price: 300_000, status: 'available' },
      // Now on application: its price must no longer be shown.
      { reference: 'D', price: 300_000, status: 'withdrawn' },
      { reference: 'E', price: 300_000, status: 'withdrawn' },
    ]);
    await load(12, { A: ['300000'] });
    expect(await bench.rows(`select reference from listings where status <> 'withdrawn'`)).toEqual([
      { reference: 'A' },
    ]);
  },
);

const BROKEN: Record<string, (text: string) => string> = {
  'a delimiter in a text': (text) => text.replace('B^77^300000^0^4 Made', 'B^77^300000^0^4 ^ Made'),
  'fields that are missing': (text) => text.replace('B^77^300000^', 'B^'),
  'a field that is missing, so that its last delimiter makes up the number': (text) =>
    text.replace('B^77^', 'B^'),
  'a delimiter before the branch': (text) => text.replace('B^77', 'B^^77'),
};
it.each(Object.entries(BROKEN))(
  'listings-blm: a complete feed does not withdraw the advert of a refused record with %s',
  async (_, broken) => {
    const load = (day: number, text: string) => bench.load('listings-blm', `77_202611${day}.blm`, text, {});
    await load(10, upload({ A: ['300000'], B: ['300000'], C: ['300000'] }));
    const text = upload({ A: ['310000'], B: ['300000'] });
    expect(broken(text)).not.toBe(text);
    await load(11, broken(text));
    expect(await bench.rows('select reference, price, status from listings order by 1')).toEqual([
      { reference: 'A', price: 310_000, status: 'available' },
      { reference: 'B', price: 300_000, status: 'available' },
      { reference: 'C', price: 300_000, status: 'withdrawn' },
    ]);
  },
);

it('listings-csv: a complete feed does not withdraw the advert of a row that is not valid CSV', async () => {
  const load = (day: number, text: string) =>
    bench.load('listings-csv', `77_202611${day}.csv`, text, { mapping: { complete: true } });
  await load(10, table({ A: ['300000'], B: ['300000'], C: ['300000'] }));
  const text = table({ A: ['310000'], B: ['300000'] });
  await load(11, text.replace('B,77,sale,300000,,4 Made Up Row', '"B",77,sale,300000,,"4" Made Up Row'));
  expect(await bench.rows('select reference, price, status from listings order by 1')).toEqual([
    { reference: 'A', price: 310_000, status: 'available' },
    { reference: 'B', price: 300_000, status: 'available' },
    { reference: 'C', price: 300_000, status: 'withdrawn' },
  ]);
});

it.each(Object.entries(FORMATS))(
  '%s: a complete feed that was cut short withdraws nothing unless the load is forced',
  async (dataset, format) => {
    const adverts: Adverts = { A: ['300000'], B: ['310000'], C: ['320000'] };
    await bench.load(dataset, `77_20261110.${format.ending}`, format.text(adverts), format.options);
    const whole = format.text({ ...adverts, B: ['315000'] });
    const cut = whole.slice(0, whole.indexOf('315000') + 4);
    const load = (options: object) => bench.load(dataset, `77_20261111.${format.ending}`, cut, options);
    await expect(load(format.options)).rejects.toThrow(
      'so the file was probably cut short. The feed is a complete one, so that the adverts it has lost would be withdrawn.',
    );
    expect(await bench.rows('select price, status from listings order by 1')).toEqual([
      { price: 300_000, status: 'available' },
      { price: 310_000, status: 'available' },
      { price: 320_000, status: 'available' },
    ]);
    const { checks } = await load({ ...format.options, force: true });
    expect(checks).toContainEqual(expect.objectContaining({ name: 'cut_short', status: 'fail' }));
    expect(await bench.rows("select price from listings where status = 'withdrawn'")).not.toEqual([]);
  },
);
