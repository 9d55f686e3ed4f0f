import { prepareQuery } from '@domesday/addresses';
import { inTransaction } from '@domesday/db';
import { publishing } from '@domesday/loading/rebuild.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rebuildAddressIndex } from './build.ts';
import { dictionaryFor } from './dictionary.ts';
import { homesSharing } from './homes-sharing.ts';

const LISTED = [
  "ST. QUAX'S LODGE, OAK ROAD, XANBURY",
  'LARCH BARN, OAK ROAD, XANBURY',
  'REAR OF VEX COTTAGE, OAK ROAD, XANBURY',
  'FINCH BARN, MILL LANE, XANBURY',
  'VEX COTTAGE, MILL LANE, XANBURY',
  '12 MILL LANE, XANBURY',
];
let database: TestDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
  await database.db.query(
    `insert into addresses (uprn, address, postcode, country, latitude, longitude, source)
     select 998400000000 + n, address || ', XE1 1A' || case when address like '%OAK%' then 'A' else 'B' end,
            'XE1 1A' || case when address like '%OAK%' then 'A' else 'B' end, 'England', 53.9, 1.5, 'address-list'
       from unnest($1::text[]) with ordinality listed (address, n)`,
    [LISTED],
  );
  await inTransaction(database.db, (client) => publishing(client, () => rebuildAddressIndex(client)));
});
afterAll(() => database?.drop());

it.each([
  ["St Quax's Lodge, Xanbury", [0, 2], 'a name in the spelling of the list, and what is at another home'],
  ['Larch Barn, Oak Road, Xanbury', [0, 1, 2], 'every home of the street'],
  ['Finch Barn, Xanbury', [1, 2, 3], 'homes with one of the words in their address'],
  ['Vex Cottage, Xanbury', [2, 4], 'the home, and what is behind another of the name'],
])('%s is compared with homes %j of the outcode: %s', async (address, numbers) => {
  const dictionary = await dictionaryFor(database.db);
  const [reading] = prepareQuery(address, 'XE1 1ZZ');
  const homes = await homesSharing(database.db, reading!, { outcode: 'XE1', dictionary, most: 8 });
  expect(homes.map(({ uprn }) => uprn - 998400000001).sort()).toEqual(numbers);
});
