import { inTransaction } from '@domesday/db';
import { publishing } from '@domesday/loading/rebuild.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildAddressIndex } from './build.ts';
import { match, matchMany } from './index.ts';

/** Made-up homes. */
const LISTED = [
  ['12 OAK ROAD, XANBURY', 'XE1 1AA'],
  ['14 OAK ROAD, XANBURY', 'XE1 1AA'],
  ['7 ELM ROAD, VEXTOWN', 'XE9 9AB'],
  ['20 OAK ROAD, XANBURY', 'XE1 1AA'],
  ['20 OAK ROAD, VEXTOWN', 'XE9 9AD'],
  ['22 OAK ROAD, VEXTOWN', 'XE9 9AD'],
  ['FLAT 1, 24 OAK ROAD, VEXTOWN', 'XE9 9AD'],
  ['FLAT 2, 24 OAK ROAD, VEXTOWN', 'XE9 9AD'],
  ['24 OAK ROAD, XANBURY', 'XE1 1AA'],
  ['5 ASH ROAD, VEXTOWN', 'XO5 8SB'],
] as const;
let database: TestDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
  await database.db.query(
    `insert into addresses (uprn, address, postcode, country, latitude, longitude, source)
     select 998440000000 + n, address || ', ' || postcode, postcode, 'England', 53.9, 1.5, 'address-list'
       from unnest($1::text[], $2::text[]) with ordinality listed (address, postcode, n)`,
    [0, 1].map((column) => LISTED.map((home) => home[column])),
  );
  await inTransaction(database.db, (client) => publishing(client, () => rebuildAddressIndex(client)));
});
afterAll(() => database?.drop());

describe('a second postcode', () => {
  it.each([
    ['12 Oak Road, Xanbury, XE1 1AA, XE9 9AB', null, 'behind the right one'],
    ['12 Oak Road, Xanbury, XE1 1AA', 'XE9 9AB', 'in a column beside it'],
    ['12 Oak Road, Xanbury, XE1, 1AA', 'XE9 9AB', 'of which the text has the right one in two parts'],
  ])('makes the answer ambiguous, with the right home first: %s, %s (%s)', async (...asked) => {
    const [address, postcode] = asked;
    for (const found of [
      await match(database.db, { address, postcode }),
      (await matchMany(database.db, [{ address, postcode }]))[0]!,
    ]) {
      expect([found.status, found.best?.candidate.address]).toEqual([
        'ambiguous',
        '12 OAK ROAD, XANBURY, XE1 1AA',
      ]);
      expect([found.postcode, found.best!.confidence <= 0.6]).toEqual(['XE9 9AB', true]);
    }
  });

  it.each([
    [
      '20 Oak Road, Xanbury, XE1 1AA',
      'XE9 9AD',
      ['20 OAK ROAD, XANBURY, XE1 1AA', '20 OAK ROAD, VEXTOWN, XE9 9AD'],
    ],
    ['20 Oak Road, XE1 1AA', 'XE9 9AD', ['20 OAK ROAD, VEXTOWN, XE9 9AD', '20 OAK ROAD, XANBURY, XE1 1AA']],
    [
      '20 Oak Road, Xanbury, XE1 1AA',
      'XE9 9AB',
      ['20 OAK ROAD, XANBURY, XE1 1AA', '20 OAK ROAD, VEXTOWN, XE9 9AD'],
    ],
    [
      '24 Oak Road, XE1 1AA',
      'XE9 9AD',
      ['24 OAK ROAD, XANBURY, XE1 1AA', 'FLAT 1, 24 OAK ROAD, VEXTOWN, XE9 9AD'],
    ],
  ])('gives both homes if each postcode or its place has one: %s, %s', async (address, postcode, homes) => {
    for (const found of [
      await match(database.db, { address, postcode }),
      (await matchMany(database.db, [{ address, postcode }]))[0]!,
    ]) {
      const named = [found.best!, ...found.alternatives];
      expect(named.slice(0, 2).map(({ candidate }) => candidate.address)).toEqual(homes);
      expect([found.status, named.every(({ confidence }) => confidence <= 0.5)]).toEqual(['ambiguous', true]);
    }
  });

  it.each([
    ['22 Oak Road, Vextown, XE1 1AA', 'XE9 9AD', 'the other has no such number'],
    ['20 Oak Road, Vextown, xe9 9ad', 'XE9 9AD', 'it is the same'],
    ['22 Oak Road, B1 2nd floor, Vextown', 'XE9 9AD', 'it is none'],
  ])('does not change the answer for %s, %s, since %s', async (address, postcode, why) => {
    const { status, best } = await match(database.db, { address, postcode });
    expect(best?.candidate.postcode).toBe('XE9 9AD');
    if (why !== 'it is none') expect(status).toBe('matched');
  });

  it('gives no_match if neither postcode has the home', async () => {
    const address = '16 Oak Road, Xanbury, XE1 1AA, XE9 9AB';
    expect((await match(database.db, { address, postcode: null })).status).toBe('no_match');
  });
});

describe('a postcode with one misread character', () => {
  it.each(['XO5 8SB', 'X05 8SB', 'XOS 8SB', 'XO5 BSB', 'XO5 85B', 'XO5 8S8'])(
    'still finds the home, whether the postcode is a field of its own or ends the text: %s',
    async (postcode) => {
      for (const query of [
        { address: '5 Ash Road, Vextown', postcode },
        { address: `5 Ash Road, Vextown, ${postcode}`, postcode: null },
      ]) {
        for (const found of [await match(database.db, query), (await matchMany(database.db, [query]))[0]!])
          expect([found.status, found.best?.candidate.postcode]).toEqual(['matched', 'XO5 8SB']);
      }
    },
  );
});
