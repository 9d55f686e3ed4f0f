import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, expect, it } from 'vitest';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const AUTHORITY = { local_authority_code: 'E06999001', licence_type: 'mandatory' };
/**
 * Datasets of operators' own tables whose addresses may contain the postcode: served table, header and row without the
 * address, and mapping.
 */
const TABLES = {
  'address-list': ['addresses', 'UPRN,ADDRESS', '998000000001', { uprn: 'UPRN', address: 'ADDRESS' }],
  'hmo-register': [
    'hmo_licences',
    'N,A',
    '1',
    { columns: { licence_number: 'N', address: 'A' }, ...AUTHORITY },
  ],
  'listings-csv': ['listings', 'reference,address,price', 'A', { listing_type: 'sale' }],
  'operator-lettings': ['lettings', 'reference,address,rent,let_on', 'A', { rent_period: 'pcm' }],
  'planning-applications': [
    'planning_applications',
    'reference,address,description',
    'A/1',
    {
      columns: { reference: 'reference', address: 'address', description: 'description' },
      authority_name: 'Xanshire',
    },
  ],
} as const;
const REST: Record<string, string> = {
  'listings-csv': ',300000',
  'operator-lettings': ',900,2026-10-01',
  'planning-applications': ',A porch',
};

it.each(Object.entries(TABLES))(
  'reads in %s the postcode at the end of an address, also if the country follows it',
  async (dataset, [table, header, key, mapping]) => {
    const ends = {
      'XE1 1AA': 'XE1 1AA',
      'xe11ab.': 'XE1 1AB',
      'XE1 1AD, United Kingdom': 'XE1 1AD',
      'XE1 1AE, UK': 'XE1 1AE',
      'XE1  1AF England': 'XE1 1AF',
    };
    for (const [end, postcode] of Object.entries(ends)) {
      const row = `${key},"4 Made Up Row, ${end}"${REST[dataset] ?? ''}`;
      await bench.load(dataset, 'own_20261101.csv', `${header}\n${row}\n`, { mapping: { ...mapping } });
      expect(await bench.rows(`select postcode from ${table}`), end).toEqual([{ postcode }]);
    }
  },
);

it('serves texts with their HTML entities decoded', async () => {
  const texts = {
    'address-list': 'address',
    'hmo-register': 'address',
    'listings-csv': 'address',
    'planning-applications': "address || ': ' || description as address",
  } as const;
  for (const [dataset, column] of Object.entries(texts) as [keyof typeof texts, string][]) {
    const [table, header, key, mapping] = TABLES[dataset];
    const rest = (REST[dataset] ?? '').replace('porch', 'porch &amp; caf&eacute;');
    const row = `${key},"4 St Mary&#39;s &amp; All Saints, XE1 1AA"${rest}`;
    await bench.load(dataset, 'own_20261103.csv', `${header}\n${row}\n`, { mapping: { ...mapping } });
    const [{ address }] = (await bench.rows(`select ${column} from ${table}`)) as [{ address: string }];
    expect(address.toLowerCase(), dataset).toMatch(/^4 st mary's & all saints/);
    if (dataset === 'planning-applications') expect(address).toContain('A porch & café');
  }
});

it('stores an address of a list with one postcode, at its end', async () => {
  await bench.load(
    'address-list',
    'l.csv',
    'UPRN,ADDRESS,POSTCODE\n998000000001,"4 Made Up Row, XE1 1AA, UK",XE1 1AA\n',
  );
  expect(await bench.rows('select address from addresses')).toEqual([{ address: '4 MADE UP ROW, XE1 1AA' }]);
});

it('refuses rents and prices with decimal commas, which would be read as a hundred times the amount', async () => {
  const rents =
    'reference;address;rent;let_on\nA;4 Made Up Row, XE1 1AA;950,50;2026-10-01\nB;5 Made Up Row, XE1 1AA;1,250;2026-10-01\n';
  await bench.load('operator-lettings', 'own_20261102.csv', rents, { mapping: { rent_period: 'pcm' } });
  expect(await bench.reasons()).toContain(
    'The rent "950,50" is not an amount above £0 and up to £100,000 a month, such as 1250 or 1,250.50.',
  );
  expect(await bench.rows("select rent_pcm from lettings where reference = 'B'")).toEqual([
    { rent_pcm: 1250 },
  ]);
  const adverts =
    'reference;address;price\nA;4 Made Up Row, XE1 1AA;300000,00\nB;5 Made Up Row, XE1 1AA;300,000\n';
  await bench.load('listings-csv', 'own_20261102.csv', adverts, { mapping: { listing_type: 'sale' } });
  expect(await bench.reasons()).toContain('The price "300000,00" is not a number of pounds.');
  expect(await bench.rows("select price from listings where reference = 'B'")).toEqual([{ price: 300000 }]);
});

it('reads UPRNs that a spreadsheet saved if they have all their digits, and else says how to save the table', async () => {
  const forms = ["'998000000001", '998,000,000,002', '998 000 000 003', '998000000004.0'];
  const lines = [...forms, '9.98E+11'].map((uprn, i) => `"${uprn}",${i + 1} Saved Row,XE1 9AA\n`);
  await bench.load('address-list', 'saved.csv', `UPRN,ADDRESS,POSTCODE\n${lines.join('')}`);
  expect(
    await bench.rows(`select uprn, address from addresses where postcode = 'XE1 9AA' order by 1`),
  ).toEqual([1, 2, 3, 4].map((n) => ({ uprn: 998000000000 + n, address: `${n} SAVED ROW, XE1 9AA` })));
  const id = (n: number) => `{AAAAAAAA-0000-0000-0000-00000000000${n}}`;
  await bench.load('hmlr-uprn-lookup', 'l.csv', forms.map((uprn, i) => `${id(i)};${uprn}\n`).join(''));
  expect(await bench.rows('select from hmlr_uprn_lookup')).toHaveLength(4);
  const refused = await bench.refusal('hmlr-uprn-lookup', 'r.csv', `${id(7)},9.98E+11\n`);
  expect(refused.message).toContain('a UPRN that a spreadsheet has rounded: set the column to text');
});

it.each([
  ['UTF-16, as by Notepad', Buffer.from('\ufeff', 'utf16le'), 'utf16le'],
  ['Windows-1252', Buffer.alloc(0), 'latin1'],
  ['UTF-8 with a mark', Buffer.from('\ufeff'), 'utf8'],
] as const)('finds the columns of a mapping file that was saved in %s', async (_, mark, encoding) => {
  const folder = await mkdtemp(join(tmpdir(), 'domesday-mapping-'));
  const mapping = join(folder, 'mapping.yaml');
  const text = 'uprn: UPRN\r\naddress: Propriété\r\n';
  await writeFile(mapping, Buffer.concat([mark, Buffer.from(text, encoding)]));
  const row = '998000000021,"21 Made Up Row, XE1 1AA"';
  await bench.load('address-list', 'own_20261103.csv', `UPRN,Propriété\n${row}\n`, { mapping, force: true });
  await rm(folder, { recursive: true });
  expect(await bench.rows('select address from addresses where uprn = 998000000021')).toEqual([
    { address: '21 MADE UP ROW, XE1 1AA' },
  ]);
});

it.each([
  ['address-list', 'UPRN,Address,Post Code\n998000000001,1 Cod Lane,XE1 1AA\n', 'all_address_records()'],
  [
    'operator-lettings',
    'reference,address,Post Code,rent,rent_period,let_on\nA,1 Cod Lane,XE1 1AA,900,pcm,2026-01-02\n',
    'lettings',
  ],
  [
    'listings-csv',
    'reference,listing_type,price,address,Post Code\nA,sale,100000,1 Cod Lane,XE1 1AA\n',
    'listings',
  ],
  ['brma-lookup', 'Post Code,BRMA\nXE1 1AA,Cod\n', 'brma_postcodes'],
])('reads the postcode of %s if the header writes it as two words', async (dataset, text, table) => {
  await bench.load(dataset, `${dataset}-two-words.csv`, text, { force: true, replace: true });
  expect(await bench.rows(`select postcode from ${table}`)).toEqual([{ postcode: 'XE1 1AA' }]);
});

it('stores no licence number and no stop whose code a spreadsheet has rounded, and reports them', async () => {
  const mapping = { columns: { licence_number: 'No', address: 'Address' }, ...AUTHORITY };
  const register = 'No,Address\n1.00012E+11,"1 Cod Lane, XE1 1AA"\n9E2,"2 Cod Lane, XE1 1AA"\n';
  const { checks } = await bench.load('hmo-register', 'rounded.csv', register, { mapping, force: true });
  const numbers = await bench.rows('select licence_number as n from hmo_licences order by address');
  expect(numbers).toEqual([{ n: null }, { n: '9E2' }]);
  expect(checks.find(({ name }) => name === 'unread.licence_number')).toMatchObject({ status: 'warn' });
  const stop = (code: string) => `${code},Cod Lane,620100,440100,BCT,active\n`;
  const stops = `ATCOCode,CommonName,Easting,Northing,StopType,Status\n${stop('1.80000E+11')}${stop('099800001')}`;
  const { reject_reasons } = await bench.load('naptan', 'rounded.csv', stops, { force: true });
  expect(reject_reasons).toEqual([{ reason: expect.stringContaining('spreadsheet has rounded'), rows: 1 }]);
  expect(await bench.rows('select id from transport_stops')).toEqual([{ id: '099800001' }]);
});
