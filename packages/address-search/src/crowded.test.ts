import { inTransaction } from '@domesday/db';
import { publishing } from '@domesday/loading/rebuild.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rebuildAddressIndex } from './build.ts';
import { match, matchMany } from './index.ts';
import { homesOfManyPostcodes, homesOfPostcode } from './match.query.ts';
import { MATCHING } from './ranking.ts';

/** Some lists give every home whose postcode is not known this one postcode, so it has too many homes to search. */
const POSTCODE = 'XX1 1XX';
const homes = Array.from({ length: MATCHING.most_of_postcode + 1000 }, (_one, i) => ({
  uprn: 998300000001 + i,
  address: `${1 + (i % 100)} Quaxley${Math.floor(i / 100)} Street, Xanbury, ${POSTCODE}`,
}));
let database: TestDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
  await database.db.query(
    `insert into addresses (uprn, address, postcode, country, latitude, longitude, source)
     select *, $3, 'England', 53.9, 1.5, 'address-list' from unnest($1::bigint[], $2::text[])`,
    [homes.map(({ uprn }) => uprn), homes.map(({ address }) => address), POSTCODE],
  );
  await inTransaction(database.db, (client) => publishing(client, () => rebuildAddressIndex(client)));
});
afterAll(() => database?.drop());

it('matches an address in a postcode of any number of homes, alone and in a batch, without comparing all of them', async () => {
  const asked = homes.filter((_one, i) => i % 373 === 0);
  const queries = asked.map(({ address }) => ({ address, postcode: POSTCODE }));
  const alone = await Promise.all(queries.map((query) => match(database.db, query)));
  for (const found of [alone, await matchMany(database.db, queries)])
    expect(found.map(({ status, best, matched_on }) => [status, best?.candidate.uprn, matched_on])).toEqual(
      asked.map(({ uprn }) => ['matched', uprn, 'full_postcode']),
    );
  const strange = { address: '999 Nowhere Walk', postcode: POSTCODE };
  expect((await match(database.db, strange)).status).toBe('no_match');
  const many = await homesOfManyPostcodes(database.db, [POSTCODE, 'XX1 1XY']);
  for (const read of [await homesOfPostcode(database.db, POSTCODE), many.get(POSTCODE)!])
    expect([read.any, read.prepared()]).toEqual([true, []]);
});
