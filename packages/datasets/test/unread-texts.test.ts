import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// An optional text that cannot be read leaves its field empty, and the load says so. Every table here is made up.
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

interface Own {
  header: string;
  /** A row with a text of the column under test, or with none. */
  row: (text: string) => string;
  mapping?: Record<string, unknown>;
}
const HMO = { local_authority_code: 'E06999001', licence_type: 'mandatory' };
const lettings = (column: string): Own => ({
  header: `address,rent,rent_period,let_on,${column}`,
  row: (text) => `"4 Made Up Row, XE1 1AA",950,pcm,2026-10-01,"${text}"`,
});
const adverts = (column: string): Own => ({
  header: `reference,listing_type,price,address,${column}`,
  row: (text) => `A,sale,300000,"4 Made Up Row, XE1 1AA","${text}"`,
});
const licences = (field: string): Own => ({
  header: 'N,A,X',
  row: (text) => `1,"4 Made Up Row, XE1 1AA","${text}"`,
  mapping: { columns: { licence_number: 'N', address: 'A', [field]: 'X' }, ...HMO },
});
const applications = (field: string): Own => ({
  header: 'R,D,X',
  row: (text) => `A/1,A porch,"${text}"`,
  mapping: { columns: { reference: 'R', description: 'D', [field]: 'X' }, authority_name: 'Xanshire' },
});
const addresses = (column: string): Own => ({
  header: `UPRN,ADDRESS,POSTCODE,${column}`,
  row: (text) => `998000000001,4 Made Up Row,XE1 1AA,"${text}"`,
});

const COLUMNS: [dataset: string, column: string, own: Own, good: string | null, bad: string][] = [
  ['listings-csv', 'floor_area_sqm', adverts('floor_area_sqm'), '85.5', '85,5'],
  ['listings-csv', 'bedrooms', adverts('bedrooms'), '3', '3 beds'],
  ['listings-csv', 'bathrooms', adverts('bathrooms'), '1', 'one'],
  ['listings-csv', 'new_build', adverts('new_build'), 'no', 'not yet built'],
  ['listings-csv', 'uprn', adverts('uprn'), '998000000001', '9.98E+11'],
  ['listings-csv', 'latitude', adverts('latitude,longitude'), null, '53,9","1,48'],
  ['operator-lettings', 'bedrooms', lettings('bedrooms'), '2', '2 bed'],
  ['operator-lettings', 'uprn', lettings('uprn'), '998000000001', '9.98E+11'],
  ['operator-lettings', 'furnished', lettings('furnished'), 'part', 'white goods'],
  ['operator-lettings', 'bills_included', lettings('bills_included'), 'yes', 'water only'],
  ['hmo-register', 'max_occupants', licences('max_occupants'), '6', '6,5'],
  ['hmo-register', 'storeys', licences('storeys'), '3', '2 and a half'],
  ['hmo-register', 'uprn', licences('uprn'), '998000000001', 'see map'],
  ['planning-applications', 'decided', applications('decided'), '2026-03-02', 'March last'],
  ['planning-applications', 'uprn', applications('uprn'), '998000000001', 'see map'],
  ['address-list', 'easting', addresses('EASTING,NORTHING'), null, '620100,5","440100,5'],
  ['address-list', 'country', addresses('COUNTRY'), 'E', 'Britain'],
];

describe('a text that cannot be read in an optional column', () => {
  it.each(COLUMNS)(
    'is reported by the load of %s without its content: %s',
    async (dataset, column, own, good, bad) => {
      const { header, row, mapping } = own;
      const checks = async (text: string) => {
        const table = `${header}\n${row(text)}\n`;
        const options = { force: true, skipDerived: true, ...(mapping ? { mapping } : {}) };
        const { rows_read, checks } = await bench.load(dataset, 'own_20261101.csv', table, options);
        expect(rows_read).toBe(1);
        return checks.filter(({ name }) => name.startsWith('unread.'));
      };
      for (const text of good === null ? [] : [good, '', 'n/a']) expect(await checks(text)).toEqual([]);
      const form = bad
        .split('","')[0]!
        .replace(/[0-9]/g, '9')
        .replace(/[A-Za-z]/g, 'a');
      expect(await checks(bad)).toContainEqual({
        name: `unread.${column}`,
        status: 'warn',
        detail: `${column} is not stored for 1 row, because the text was not understood, such as one of the form "${form}".`,
      });
    },
  );
});

it.each(['listings-csv', 'operator-lettings'])(
  '%s: zero bedrooms of a house are stored as unknown, and are not reported as unread',
  async (dataset) => {
    const { header, row } = dataset === 'listings-csv' ? adverts('bedrooms') : lettings('bedrooms');
    const table = `${header},property_type\n${row('0')},detached\n`;
    const { checks } = await bench.load(dataset, 'own_20261101.csv', table, {
      force: true,
      skipDerived: true,
    });
    expect(checks.filter(({ name }) => name.startsWith('unread.'))).toEqual([]);
  },
);

it.each([
  ['Furnished', 'furnished'],
  ['unfurnished', 'unfurnished'],
  ['Not furnished', 'unfurnished'],
  ['Non-furnished', 'unfurnished'],
  ['Part-furnished', 'part_furnished'],
  ['Furnished or unfurnished', null],
])('reads %s of a letting as %s', async (text, furnished) => {
  const { header, row } = lettings('furnished');
  await bench.load('operator-lettings', 'own_20261101.csv', `${header}\n${row(text)}\n`, {
    force: true,
    replace: true,
    skipDerived: true,
  });
  expect(await bench.rows('select furnished from lettings')).toEqual([{ furnished }]);
});

it('warns that rents without a period are read as rents a month', async () => {
  const noted = async (header: string, row: string, mapping?: Record<string, unknown>) => {
    const text = `reference,listing_type,price,address${header}\nA,rent,900,"4 Made Up Row, XE1 1AA"${row}\n`;
    const { checks } = await bench.load('listings-csv', 'own_20261101.csv', text, {
      force: true,
      skipDerived: true,
      ...(mapping ? { mapping } : {}),
    });
    return checks.filter(({ name }) => name === 'rent_period');
  };
  expect(await noted(',rent_period', ',pcm')).toEqual([]);
  expect(await noted('', '', { columns: {}, rent_period: 'pcm' })).toEqual([]);
  for (const [header, row] of [
    ['', ''],
    [',rent_period', ','],
  ] as const)
    expect(await noted(header, row)).toEqual([
      {
        name: 'rent_period',
        status: 'warn',
        detail: 'Rents taken as rents a month, since neither the feed nor a mapping tells their period: 1.',
      },
    ]);
});

const BLM_FIELDS =
  'AGENT_REF^ADDRESS_1^POSTCODE1^POSTCODE2^BRANCH_ID^STATUS_ID^PRICE^TRANS_TYPE_ID^LET_RENT_FREQUENCY^';
/** A home to let in each format, with the period of its rent or without. */
const TO_LET: Record<string, [stated: string, not_stated: string]> = {
  'listings-blm': ['1', ''].map(
    (period) =>
      `#HEADER#\nVersion : 3\nEOF : '^'\nEOR : '~'\n#DEFINITION#\n${BLM_FIELDS}~\n#DATA#\nA_1^4 Made Up Row^XE1^1AA^A^0^900^2^${period}^~\n#END#\n`,
  ) as [string, string],
  'listings-rtdf': [{ rent_frequency: 12 }, {}].map((period) =>
    JSON.stringify({
      branch: { branch_id: 1, channel: 2 },
      property: {
        ...{ agent_ref: 'A', status: 1, details: {}, price_information: { price: 900, ...period } },
        address: { house_name_number: '4', address_2: 'Made Up Row', postcode_1: 'XE1', postcode_2: '1AA' },
      },
    }),
  ) as [string, string],
  'listings-zpg': [{ rent_frequency: 'per_month' }, {}].map((period) =>
    JSON.stringify({
      ...{ listing_reference: 'A', life_cycle_status: 'available' },
      pricing: { transaction_type: 'rent', price: 900, currency_code: 'GBP', ...period },
      location: { property_number_or_name: '4', street_name: 'Made Up Row', postal_code: 'XE1 1AA' },
    }),
  ) as [string, string],
};

it.each(Object.entries(TO_LET))(
  'warns of rents without a period in a feed of %s too',
  async (dataset, [stated, not_stated]) => {
    const noted = async (text: string) =>
      (
        await bench.load(dataset, 'feed_20261101.txt', text, { force: true, skipDerived: true })
      ).checks.flatMap(({ name, detail }) => (name === 'rent_period' ? [detail] : []));
    expect(await noted(stated)).toEqual([]);
    expect(await noted(not_stated)).toEqual([
      'Rents taken as rents a month, since neither the feed nor a mapping tells their period: 1.',
    ]);
    expect(await bench.rows(`select price from listings where source = '${dataset}'`)).toEqual([
      { price: 900 },
    ]);
  },
);

/** Metres of a field in XE1, and the degrees of a place 55 km to the north of it. */
const HERE = '620100,440100';
const ELSEWHERE = '54.3,1.366';
const BOTH: Record<string, [header: string, row: string, table: string, more?: Record<string, unknown>]> = {
  'os-open-uprn': ['UPRN,X_COORDINATE,Y_COORDINATE,LATITUDE,LONGITUDE', `9,${HERE},`, 'uprn_points'],
  'address-list': [
    'UPRN,ADDRESS,POSTCODE,EASTING,NORTHING,LATITUDE,LONGITUDE',
    `9,"9 COD LANE, XANBURY",XE1 1AA,${HERE},`,
    'addresses',
  ],
  onspd: [
    'pcds,dointr,doterm,oslaua,oseast1m,osnrth1m,osgrdind,ctry,lat,long',
    `XE1 1AA,198001,,E06999001,${HERE},1,E92000001,`,
    'onspd_postcodes',
  ],
  naptan: [
    'ATCOCode,CommonName,StopType,Status,Easting,Northing,Latitude,Longitude',
    `0998000009,Cod Lane,BCT,active,${HERE},`,
    'transport_stops',
  ],
  'retail-points': [
    'id,retailer,fascia,store_name,postcode,size_band,bng_e,bng_n,lat_wgs,long_wgs',
    `9,Xandl,Xandl,Xandl Haven,XE1 1AA,A,${HERE},`,
    'retail_points',
  ],
  'schools-scotland': [
    'SeedCode,SchoolName,SchoolType,PupilRoll,Easting,Northing,Latitude,Longitude',
    `5999001,Cod Academy,Primary,30,${HERE},`,
    'schools',
  ],
  'planning-applications': [
    'Ref,Proposal,X,Y,Lat,Lon',
    `X/9,A porch,${HERE},`,
    'planning_applications',
    {
      columns: {
        ...{ reference: 'Ref', description: 'Proposal', easting: 'X', northing: 'Y' },
        ...{ latitude: 'Lat', longitude: 'Lon' },
      },
      authority_code: 'E06999001',
      authority_name: 'Xanshire',
    },
  ],
};

it.each(Object.entries(BOTH))(
  'stores no position of %s if its metres and its degrees are of two places',
  async (dataset, [header, row, table, mapping]) => {
    const placed = async (degrees: string) => {
      await bench.rows(`truncate ${table} cascade`);
      const options = { force: true, replace: true, ...(mapping ? { mapping } : {}) };
      await bench.load(dataset, 'a.csv', `${header}\n${row}${degrees}\n`, options).catch(() => null);
      return bench.rows(`select easting from ${table} where easting is not null`);
    };
    expect(await placed('53.8106,1.3416')).toEqual([{ easting: 620100 }]);
    expect(await placed(ELSEWHERE)).toEqual([]);
  },
);

it('stops a load of adverts with square feet in a column of square metres, unless it is forced', async () => {
  const feed = (areas: number[]) =>
    `reference,listing_type,price,address,floor_area_sqm\n${areas.map((area, n) => `F${n},sale,300000,"${n + 1} Made Up Row, XE1 1AA",${area}\n`).join('')}`;
  const load = (areas: number[], options = {}) =>
    bench.load('listings-csv', `${areas.join('-')}.csv`, feed(areas), { skipDerived: true, ...options });
  const feet = [560, 720, 890, 1310, 380];
  await expect(load(feet)).rejects.toThrow('as if they were square feet');
  expect((await load(feet, { force: true })).rows_published).toBe(5);
  const metres = [52, 67, 83, 122, 640];
  expect((await load(metres)).checks.filter(({ name }) => name === 'floor_area_sqm')).toEqual([]);
});
