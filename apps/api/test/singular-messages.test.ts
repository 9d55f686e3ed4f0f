import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addedByOwnFeed } from '../src/domains/rents/own-feed.ts';

let api: TestApi;
let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

it('uses the singular for one record', async () => {
  const place = { country: 'England' } as Parameters<typeof addedByOwnFeed>[1];
  const noteOf = (n: number) => addedByOwnFeed('operator-lettings', place, n, 'Low').note;
  expect([1, 2].map(noteOf)).toEqual([
    '1 record of your own feed answers here.',
    '2 records of your own feed answer here.',
  ]);
  const { body } = await api.call('/rents/yields?outcode=XE2');
  const messages = body.meta.warnings.map(({ message }: { message: string }) => message);
  expect(messages).toContainEqual(
    expect.stringMatching(/^1 of \d+ postcodes of the place is in no loaded market area;/),
  );
});

it('uses the singular for one crime without a location', async () => {
  await database.db.query(
    `update crime_months set without_location = (month = (select max(month) from crime_months))::integer`,
  );
  const { body } = await api.call('/location/profile?outcode=XE1&sections=crime');
  const { message } = body.meta.warnings.find(({ code }: { code: string }) => code === 'unplaced_records');
  expect(message).toMatch(/^1 incident of .+ has no location in these months: it may lie here/);
});
