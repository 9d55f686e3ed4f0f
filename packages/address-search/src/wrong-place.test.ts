import { inTransaction } from '@domesday/db';
import { publishing } from '@domesday/loading/rebuild.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildAddressIndex } from './build.ts';
import { match, search } from './index.ts';

/** Made-up homes. Most are pairs with the same name in two places. */
const HOMES: [string, string][] = [
  ['3 MARRIED QUARTERS, FINCH BARRACKS, XANBURY', 'XE1 1AA'],
  ['3 MARRIED QUARTERS, LARK BARRACKS, QUAXBY', 'XE1 1AB'],
  ['6 THE CRESCENT, XANBURY', 'XE1 1AD'],
  ['6 THE AVENUE, XANBURY', 'XE1 1AE'],
  ['HUT 3, FINCH BARRACKS, GREEN ROAD, XANBURY', 'XE1 1AA'],
  ['HUT 3, LARK BARRACKS, MILL ROAD, QUAXBY', 'XE1 1AB'],
  ['PORTERS LODGE, FINCH COLLEGE, CHURCH LANE, XANBURY', 'XE1 1AH'],
  ['PORTERS LODGE, LARK COLLEGE, SCHOOL LANE, QUAXBY', 'XE1 1AJ'],
  ['MOORING 8, PLOVER WHARF, XANBURY', 'XE1 1AF'],
  ['MOORING 9, PLOVER WHARF, XANBURY', 'XE1 1AG'],
  ['WREN FARM, OAK LANE, EAST VEXTON, XANBURY', 'XE1 1AN'],
];

describe('a home whose name other homes have too', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await emptyDatabase();
    await database.db.query(
      `insert into addresses (uprn, address, postcode, country, source)
       select 998210000000 + i, address || ', ' || postcode, postcode, 'England', 'address-list'
         from unnest($1::text[], $2::text[]) with ordinality as homes (address, postcode, i)`,
      [HOMES.map(([address]) => address), HOMES.map(([, postcode]) => postcode)],
    );
    await inTransaction(database.db, (client) => publishing(client, () => rebuildAddressIndex(client)));
  });
  afterAll(() => database?.drop());

  const found = async (q: string) =>
    (await search(database.db, { q, limit: 10 })).map(({ address }) => address.replace(/, XE.*/, ''));

  it.each([
    ['3 Married Quarters, Finch Barracks, Xanbury, XE1 1AB', HOMES[0]![0]],
    ['6 The Crescent, Xanbury, XE1 1AE', HOMES[2]![0]],
    ['Hut 3, Finch Barracks, Green Road, Xanbury, XE1 1AB', HOMES[4]![0]],
    ['Porters Lodge, Finch College, Church Lane, Xanbury, XE1 1AJ', HOMES[6]![0]],
  ])('is listed even if the typed postcode is that of another home of the name: %s', async (q, home) => {
    expect(await found(q)).toContain(home);
  });

  it('is listed first by its name, even if the query adds a place that the list leaves out', async () => {
    expect((await found('Mooring 8, Plover Wharf, East Green, Xanbury'))[0]).toBe(HOMES[8]![0]);
  });

  it.each([
    ['Hut 3, Finch Barracks, Green Road, Xanbury', 'XE1 1AB', HOMES[4]![0]],
    ['Porters Lodge, Finch College, Church Lane, Xanbury', 'XE1 1AJ', HOMES[6]![0]],
  ])(
    'is matched even with the postcode of another home of the name, if the query gives its street: %s, %s',
    async (...asked) => {
      const [address, postcode, home] = asked;
      const { status, best } = await match(database.db, { address, postcode });
      expect([status, best?.candidate.address.replace(/, XE.*/, '')]).toEqual(['matched', home]);
    },
  );
});
