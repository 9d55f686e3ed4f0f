import { inTransaction } from '@domesday/db';
import { publishing } from '@domesday/loading/rebuild.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildAddressIndex } from './build.ts';
import { match, matchMany } from './index.ts';

const LISTED = [
  ['ROSEDALE, OAK ROAD, XANBURY', 'XE1 1AA'],
  ['MILTON HOUSE, OAK ROAD, XANBURY', 'XE1 1AA'],
  ['ROSEDENE, MILL LANE, XANBURY', 'XE1 1AB'],
  ['ROSEDENE, SALTER LANE, XANBURY', 'XE1 1AD'],
  ['WILTON HOUSE, MILL LANE, XANBURY', 'XE1 1AB'],
  ['WILTON HOUSE, SALTER LANE, XANBURY', 'XE1 1AD'],
] as const;
let database: TestDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
  await database.db.query(
    `insert into addresses (uprn, address, postcode, country, latitude, longitude, source)
     select 998400000000 + n, address || ', ' || postcode, postcode, 'England', 53.9, 1.5, 'address-list'
       from unnest($1::text[], $2::text[]) with ordinality listed (address, postcode, n)`,
    [LISTED.map(([address]) => address), LISTED.map(([, postcode]) => postcode)],
  );
  await inTransaction(database.db, (client) => publishing(client, () => rebuildAddressIndex(client)));
});
afterAll(() => database?.drop());

describe('a home known by its name', () => {
  it.each([
    ['Rosedene, Oak Road, Xanbury', 'ambiguous', 'Rosedene is the name of other houses'],
    ['Wilton House, Oak Road, Xanbury', 'ambiguous', 'so is Wilton House'],
    ['Rosedlae, Oak Road, Xanbury', 'matched', 'no house is called Rosedlae, so that is a slip'],
    ['Miltom House, Oak Road, Xanbury', 'matched', 'nor is one called Miltom House'],
  ])('%s is %s, since %s', async (address, status) => {
    const query = { address, postcode: 'XE1 1AA' };
    const found = await match(database.db, query);
    expect(found.status).toBe(status);
    expect(found.best?.candidate.postcode).toBe('XE1 1AA');
    const [ofMany] = await matchMany(database.db, [query]);
    expect(ofMany).toMatchObject({ status, alternatives: status === 'matched' ? {} : found.alternatives });
  });
});
