import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startEmbedded } from './embedded.ts';
import { createPool, inTransaction } from './pool.ts';

const folder = await mkdtemp(join(tmpdir(), 'domesday-embedded-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('takes up a server that outlived its starter, and keeps its rows over a stop', async () => {
  const first = await startEmbedded({ folder });
  const second = await startEmbedded({ folder });
  expect(first.adopted).toBe(false);
  expect(second.adopted).toBe(true);
  expect(second.url).toBe(first.url);

  const db = createPool(second.url);
  await db.query('create table kept (n integer)');
  await inTransaction(db, (client) => client.query('insert into kept values (7)'));
  const refused = inTransaction(db, async (client) => {
    await client.query('insert into kept values (8)');
    throw new Error('changed my mind');
  });
  await expect(refused).rejects.toThrow('changed my mind');
  await db.end();
  await second.stop();

  const third = await startEmbedded({ folder });
  expect(third.adopted).toBe(false);
  const again = createPool(third.url);
  expect((await again.query('select n from kept')).rows).toEqual([{ n: 7 }]);
  await again.end();
  await third.stop();
});
