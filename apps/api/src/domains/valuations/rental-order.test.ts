import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let api: TestApi;
let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
  // Made up: expensive lets of three bedrooms today; for other homes only the list of rents of six years ago.
  await database.db.query(`update lettings set rent_pcm = 9000 where bedrooms = 3`);
  await database.db.query(`delete from lettings where bedrooms <> 3`);
  await database.db.query(`truncate private_rents; update lha_rents set year = year - 6`);
  await database.db.query(`delete from dataset_loads where dataset = 'private-rents'`);
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const told = async (bedrooms: number): Promise<string[]> => {
  const { uprn } = sandboxSamples().house;
  const { status, body } = await api.call(`/valuations/${uprn}/rental?bedrooms=${bedrooms}`);
  expect(status).toBe(200);
  return body.meta.warnings
    .filter((one: { code: string }) => one.code === 'not_in_order')
    .map((one: { message: string }) => one.message);
};

it('gives the dates of both rents if one is compared with an older rent for more or fewer bedrooms', async () => {
  const [more] = (await told(3)).filter((message) => message.startsWith('With 4 bedrooms'));
  expect(more).toMatch(/ rents of 2018-10-01 to 2019-09-30: less, not more\.$/);
  const [fewer] = (await told(4)).filter((message) => message.startsWith('With 3 bedrooms'));
  expect(fewer).toMatch(/ rents of 2025-11-15 to 2026-11-15: more, not less\.$/);
});
