import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domesday } from './domesday.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());

it('gives a sub-key the mode of its parent, as the portal does, so that a sub-key of a test key is not charged', async () => {
  const create = async (...args: string[]): Promise<{ id: string; key: string }> => {
    const { out } = await domesday(['keys', 'create', ...args, '--json'], { DATABASE_URL: database.url });
    return JSON.parse(out);
  };
  const live = await create('--name', 'sub-keys');
  const test = await create('--name', 'sub-keys', '--test');
  expect((await create('--parent', test.id)).key).toMatch(/^svc_test_/);
  expect((await create('--parent', live.id)).key).toMatch(/^svc_live_/);
  expect((await create('--parent', live.id, '--test')).key).toMatch(/^svc_test_/);
});
