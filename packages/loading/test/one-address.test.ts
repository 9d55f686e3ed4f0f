import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createPool } from '@domesday/db';
import { LOCKS_HERE, type Mirror, startMirror } from '@domesday/testing';
import { CODE_POINT, refusal, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdAddresses, whileFetching } from '../src/fetch-lock.query.ts';
import { download } from '../src/publishers/download.ts';

let s: Scratch;
let mirror: Mirror;
beforeAll(async () => {
  s = await scratch();
  mirror = await startMirror();
});
afterAll(async () => {
  await mirror.close();
  await s.drop();
});

const ADDRESS = 'https://boats.example/codepo.csv';
const waiting = async () =>
  (
    await s.rows(`select count(*)::int as n from ${LOCKS_HERE} where locktype = 'advisory' and not granted`)
  )[0].n;

it('of two loads of one address at once, one publishes it and the other finds it unchanged', async () => {
  mirror.file('boats.example/codepo.csv', CODE_POINT('XE1 1AA').repeat(3000), { cuts: [20_000] });
  const load = () => s.load('code-point-open', [ADDRESS], { fetch: mirror.fetch });
  const both = await Promise.all([load(), load()]);
  expect(both.map((one) => one.status).sort()).toEqual(['published', 'unchanged']);
  // The folder holds the downloaded file and its notes.
  expect(await readdir(join(s.folder, 'files'))).toHaveLength(2);
});

it('a load waits while another process uses the file of its address, and names that process', async () => {
  const { release } = await holdAddresses(s.database.db, ['https://boats.example/other.csv', ADDRESS], {
    what: 'fetch code-point-open',
  });
  const waits_for: (string | null)[] = [];
  const loaded = s.load('code-point-open', [ADDRESS], {
    fetch: mirror.fetch,
    onProgress: (progress) => progress.phase === 'wait' && waits_for.push(progress.waits_for),
  });
  mirror.seen.length = 0;
  while ((await waiting()) === 0) await new Promise((next) => setTimeout(next, 20));
  expect(mirror.seen).toEqual([]);
  const holder = `^domesday fetch code-point-open, process ${process.pid} on `;
  // The lock is released even if this fails.
  await expect
    .poll(() => waits_for)
    .toEqual([expect.stringMatching(holder)])
    .finally(release);
  expect(await loaded).toMatchObject({ status: 'unchanged' });
});

it('a waiting load continues even if no connection is left to ask for the name of the other process', async () => {
  const one = createPool(s.database.url, { max: 1, connection_timeout_ms: 3_600_000 });
  const { release } = await holdAddresses(s.database.db, [ADDRESS], { what: 'fetch code-point-open' });
  let goes_on = false;
  const held = holdAddresses(one, [ADDRESS], { what: 'load code-point-open' }).finally(() => {
    goes_on = true;
  });
  while ((await waiting()) === 0) await new Promise((next) => setTimeout(next, 20));
  expect(goes_on).toBe(false);
  release();
  (await held).release();
  await one.end();
});

it('a load and a fetch return their connection to the pool with its former application name', async () => {
  const { db } = s.database;
  let opened = 0;
  const count = (): void => void opened++;
  for (const name of ['first', 'next']) {
    if (name === 'next') db.on('connect', count);
    await s.loadText('code-point-open', CODE_POINT('XE1 1AC'), { name: `${name}.csv`, force: true });
    await whileFetching(db, async () => {});
  }
  db.off('connect', count);
  expect(opened).toBe(0);
  const names =
    "select 1 from pg_stat_activity where datname = current_database() and application_name like 'domesday %'";
  expect(await s.rows(names)).toEqual([]);
});

it('a fetch leaves no listener on the connection that it returns', async () => {
  const one = createPool(s.database.url, { max: 1 });
  const listeners = async (): Promise<number> => {
    const client = await one.connect();
    client.release();
    return client.listenerCount('error');
  };
  const before = await listeners();
  await whileFetching(one, async () => {});
  expect(await listeners()).toBe(before);
  await one.end();
});

it('fetching begins even if the server releases the lock of a killed process only after a while', async () => {
  const killed = await s.database.db.connect();
  await killed.query('select pg_advisory_lock(7201087)');
  const began = whileFetching(s.database.db, async () => 'began');
  began.catch(() => {});
  await new Promise((next) => setTimeout(next, 400));
  killed.release(true);
  expect(await began).toBe('began');
});

const breakLocks = () =>
  s.rows(
    `select pg_terminate_backend(pid) from ${LOCKS_HERE} where locktype = 'advisory' and pid <> pg_backend_pid()`,
  );

it.each([
  ['of its address', (work: (lost?: AbortSignal) => Promise<unknown>) => work()],
  ['of all fetching', (work: (lost?: AbortSignal) => Promise<unknown>) => whileFetching(s.database.db, work)],
])('a download ends when the connection breaks that holds the lock %s', async (_which, holding) => {
  let asked = 0;
  mirror.play('boats.example/endless.csv', (_request, response) => {
    asked++;
    response.writeHead(200, { 'content-length': 1e9 }).write(CODE_POINT('XE1 1AA'));
  });
  const address = 'https://boats.example/endless.csv';
  const downloaded = refusal(
    holding(async (lost) =>
      lost
        ? download({ address }, { home: s.folder, fetch: mirror.fetch, lost })
        : s.load('code-point-open', [address], { fetch: mirror.fetch }),
    ),
  );
  while (asked === 0) await new Promise((next) => setTimeout(next, 20));
  await breakLocks();
  expect((await downloaded).message).toContain('Run the command again.');
  expect(asked).toBe(1);
});
