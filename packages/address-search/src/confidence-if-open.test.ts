import { inTransaction } from '@domesday/db';
import { publishing } from '@domesday/loading/rebuild.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildAddressIndex } from './build.ts';
import { match } from './index.ts';

/** Made-up homes. */
const LISTED = [
  ['QUILL HALL SCHOOL, MILL LANE, XANBURY', 'XE1 1AA'],
  ['ROSE COTTAGE, MILL LANE, XANBURY', 'XE1 1AA'],
  ['ROSE COTTAGE, ELM LANE, XANBURY', 'XE1 1AB'],
  ['HAZEL HOUSE, ELM LANE, XANBURY', 'XE1 1AB'],
  ['12 OAK ROAD, XANBURY', 'XE1 1AC'],
  ['14 OAK ROAD, VEXTOWN', 'XE2 1AA'],
  ['THE OLD BAKERY, 7 OAK ROAD, XANBURY', 'XE1 1AC'],
  ['FLAT 1, 20 BIRCH ROAD, XANBURY', 'XE1 1AD'],
  ['FLAT 2, 20 BIRCH ROAD, XANBURY', 'XE1 1AD'],
  ['FLAT 1, 40 BIRCH ROAD, XANBURY', 'XE1 1AD'],
] as const;
let database: TestDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
  await database.db.query(
    `insert into addresses (uprn, address, postcode, country, latitude, longitude, source)
     select 998430000000 + n, address || ', ' || postcode, postcode, 'England', 53.9, 1.5, 'address-list'
       from unnest($1::text[], $2::text[]) with ordinality listed (address, postcode, n)`,
    [0, 1].map((column) => LISTED.map((home) => home[column])),
  );
  await inTransaction(database.db, (client) => publishing(client, () => rebuildAddressIndex(client)));
});
afterAll(() => database?.drop());

describe('the confidence of an ambiguous answer', () => {
  it.each([
    ['Quill Hall School, Xanbury', null, 0.95, 'the only one of its name in the town'],
    ['12 Oak Road', null, 0.9, 'the only number 12, though the list has the street in another town'],
  ])(
    'is high if the text only omits details and one home has everything that the text says: %s',
    async (...asked) => {
      const [address, postcode, confidence] = asked;
      const { status, best, alternatives } = await match(database.db, { address, postcode });
      expect([status, best?.confidence]).toEqual(['ambiguous', confidence]);
      for (const other of alternatives) expect(other.confidence).toBeLessThanOrEqual(1 - confidence + 1e-9);
    },
  );

  it.each([
    ['20 Birch Road, Xanbury', 'XE1 1AD', 2, 0.3333],
    ['40 Birch Road, Xanbury', 'XE1 1AD', 1, 0.5],
  ])(
    'is divided between the listed flats of a house and one flat that the list may lack: %s',
    async (...asked) => {
      const [address, postcode, flats, confidence] = asked;
      const { status, best, alternatives } = await match(database.db, { address, postcode });
      const each = [best!, ...alternatives].slice(0, flats).map((one) => one.confidence);
      expect([status, each]).toEqual(['ambiguous', Array.from({ length: flats }, () => confidence)]);
    },
  );

  it.each([
    ['Rose Cottage, Xanbury', 'two homes of the name'],
    ['Hazel House', 'there may be others of the name'],
    ['12 Oak Road, Kent', 'another place is named'],
    ['12 Oak Road, Xanbury, XE2', 'another district is named'],
    ['The Old Bakery, 12 Oak Road', 'the name is that of another number'],
    ['Agricultural shed at 12 Oak Road', 'something at the home'],
    ['12 Oak Close', 'a street of another type'],
  ])('is at most one half if the text may mean another home: %s (%s)', async (address) => {
    const { best } = await match(database.db, { address, postcode: null });
    expect(best?.confidence ?? 0).toBeLessThanOrEqual(0.5);
  });
});
