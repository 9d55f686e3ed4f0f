import { inTransaction } from '@domesday/db';
import { publishing } from '@domesday/loading/rebuild.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildAddressIndex } from './build.ts';
import { match, matchMany, search } from './index.ts';

const LISTED = ['12 OAK ROAD, XANBURY', '14 OAK ROAD, XANBURY', 'UNIT 2, 8 OAK ROAD, XANBURY'];
const FIRST_UPRN = 998_400_000_001;
let database: TestDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
  await database.db.query(
    `insert into addresses (uprn, address, postcode, country, latitude, longitude, source)
     select 998400000000 + n, address || ', XE16 8UD', 'XE16 8UD', 'England', 53.9, 1.5, 'address-list'
       from unnest($1::text[]) with ordinality listed (address, n)`,
    [LISTED],
  );
  await inTransaction(database.db, (client) => publishing(client, () => rebuildAddressIndex(client)));
});
afterAll(() => database?.drop());

describe('an address as programs and assistants write it', () => {
  it.each([
    [
      '{"postcode":"xe168ud","city":"Xanbury","street":"Oak Road","house_number":12}',
      'a record in any order',
    ],
    ['House number: 12\nStreet: Oak Road\nTown: Xanbury\nPostcode: XE16 8UD', 'a form'],
    ['https://maps.example.com/?q=12%20Oak%20Road%2C%20Xanbury%2C%20XE16%208UD', 'the link of a map'],
    ['twelve oak road xanbury x e one six eight u d', 'said, with its postcode'],
  ])('%s is matched with its postcode and found first: %s', async (text) => {
    const query = { address: text, postcode: null };
    const alone = await match(database.db, query);
    expect(alone).toMatchObject({ status: 'matched', postcode: 'XE16 8UD' });
    expect(alone.best?.candidate.uprn).toBe(FIRST_UPRN);
    const [ofMany] = await matchMany(database.db, [query]);
    expect(ofMany?.best?.candidate.uprn).toBe(FIRST_UPRN);
    const [hit] = await search(database.db, { q: text, limit: 10 });
    expect(hit?.uprn).toBe(FIRST_UPRN);
  });

  it('is found if its letters and digits are full-width characters', async () => {
    const hits = await search(database.db, { q: '１４ ＯＡＫ ＲＯＡＤ， ＸＡＮＢＵＲＹ', limit: 10 });
    expect(hits.map(({ uprn }) => uprn)).toEqual([FIRST_UPRN + 1]);
  });

  it('is matched with a space before its comma, alone and in a batch', async () => {
    const query = { address: 'Unit 2 , 8 Oak Road, Xanbury', postcode: 'XE16 8UD' };
    const found = [await match(database.db, query), ...(await matchMany(database.db, [query, query]))];
    expect(found.map(({ status }) => status)).toEqual(['matched', 'matched', 'matched']);
  });
});
