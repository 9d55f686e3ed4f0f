import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Tables of an operator as programs of agents and councils write them. Every row is made up.
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

interface Own {
  header: string;
  row: (address: string) => string;
  table: string;
  mapping?: Record<string, unknown>;
}
const OWN: Record<string, Own> = {
  'address-list': {
    header: 'UPRN,ADDRESS,POSTCODE,CLASSIFICATION',
    row: (address) => `998000000001,${address},XE1 1AA,RD04`,
    table: 'addresses',
  },
  'listings-csv': {
    header: 'reference,listing_type,price,address,bedrooms,bathrooms',
    row: (address) => `A,sale,300000,${address},3,2`,
    table: 'listings',
  },
  'operator-lettings': {
    header: 'reference,rent,rent_period,let_on,postcode,address,bedrooms',
    row: (address) => `A,950,pcm,2026-10-01,XE1 1AA,${address},3`,
    table: 'lettings',
  },
  'hmo-register': {
    header: 'Number,Address,Occupants,Households,Storeys',
    row: (address) => `1,${address},6,5,3`,
    table: 'hmo_licences',
    mapping: {
      local_authority_code: 'E06999001',
      columns: {
        ...{ licence_number: 'Number', address: 'Address', max_occupants: 'Occupants' },
        ...{ max_households: 'Households', storeys: 'Storeys' },
      },
    },
  },
  'planning-applications': {
    header: 'Ref,Site,Proposal,Received',
    row: (address) => `X/1,${address},A porch,2026-01-02`,
    table: 'planning_applications',
    mapping: {
      columns: { reference: 'Ref', address: 'Site', description: 'Proposal', received: 'Received' },
      authority_name: 'Xanshire',
    },
  },
};
const cases = Object.entries(OWN);
const load = (dataset: string, text: string) => {
  const { mapping } = OWN[dataset]!;
  const options = { force: true, skipDerived: true, ...(mapping ? { mapping } : {}) };
  return bench.load(dataset, 'own_20261101.csv', text, options);
};

describe('a row with more columns than its header, for example because an address lacks quotation marks', () => {
  it.each(cases)(
    'is refused in a table of %s, so that no value is read from the wrong column',
    async (dataset, own) => {
      const quoted = own.row('"4 Made Up Row, XE1 1AA"');
      const bare = own.row('5 Made Up Row, XE1 1AA');
      const { rows_published, reject_reasons } = await load(dataset, `${own.header}\n${quoted}\n${bare}\n`);
      const width = own.header.split(',').length;
      expect(rows_published).toBe(1);
      expect(reject_reasons.map(({ reason }) => reason)).toEqual([
        expect.stringMatching(
          new RegExp(`^The row has ${width + 1} columns, (where the header names|not) ${width}`),
        ),
      ]);
    },
  );

  it.each(cases)('is read in a table of %s if the additional columns are blank', async (dataset, own) => {
    const { rows_rejected } = await load(
      dataset,
      `${own.header}\n${own.row('"6 Made Up Row, XE1 1AA"')},, \n`,
    );
    expect(rows_rejected).toBe(0);
  });
});

it.each(cases)('a title and a blank line above the header of %s are skipped', async (dataset, own) => {
  const text = `Exported by a program, 2 November\n\n${own.header}\n${own.row('"7 Made Up Row, XE1 1AA"')}\n`;
  for (const titled of [text, text.replaceAll(/,(?=\S)/g, ';')]) {
    const { rows_read, rows_rejected } = await load(dataset, titled);
    expect([rows_read, rows_rejected]).toEqual([1, 0]);
  }
});

it.each(cases.filter(([, { mapping }]) => mapping))(
  'a mapping of %s that names a column which the file lacks is refused with its name',
  async (dataset, own) => {
    const header = own.header.replace(/,[^,]*$/, ',Another');
    const text = `${header}\n${own.row('"4 Made Up Row, XE1 1AA"')}\n`;
    await expect(load(dataset, text)).rejects.toThrow(`${own.header.split(',').at(-1)}`);
  },
);

it('a load of listings-csv warns how many records have rows that differ, for example if a reference is used twice', async () => {
  const { header, row } = OWN['listings-csv']!;
  const two = `${row('"4 Made Up Row, XE1 1AA"')}\n${row('"5 Made Up Row, XE1 1AA"')}\n`;
  const { checks } = await load('listings-csv', `${header}\n${two}`);
  expect(checks.find(({ name }) => name === 'differing_rows')?.detail).toContain('1 record has several rows');
  const again = await load('listings-csv', `${header}\n${two.split('\n')[0]}\n${two.split('\n')[0]}\n`);
  expect(again.checks.filter(({ name }) => name === 'differing_rows')).toEqual([]);
});

it.each([
  ['House', 0, null],
  ['Cottage', 0, null],
  ['Flat', 0, 0],
  ['', 0, 0],
  ['House', 3, 3],
])('an advert of the type "%s" with %i bedrooms has %s', async (type, given, bedrooms) => {
  const header = 'reference,listing_type,price,address,property_type,bedrooms';
  const row = `B,sale,300000,"4 Made Up Row, XE1 1AA",${type},${given}`;
  await load('listings-csv', `${header}\n${row}\n`);
  expect(await bench.rows("select bedrooms from listings where reference = 'B'")).toEqual([{ bedrooms }]);
});

it.each([
  ['Per calendar month', 900, 'pcm'],
  ['weekly', 900, 'pw'],
  ['per quarter', 300, 'pcm'],
  ['Annual', 75, 'pcm'],
])('a rent of £900 %s in an advert is £%d %s', async (period, price, price_period) => {
  const header = 'reference,listing_type,price,address,rent_period';
  const row = `P,rent,900,"4 Made Up Row, XE1 1AA",${period}`;
  await load('listings-csv', `${header}\n${row}\n`);
  expect(await bench.rows("select price, price_period from listings where reference = 'P'")).toEqual([
    { price, price_period },
  ]);
});
