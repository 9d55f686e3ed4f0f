import { inTransaction, type Queryable } from '@domesday/db';
import { publishing } from '@domesday/loading/rebuild.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rebuildAddressIndex } from './build.ts';
import { search } from './index.ts';

const POSTCODE = 'XE7 1AA';
const STREETS = ['TEAL', 'SWIFT', 'ROOK', 'LARK', 'KITE', 'FINCH'].map((name) => `${name} ROAD`);

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
  for (const [i, street] of STREETS.entries()) {
    const address = `1 ${street}, XANBURY, ${POSTCODE}`;
    const country = i < 4 ? 'England' : 'Wales';
    await database.db.query(
      `insert into addresses (uprn, address, postcode, country, source)
       values ($1, $2, $3, $4, 'address-list')`,
      [998300000001 + i, address, POSTCODE, country],
    );
    const spellings = [address, `1 ${'ABCDEF'[i]}VOCET ROAD, XANBURY, ${POSTCODE}`];
    for (const [variant, spelling] of spellings.entries())
      await database.db.query(
        `insert into address_records (source, uprn, variant, address, postcode, load_id)
         values ('address-list', $1, $2, $3, $4, 1)`,
        [998300000001 + i, variant, spelling, POSTCODE],
      );
  }
  await inTransaction(database.db, (client) => publishing(client, () => rebuildAddressIndex(client)));
});
afterAll(async () => {
  await database?.drop();
});

describe('a search for a postcode alone', () => {
  const streetsOf = async (limit: number, country: string | null = null): Promise<string[]> => {
    const found = await search(database.db as Queryable, { q: POSTCODE, limit, country });
    return found.map(({ address }) => address.split(',')[0]!.slice(2));
  };

  it('lists as many homes as the limit allows, even if some documents hold only second spellings', async () => {
    for (let limit = 1; limit <= STREETS.length; limit += 1)
      expect(await streetsOf(limit)).toHaveLength(limit);
  });

  it('lists the first homes of the whole list, whatever the limit', async () => {
    const all = [...STREETS].sort();
    for (let limit = 1; limit <= all.length; limit += 1)
      expect(await streetsOf(limit)).toEqual(all.slice(0, limit));
  });

  it('lists the homes of the requested country even if those of another come first', async () => {
    expect(await streetsOf(2, 'England')).toEqual(['LARK ROAD', 'ROOK ROAD']);
  });
});
