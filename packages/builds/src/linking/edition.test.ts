import { search } from '@domesday/address-search';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { derivePending } from '../load.ts';

describe('an index that a version made which reads addresses otherwise', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await sandboxDatabase();
  }, 300_000);
  afterAll(() => database?.drop());

  const linked = async () =>
    (await database.db.query('select count(uprn)::int as n from sales')).rows[0].n as number;

  it('is made anew with all links by the next build, though nothing was loaded, and then no more', async () => {
    const { db } = database;
    expect(await derivePending(db)).toEqual([]);
    const before = await linked();
    const [home] = await search(db, { q: '1 quaxley street', limit: 1 });
    // As it was: no edition is recorded, the words are others, and sales were not linked.
    await db.query("update derived_builds set inputs = regexp_replace(inputs, ' edition:[0-9]+$', '')");
    await db.query("update address_documents set words = array_to_tsvector(array['OTHER'])");
    await db.query('update sales set uprn = null, uprn_method = null, uprn_confidence = null');
    expect(await search(db, { q: '1 quaxley street', limit: 1 })).toEqual([]);

    const made = await derivePending(db);
    expect(made.sort()).toEqual(['address_index', 'hmo_licences', 'lettings', 'links', 'listings']);
    expect((await search(db, { q: '1 quaxley street', limit: 1 }))[0]?.uprn).toBe(home!.uprn);
    expect(await linked()).toBe(before);
    expect(await derivePending(db)).toEqual([]);
  });
});
