import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, expect, it } from 'vitest';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

/** An upload of homes for sale, by their reference and PRICE_QUALIFIER; made up. */
function upload(homes: Record<string, string>): string {
  const names =
    'AGENT_REF,PRICE_QUALIFIER,ADDRESS_1,TOWN,POSTCODE1,POSTCODE2,BRANCH_ID,STATUS_ID,PRICE,TRANS_TYPE_ID';
  const lines = Object.entries(homes).map((home) =>
    [...home, '4 Made Up Row', 'Xanbury', 'XE1', '1AA', 77, 0, 300_000, 1].join('^'),
  );
  return `#HEADER#\nVersion : 3\nEOF : '^'\nEOR : '~'\n\n#DEFINITION#\n${names.replaceAll(',', '^')}^~\n\n#DATA#\n${lines.map((line) => `${line}^~`).join('\n')}\n#END#\n`;
}

const messages = (homes: Record<string, number | null>) =>
  Object.entries(homes).map(([agent_ref, price_qualifier]) => ({
    branch: { branch_id: 5, channel: 1 },
    property: {
      agent_ref,
      status: 1,
      address: { address_2: 'Made Up Row', town: 'Xanbury', postcode_1: 'XE1', postcode_2: '1AA' },
      price_information: { price: 300_000, price_qualifier },
      details: {},
    },
  }));

const updates = (homes: Record<string, string | null>) =>
  Object.entries(homes).map(([listing_reference, price_qualifier]) => ({
    listing_reference,
    life_cycle_status: 'available',
    pricing: { transaction_type: 'sale', price: 300_000, price_qualifier },
    location: { street_name: 'Made Up Row', town_or_city: 'Xanbury', postal_code: 'XE1 1AA' },
  }));

const table = (homes: Record<string, [price: string, price_qualifier: string]>) =>
  `reference,listing_type,price,price_qualifier,address,postcode\n${Object.entries(homes)
    .map(
      ([reference, [price, qualifier]]) => `${reference},sale,${price},${qualifier},4 Made Up Row,XE1 1AA\n`,
    )
    .join('')}`;

it('serves no advert whose price is on application only, in each advert format', async () => {
  await bench.load('listings-blm', '77_20261101.blm', upload({ B1: '2', B2: '1', B3: '' }));
  await bench.load('listings-rtdf', 'messages.json', JSON.stringify(messages({ R1: 1, R2: 2, R3: null })));
  await bench.load(
    'listings-zpg',
    'z_20261101.json',
    JSON.stringify(updates({ Z1: 'price_on_application', Z2: 'guide_price', Z3: null, Z4: 'non_quoting' })),
  );
  await bench.load(
    'listings-csv',
    'own_20261101.csv',
    table({
      C1: ['300000', 'Price on application'],
      C2: ['POA', ''],
      C3: ['300000', 'Guide price'],
      C4: ['1', 'poa'],
      C5: ['300000', 'non_quoting'],
    }),
  );
  const shown = await bench.rows('select reference from listings order by 1');
  expect(shown.map(({ reference }) => reference)).toEqual(['B1', 'B3', 'C3', 'R2', 'R3', 'Z2', 'Z3']);
  expect(await bench.rows('select reason, count(*)::integer as n from dataset_rejects group by 1')).toEqual([
    { reason: 'The price is on application, and not to be shown.', n: 8 },
  ]);
});
