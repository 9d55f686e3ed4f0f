import type { LoadOptions } from '@domesday/loading/types';
import { type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Every row in this file is made up.
let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s?.drop());

const uprn = (n: number) => 998_000_000_000 + n;
const tuid = (n: number) => `{0000AAAA-0000-0000-0000-${String(n).padStart(12, '0')}}`;
const PLACES: [postcode: string, paon: string, road: string][] = [
  // A second home of this address has no postcode in the list: it gets one by its position.
  ['XE1 1AA', '5', 'COD ROW'],
  // Both addresses belong to homes that the list knows only by a number: the Land Registry's look-up says so for the
  // first, a council's register for the second. Another home of the list has nearly the same name.
  ['XE1 1AB', 'GULL COTTAGE', 'TERN ROW'],
  ['XE1 1AD', 'WHELK COTTAGE', 'KELP ROW'],
];
const each = (line: (place: string, n: number, postcode: string) => string) =>
  PLACES.map(([postcode, paon, road], n) =>
    line(`${paon}${/\d/.test(paon) ? '' : ','} ${road}, HAVEN`, n + 1, postcode),
  ).join('');

const sale = (n: number, [postcode, paon, road]: (typeof PLACES)[number]) =>
  `"${tuid(n)}","200000","2024-03-01 00:00","${postcode}","T","N","F","${paon}","","${road}","","HAVEN","HAVEN","SEASHIRE","A","A"\n`;

const FILES: Record<string, [text: string, options?: LoadOptions]> = {
  'code-point-open': [
    PLACES.map(
      ([postcode], n) =>
        `"${postcode}",10,${400_000 + n * 5000},300000,"E92000001","","","","E06999001","E05999001"\n`,
    ).join(''),
  ],
  'os-open-uprn': [`UPRN,X_COORDINATE,Y_COORDINATE,LATITUDE,LONGITUDE\n${uprn(9)},400010,300010,52.6,-2\n`],
  'price-paid': [PLACES.map((place, n) => sale(n + 1, place)).join('') + sale(8, PLACES[1]!)],
  'hmlr-uprn-lookup': [`${tuid(8)},${uprn(10)}\n`],
  'hmo-register': [
    `N,A,P,U\n1,"Whelk Cottage, Kelp Row, Haven",XE1 1AD,${uprn(11)}\n`,
    {
      mapping: {
        columns: { licence_number: 'N', address: 'A', postcode: 'P', uprn: 'U' },
        local_authority_code: 'E06999001',
        register_date: '2024-01-01',
        licence_type: 'mandatory',
      },
    },
  ],
  'operator-lettings': [
    `Ref,Home,Code,Amount,Per,Agreed\n${each((place, n, code) => `${n},"${place}",${code},900,pcm,2026-01-05\n`)}`,
    {
      mapping: {
        columns: {
          reference: 'Ref',
          address: 'Home',
          postcode: 'Code',
          rent: 'Amount',
          rent_period: 'Per',
          let_on: 'Agreed',
        },
      },
    },
  ],
  'listings-csv': [
    `reference,listing_type,price,address,postcode,status\n${each((place, n, code) => `${n},sale,200000,"${place}",${code},Available\n`)}`,
  ],
  'address-list': [
    `UPRN,ADDRESS,POSTCODE\n${uprn(1)},"5 COD ROW, HAVEN",XE1 1AA\n${uprn(9)},"5 COD ROW, XANBURY",\n` +
      `${uprn(2)},"GULLS COTTAGE, TERN ROW, HAVEN",XE1 1AB\n${uprn(10)},"7 TERN ROW, HAVEN",XE1 1AB\n` +
      `${uprn(3)},"WHELKS COTTAGE, KELP ROW, HAVEN",XE1 1AD\n${uprn(11)},"9 KELP ROW, HAVEN",XE1 1AD\n`,
  ],
};

async function links(order: string[]): Promise<unknown> {
  await s.empty();
  await s.rows('truncate lettings, listings');
  // Derived tables are built before the last load, so that only that one updates complete tables.
  for (const [i, dataset] of order.entries()) {
    const [text, options] = FILES[dataset]!;
    await s.loadText(dataset, text, { ...options, skipDerived: i < order.length - 2 });
  }
  return {
    addresses: await s.rows('select uprn, postcode, postcode_from from addresses order by 1'),
    sales: await s.rows(
      'select transaction_id, uprn, uprn_method, uprn_confidence, position from sales order by 1',
    ),
    lettings: await s.rows('select reference, uprn, uprn_confidence, position from lettings order by 1'),
    listings: await s.rows('select reference, uprn, uprn_confidence, position from listings order by 1'),
  };
}

const ALL = Object.keys(FILES);
let linked_in_order: unknown;
beforeAll(async () => {
  linked_in_order = await links(ALL);
});

it.each(ALL.slice(0, -1))(
  'links the same records to the same homes if %s, which adds a postcode or a spelling to a home, is loaded last',
  async (last) => {
    expect(await links([...ALL.filter((one) => one !== last), last])).toEqual(linked_in_order);
  },
);

it('rewrites no sale, letting or listing for a register that adds no spelling to a home', async () => {
  const versions = async () => {
    const of = (table: string) => s.rows(`select xmin::text, ctid::text from ${table} order by 2`);
    return [await of('sales'), await of('lettings'), await of('listings')];
  };
  await links(ALL);
  const before = await versions();
  const [text, options] = FILES['hmo-register']!;
  await s.loadText(
    'hmo-register',
    text.replace(/^1,.*,/m, '1,"1 Eel Row, Haven",XE1 1AA,').replace(/\d+\n$/, '\n'),
    {
      ...options,
      mapping: { ...(options!.mapping as object), local_authority_code: 'E06999002' },
    },
  );
  expect(await versions()).toEqual(before);
});

it('leaves no sale or application at the former place of a postcode that the newest file moves or lacks', async () => {
  await links(ALL);
  await s.rows('truncate planning_applications');
  const unit = (postcode: string, easting: number) =>
    `"${postcode}",10,${easting},310000,"E92000001","","","","E06999001","E05999001"\n`;
  const [postcodes] = FILES['code-point-open']!;
  await s.loadText('code-point-open', `${postcodes}${unit('XE1 1AE', 420_000)}${unit('XE1 1AF', 425_000)}`);
  // Most sales are linked already, so that the table of sales is not rebuilt.
  const linked = Array.from({ length: 30 }, (_, n) => sale(20 + n, PLACES[0]!));
  const others = ['XE1 1AE', 'XE1 1AF'].map((postcode, n) => sale(60 + n, [postcode, '1', 'EEL ROW']));
  await s.loadText('price-paid', [...linked, ...others].join(''));
  const sites = ['XE1 1AE', 'XE1 1AF'].map((code, n) => `X/${n},1 Eel Row ${code},Extension,,01/03/2024\n`);
  await s.loadText('planning-applications', `Ref,Site,Proposal,Decision,Received\n${sites.join('')}`, {
    mapping: {
      columns: {
        ...{ reference: 'Ref', address: 'Site', description: 'Proposal', decision: 'Decision' },
        received: 'Received',
      },
      authority_code: 'E06999001',
      authority_name: 'Xanshire',
    },
  });
  const placed = async () => ({
    sales: await s.rows(
      "select postcode, position from sales where transaction_id::text like '%-00000000006_' order by 1",
    ),
    applications: await s.rows(
      'select reference, position, easting, latitude, placed_by_postcode from planning_applications order by 1',
    ),
  });
  expect((await placed()).applications.map(({ easting }) => easting)).toEqual([420_000, 425_000]);
  await s.loadText('code-point-open', `${postcodes}${unit('XE1 1AE', 430_000)}`, { force: true });
  const { sales, applications } = await placed();
  expect(sales.map(({ position }) => position)).toEqual([{ x: 430_000, y: 310_000 }, null]);
  expect(applications).toMatchObject([
    { easting: 430_000, position: { x: 430_000, y: 310_000 }, placed_by_postcode: true },
    { easting: null, position: null, latitude: null },
  ]);
});

it('gives each address of AddressBase Premium its street in the same language, and in English if there is none', async () => {
  await s.empty();
  const street = (name: string, language: string, usrn = 7000001) =>
    `15,"I",2,${usrn},"${name}","","HAVEN","SEASHIRE","${language}",2001-01-01,,2016-01-01,2001-01-01`;
  const spelt = (language: string, status: number, usrn = 7000001) =>
    `24,"I",5,998000000001,"9999${language}${usrn}","${language}",${status},2001-01-01,,2016-01-01,2001-01-01,,"",,"","",4,"",,"","",${usrn},"1","","","Y"`;
  await s.loadText(
    'address-list',
    [
      street('HEOL XERYN', 'CYM'),
      street('COD LANE', 'ENG'),
      street('COD LANE OF NO LANGUAGE', ''),
      street('QUAY ROAD', '', 7000002),
      '21,"I",3,998000000001,1,2,2001-01-01,,620100.00,440100.00,53.811,1.343,1,9999,"W",2001-01-01,,2016-01-01,2001-01-01,"D","XE1 1AA",0',
      spelt('ENG', 1),
      spelt('CYM', 1),
      spelt('', 3, 7000002),
    ].join('\r\n'),
  );
  const [{ all }] = await s.rows(
    `select string_agg(address, '; ' order by variant) as all from all_address_records()`,
  );
  const haven = (street: string) => `4 ${street}, HAVEN, XE1 1AA`;
  expect(all).toBe(['COD LANE', 'HEOL XERYN', 'QUAY ROAD'].map(haven).join('; '));
});
