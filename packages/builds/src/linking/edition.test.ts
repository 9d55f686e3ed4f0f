import { search } from '@domesday/address-search';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pendingDerived } from '../derived.ts';
import { derivePending } from '../load.ts';
import { buildMarket } from '../packed-sales/index.ts';
import { isReleased, recordRelease } from '../releases/index.ts';
import { buildValuations } from '../valuations/index.ts';

describe('an index made by a version that reads addresses differently', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await sandboxDatabase();
  }, 300_000);
  afterAll(() => database?.drop());

  const linked = async () =>
    (await database.db.query('select count(uprn)::int as n from sales')).rows[0].n as number;

  it('is rebuilt once, with all links, by the next build, though nothing was loaded', async () => {
    const { db } = database;
    expect(await derivePending(db)).toEqual([]);
    const before = await linked();
    const [home] = await search(db, { q: '1 quaxley street', limit: 1 });
    // As an earlier version left it: no edition is recorded, the words differ, and no sale is linked.
    await db.query("update derived_builds set inputs = regexp_replace(inputs, ' edition:[0-9]+$', '')");
    await db.query("update address_documents set words = array_to_tsvector(array['OTHER'])");
    await db.query('update sales set uprn = null, uprn_method = null, uprn_confidence = null');
    expect(await search(db, { q: '1 quaxley street', limit: 1 })).toEqual([]);

    const made = await derivePending(db);
    expect(made).toEqual(
      expect.arrayContaining(['address_index', 'hmo_licences', 'lettings', 'links', 'listings']),
    );
    expect((await search(db, { q: '1 quaxley street', limit: 1 }))[0]?.uprn).toBe(home!.uprn);
    expect(await linked()).toBe(before);
    expect(await derivePending(db)).toEqual([]);
  });

  it('is rebuilt together with the other tables of another edition, and no table of the present edition is', async () => {
    const { db } = database;
    const speeds = 'select area_code, median_down_mbps from broadband_areas order by 1';
    const before = (await db.query(speeds)).rows;
    expect(before).not.toEqual([]);
    await db.query("update derived_builds set inputs = regexp_replace(inputs, ' edition:[0-9]+$', '')");
    await db.query('update broadband_areas set median_down_mbps = 1');
    await recordRelease(db, { today: '2026-11-01' });
    expect(await isReleased(db)).toBe(false);
    const behind = await pendingDerived(db);
    expect(behind).toEqual(expect.arrayContaining(['broadband_areas', 'crime', 'market_areas']));
    expect(behind).not.toContain('postcodes');

    expect(await derivePending(db)).toEqual(behind);
    expect((await db.query(speeds)).rows).toEqual(before);
    expect(await pendingDerived(db)).toEqual([]);
    await buildMarket(db);
    await buildValuations(db, { today: '2026-11-01' });
    await recordRelease(db, { today: '2026-11-01' });
    expect(await isReleased(db)).toBe(true);
  });
});
