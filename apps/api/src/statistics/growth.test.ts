import { sentBy } from '@domesday/db';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../http/handler.ts';
import { publishedGrowth, publishedIndexAt } from './growth.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
});
afterAll(() => database?.drop());

it('reads the published indices once for places without a build and for past days, until other data are served', async () => {
  let passes = 0;
  const db = sentBy(database.db, (...given) => {
    passes += Number((given[0] as { name?: string }).name === 'index-areas');
    return (database.db.query as (...given: unknown[]) => Promise<unknown>)(...given);
  });
  const ask = (generation: string) =>
    Promise.all(
      ['XE1', 'XE2', 'XE3', 'XW1'].map(async (outcode) => {
        const context = { db, generation } as Context;
        const growth = await publishedGrowth(context, { outcode, local_authority_code: null }, null);
        expect((await publishedIndexAt(context, outcode))?.area).toBe(growth?.area);
        return growth;
      }),
    );
  const areas = (await ask('first')).map((index) => index?.area);
  expect(new Set(areas).size).toBeGreaterThan(1);
  expect(areas).not.toContain(undefined);
  expect(passes).toBe(1);
  expect((await ask('second')).map((index) => index?.area)).toEqual(areas);
  expect(passes).toBe(2);
});
