import { corrupt, nationalList, seeded } from '@domesday/addresses/fit';
import { inTransaction } from '@domesday/db';
import { publishing } from '@domesday/loading/rebuild.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rebuildAddressIndex } from './build.ts';
import { match, matchMany } from './index.ts';

const homes = [...nationalList({ rows: 1500, seed: 41 })];
const faraway = { uprn: 998300000001, address: '1 FARAWAY PASSAGE, ELSEQUAX, XZ9 9ZZ', postcode: 'XZ9 9ZZ' };
let database: TestDatabase;

beforeAll(async () => {
  database = await emptyDatabase();
  const listed = [...homes, faraway];
  await database.db.query(
    `insert into addresses (uprn, address, postcode, country, latitude, longitude, source)
     select *, 'England', 53.9, 1.5, 'address-list' from unnest($1::bigint[], $2::text[], $3::text[])`,
    [
      listed.map(({ uprn }) => uprn),
      listed.map(({ address }) => address),
      listed.map(({ postcode }) => postcode),
    ],
  );
  await inTransaction(database.db, (client) => publishing(client, () => rebuildAddressIndex(client)));
});
afterAll(() => database?.drop());

/**
 * Addresses of listed homes, most of them damaged by the generator. Of every 20, one is an address that is not listed,
 * two have no postcode and one has another postcode of the same sector.
 */
function queries() {
  const random = seeded(43);
  return homes.slice(0, 400).map((home, i) => {
    const { address } = corrupt(random, home);
    if (i % 20 === 7) return { address: '999 Nowhere Walk, Xanbury', postcode: home.postcode };
    if (i % 20 === 9) return { address: home.address, postcode: null };
    if (i % 20 === 11) return { address, postcode: `${home.postcode.slice(0, -2)}ZZ` };
    if (i % 20 === 13) return { address: home.address.replace(/,[^,]*$/, ''), postcode: null };
    return { address, postcode: home.postcode };
  });
}

it('gives each address of a batch, in order, the result that it gets alone', async () => {
  const asked = queries();
  const many = await matchMany(database.db, asked);
  expect(many).toHaveLength(asked.length);
  const said = (found: Awaited<ReturnType<typeof match>>) => ({
    status: found.status,
    home: found.best?.candidate ?? null,
    confidence: found.best?.confidence ?? null,
    matched_on: found.matched_on,
    postcode: found.postcode,
    reasons: found.status === 'no_match' ? null : found.reasons,
    alternatives:
      found.status === 'matched' ? null : found.alternatives.map(({ candidate }) => candidate.uprn),
  });
  const alone = [];
  for (const query of asked) alone.push(said(await match(database.db, query)));
  expect(many.map(said)).toEqual(alone);
  expect(new Set(alone.map(({ status }) => status)).size).toBeGreaterThan(1);
  expect(new Set(alone.map(({ matched_on }) => matched_on)).size).toBeGreaterThan(1);
});

it('finds a home by its address if the postcode is of another place, but never calls it matched', async () => {
  const asked = homes.slice(0, 40).map(({ address, postcode }) => ({
    address: address.replace(`, ${postcode}`, ''),
    postcode: faraway.postcode,
  }));
  const found = await matchMany(database.db, asked);
  expect(found.map(({ status }) => status)).not.toContain('matched');
  const right = found.filter(
    ({ best, matched_on }, i) => matched_on === 'address' && best?.candidate.uprn === homes[i]!.uprn,
  );
  expect(right.length).toBeGreaterThan(30);
  for (const { best } of right) expect(best!.confidence).toBeLessThanOrEqual(0.9);
});

it('gives no results for an empty batch', async () => {
  expect(await matchMany(database.db, [])).toEqual([]);
});
