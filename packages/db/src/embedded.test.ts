import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { startEmbedded } from './embedded.ts';
import { createPool, inTransaction } from './pool.ts';

const folder = await mkdtemp(join(tmpdir(), 'domesday-embedded-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('takes up a server that runs already, and keeps its rows over a stop', async () => {
  const first = await startEmbedded({ folder });
  const second = await startEmbedded({ folder });
  expect(first.adopted).toBe(false);
  expect(second.adopted).toBe(true);
  expect(second.url).toBe(first.url);
  expect(second.local_url).toBe(first.local_url);

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

it.skipIf(process.platform === 'win32')('serves this machine over a Unix socket', async () => {
  const server = await startEmbedded({ folder });
  const client_of = async (url: string) => {
    const db = createPool(url, { max: 1 });
    const { rows } = await db.query('select host(inet_client_addr()) as address');
    await db.end();
    return rows[0].address;
  };
  expect(await client_of(server.local_url)).toBe(null);
  expect(await client_of(server.url)).toBe('127.0.0.1');
  await server.stop();
});

it('ends with the process that started it, also by a kill -9, in a folder too deep for a socket', async () => {
  const own = join(folder, 'k'.repeat(80));
  const program = `import { startEmbedded } from ${JSON.stringify(import.meta.resolve('./embedded.ts'))};
    const { url } = await startEmbedded({ folder: ${JSON.stringify(own)} });
    process.send(url);
    setInterval(() => {}, 1000);`;
  const script = `data:text/javascript,${encodeURIComponent(program)}`;
  const child = fork(join(import.meta.dirname, 'embedded.ts'), {
    execArgv: ['--import', 'tsx', '--import', script],
  });
  const url = await new Promise<string>((done) => child.once('message', (message) => done(String(message))));
  const served = async (): Promise<boolean> => {
    const db = createPool(url, { max: 1 });
    return db.query('select 1').then(
      () => db.end().then(() => true),
      () => db.end().then(() => false),
    );
  };
  expect(await served()).toBe(true);
  child.kill('SIGKILL');
  for (let tries = 0; tries < 100 && (await served()); tries++) await sleep(100);
  expect(await served()).toBe(false);
  const next = await startEmbedded({ folder: own });
  expect(next.adopted).toBe(false);
  expect(next.local_url).toBe(next.url);
  await next.stop();
});
