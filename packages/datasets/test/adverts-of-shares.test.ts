import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.rows('truncate listings, listing_events, dataset_loads, dataset_rejects'));

type Fields = Record<string, string | number>;

/** An agent's upload of homes for sale; all homes are made up. */
function upload(homes: Fields[]): string {
  const names =
    'AGENT_REF,PRICE_QUALIFIER,PROP_SUB_ID,FEATURE1,SUMMARY,BEDROOMS,ADDRESS_1,TOWN,BRANCH_ID,STATUS_ID,PRICE,TRANS_TYPE_ID';
  const usual = { ADDRESS_1: '4 Made Up Row', TOWN: 'Xanbury', BRANCH_ID: 77, STATUS_ID: 0, PRICE: 90_000 };
  const lines = homes.map((home) => {
    const fields: Fields = { ...usual, TRANS_TYPE_ID: 1, ...home };
    return `${names
      .split(',')
      .map((name) => fields[name] ?? '')
      .join('^')}^~`;
  });
  return `#HEADER#\nVersion : 3\nEOF : '^'\nEOR : '~'\n\n#DEFINITION#\n${names.replaceAll(',', '^')}^~\n\n#DATA#\n${lines.join('\n')}\n#END#\n`;
}

const message = (agent_ref: string, price: object) => ({
  branch: { branch_id: 5, channel: 1 },
  property: {
    agent_ref,
    status: 1,
    address: { address_2: 'Made Up Row', town: 'Xanbury' },
    price_information: { price: 90_000, ...price },
    details: {},
  },
});

const update = (listing_reference: string, more: { pricing?: object; tenure?: string }) => ({
  listing_reference,
  life_cycle_status: 'available',
  ...more,
  pricing: { transaction_type: 'sale', price: 90_000, ...more.pricing },
  location: { street_name: 'Made Up Row', town_or_city: 'Xanbury' },
});

it('stores no bedroom count for a house with 0 bedrooms, which is no studio, in each advert format', async () => {
  await bench.load(
    'listings-blm',
    '77_20261101.blm',
    upload([
      { AGENT_REF: 'B-HOUSE', PROP_SUB_ID: 26, BEDROOMS: 0 },
      { AGENT_REF: 'B-FLAT', PROP_SUB_ID: 8, BEDROOMS: 0 },
    ]),
  );
  const ofType = (reference: string, property_type: number) => {
    const { branch, property } = message(reference, {});
    return { branch, property: { ...property, property_type, details: { bedrooms: 0 } } };
  };
  await bench.load(
    'listings-rtdf',
    'messages.json',
    JSON.stringify([ofType('R-HOUSE', 26), ofType('R-FLAT', 8)]),
  );
  const ofWord = (reference: string, property_type: string) => ({
    ...update(reference, {}),
    ...{ property_type, total_bedrooms: 0 },
  });
  await bench.load(
    'listings-zpg',
    'z_20261101.json',
    JSON.stringify([ofWord('Z-HOUSE', 'cottage'), ofWord('Z-FLAT', 'flat')]),
  );
  const rows = await bench.rows('select reference, bedrooms from listings order by reference');
  expect(Object.fromEntries(rows.map((row) => [row.reference, row.bedrooms]))).toEqual({
    ...{ 'B-FLAT': 0, 'B-HOUSE': null },
    ...{ 'R-FLAT': 0, 'R-HOUSE': null },
    ...{ 'Z-FLAT': 0, 'Z-HOUSE': null },
  });
});

it('distinguishes the price of a share from that of a home, in each advert format', async () => {
  const summaries: [string, string][] = [
    ['B4', 'A 25% share of this home'],
    ['B5', 'Shared ownership, near the station'],
    ['B6', 'With a 50% share of the freehold'],
    ['B7', 'Not in shared ownership any more'],
    ['B8', '12.5 per cent share'],
  ];
  await bench.load(
    'listings-blm',
    '77_20261101.blm',
    upload([
      ...[9, 11, 12, 10, 2].map((PRICE_QUALIFIER) => ({ AGENT_REF: `Q${PRICE_QUALIFIER}`, PRICE_QUALIFIER })),
      { AGENT_REF: 'F1', FEATURE1: 'Tenure: Shared Ownership' },
      ...summaries.map(([AGENT_REF, SUMMARY]) => ({ AGENT_REF, SUMMARY })),
      { AGENT_REF: 'LET', TRANS_TYPE_ID: 2, SUMMARY: 'Shared ownership owners welcome', PRICE: 900 },
    ]),
  );
  await bench.load(
    'listings-rtdf',
    'messages.json',
    JSON.stringify([
      message('R9', { price_qualifier: 9 }),
      message('R12', { price_qualifier: 12 }),
      message('RT', { shared_ownership: true }),
      message('R0', { price_qualifier: 0, shared_ownership: false, tenure_type: 5 }),
    ]),
  );
  await bench.load(
    'listings-zpg',
    'z_20261101.json',
    JSON.stringify([
      update('ZT', { tenure: 'shared_ownership' }),
      update('ZQ', { pricing: { price_qualifier: 'shared_equity' } }),
      update('Z0', { tenure: 'share_of_freehold' }),
    ]),
  );
  await bench.load(
    'listings-csv',
    'own_20261101.csv',
    'reference,listing_type,price,price_qualifier,tenure,address\nCQ,sale,90000,Part Buy Part Rent,,4 Made Up Row\nCT,sale,90000,,Shared ownership,4 Made Up Row\nC0,sale,90000,Guide price,Share of freehold,4 Made Up Row\n',
  );
  const refs = async (of_share: boolean) =>
    (await bench.rows(`select reference from listings where of_share = ${of_share} order by 1`)).map(
      ({ reference }) => reference,
    );
  expect(await refs(true)).toEqual([
    'B4',
    'B5',
    'B8',
    'CQ',
    'CT',
    'F1',
    'Q11',
    'Q12',
    'Q9',
    'R12',
    'R9',
    'RT',
    'ZQ',
    'ZT',
  ]);
  expect(await refs(false)).toEqual(['B6', 'B7', 'C0', 'LET', 'Q10', 'Q2', 'R0', 'Z0']);
});

it('does not report the price of a share as a reduction of the price of the home', async () => {
  const feed = (day: string, PRICE: number, PRICE_QUALIFIER: number) =>
    bench.load('listings-blm', `77_${day}.blm`, upload([{ AGENT_REF: 'S', PRICE, PRICE_QUALIFIER }]));
  const events = async () =>
    (await bench.rows('select event from listing_events order by serial')).map(({ event }) => event);
  await feed('20261101', 360_000, 0);
  await feed('20261102', 90_000, 9);
  expect(await events()).toEqual(['listed']);
  expect(await bench.rows('select reduced from listings')).toEqual([{ reduced: false }]);
  await feed('20261103', 85_000, 9);
  expect(await events()).toEqual(['listed', 'reduced']);
});

it('stores no property type if a feed says only house or cottage, and does not call a room a flat', async () => {
  const codes = { 1: 'terraced', 23: null, 26: null, 28: 'flat', 48: 'other', 49: 'other', 110: 'other' };
  const words = {
    House: null,
    cottage: null,
    barn_conversion: null,
    town_house: 'terraced',
    'Detached house': 'detached',
    'detached bungalow': 'bungalow',
    'Flat share': 'other',
    houseboat: 'other',
    land: 'other',
    studio: 'flat',
  };
  await bench.load(
    'listings-blm',
    '77_20261101.blm',
    upload(Object.keys(codes).map((code) => ({ AGENT_REF: code, PROP_SUB_ID: code }))),
  );
  await bench.load(
    'listings-csv',
    'own_20261101.csv',
    `reference,listing_type,price,property_type,address\n${Object.keys(words)
      .map((word) => `${word},sale,300000,${word},4 Made Up Row\n`)
      .join('')}`,
  );
  const rows = await bench.rows('select reference, property_type from listings');
  expect(Object.fromEntries(rows.map((row) => [row.reference, row.property_type]))).toEqual({
    ...codes,
    ...words,
  });
});
