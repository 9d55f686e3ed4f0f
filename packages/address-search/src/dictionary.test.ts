import { inTransaction } from '@domesday/db';
import { publishing } from '@domesday/loading/rebuild.query';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { rebuildAddressIndex } from './build.ts';
import { search } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());
afterEach(() => {
  vi.useRealTimers();
});

async function add(uprn: number, address: string): Promise<void> {
  await database.db.query(
    `insert into addresses (uprn, address, postcode, source) values ($1, $2, 'XE9 1AB', 'address-list')`,
    [uprn, address],
  );
  await inTransaction(database.db, (client) => publishing(client, () => rebuildAddressIndex(client)));
}

it('finds the words of a new load within seconds, even if the clock of the machine was set back', async () => {
  await add(998199999901, '1 OAKLEAF ROAD, XANBURY');
  const found = async (q: string) => (await search(database.db, { q, limit: 5 })).map(({ uprn }) => uprn);
  expect(await found('oakleaf road')).toEqual([998199999901]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  await add(998199999902, '2 BRAMBLEWICK LANE, XANBURY');
  await expect.poll(() => found('bramblewick'), { timeout: 10_000, interval: 200 }).toEqual([998199999902]);
});
