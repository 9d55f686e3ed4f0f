import { fork, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createAccount, createKey } from '@domesday/api/accounts';
import { inTransaction } from '@domesday/db';
import { emptyDatabase, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { freePort } from '@domesday/testing/free-port';
import { program } from '@domesday/testing/program';
import { Client } from 'undici';
import { expect, it } from 'vitest';

const here = (path: string) => resolve(import.meta.dirname, '../src', path);

/** How a primary of two workers of this program ended, and how many workers it started. */
async function playPrimary(
  worker: string,
  stop_after: number,
  clock = '',
): Promise<{ code: number | null; begun: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'primary-'));
  const exec = join(folder, 'worker.mjs');
  const program = join(folder, 'primary.mjs');
  writeFileSync(exec, worker);
  writeFileSync(
    program,
    `import cluster from 'node:cluster';
    ${clock}
    const { startPrimary } = await import(${JSON.stringify(pathToFileURL(here('processes/primary.ts')).href)});
    cluster.setupPrimary({ exec: ${JSON.stringify(exec)}, execArgv: [] });
    cluster.on('message', () => process.send('begun'));
    const primary = startPrimary(2, { error() {} }, () => process.exit(1), 500);
    process.on('message', () => primary.stop().then(() => process.exit(7)));`,
  );
  const primary = fork(program, { execArgv: ['--import', 'tsx'] });
  try {
    let begun = 0;
    primary.on('message', () => ++begun === stop_after && primary.send('stop'));
    const code = await new Promise<number | null>((done) => primary.once('exit', done));
    return { code, begun };
  } finally {
    primary.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}

it.skipIf(process.platform === 'win32')(
  'a primary survives a worker that dies before it is answered, and starts another',
  async () => {
    // The first worker stops its primary, so the worker is dead before the primary reads its message.
    const worker = `
      import cluster from 'node:cluster';
      import { spawn } from 'node:child_process';
      const first = cluster.worker.id === 1;
      if (first) process.kill(process.ppid, 'SIGSTOP');
      process.send({ kind: 'take', id: 1, key: 'a key', limit: 5 }, () => {
        if (!first) return;
        const wake = 'sleep 0.5; kill -CONT ' + process.ppid;
        spawn('sh', ['-c', wake], { detached: true, stdio: 'ignore' });
        process.kill(process.pid, 'SIGKILL');
      });
      process.on('disconnect', () => process.exit());`;
    expect(await playPrimary(worker, 3)).toEqual({ code: 7, begun: 3 });
  },
);

it.skipIf(process.platform === 'win32')(
  'a worker that exits is replaced if one has served before',
  async () => {
    const worker = `
    import cluster from 'node:cluster';
    process.send({ kind: 'serves' }, () => cluster.worker.id === 1 && process.exit(1));
    process.on('disconnect', () => process.exit());`;
    expect(await playPrimary(worker, 3)).toEqual({ code: 7, begun: 3 });
  },
);

/** Each worker serves and dies. */
const SHORT_LIVED = `
  process.send({ kind: 'serves' }, () => process.kill(process.pid, 'SIGKILL'));
  process.on('disconnect', () => process.exit());`;

it.skipIf(process.platform === 'win32')(
  'a primary exits if its workers die more than five times each within a minute',
  async () => {
    const { code, begun } = await playPrimary(SHORT_LIVED, 30);
    expect(code).toBe(1);
    // At the eleventh death of two workers one more may be running, and its last message may be lost.
    expect([10, 11, 12]).toContain(begun);
  },
);

it.skipIf(process.platform === 'win32')(
  'a primary continues if its workers die as often over a longer time',
  async () => {
    // Each death comes seven seconds after the one before.
    const clock = 'let at_ms = 0; performance.now = () => (at_ms += 7000);';
    expect(await playPrimary(SHORT_LIVED, 16, clock)).toMatchObject({ code: 7 });
  },
);

it.skipIf(process.platform === 'win32')(
  'a start of several processes exits with a sentence that names the port in use, and answers nothing before',
  async () => {
    const database = await emptyDatabase();
    const holder = createServer((socket) => socket.destroy());
    const held = await new Promise<number>((done) =>
      holder.listen(0, '127.0.0.1', () => done((holder.address() as { port: number }).port)),
    );
    const port = await freePort();
    const { file, execArgv } = program('api');
    const primary = fork(file, {
      execArgv,
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        API_PORT: String(port),
        METRICS_PORT: String(held),
        API_PROCESSES: '2',
        POOL_SIZE: '3',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    try {
      const said = text(primary.stderr!);
      let ended = false;
      const exited = new Promise<number | null>((done) => primary.once('exit', done)).finally(() => {
        ended = true;
      });
      const client = new Client(`http://127.0.0.1:${port}`);
      const answers: number[] = [];
      while (!ended) {
        const answer = await client.request({ method: 'GET', path: '/health' }).catch(() => null);
        if (answer) answers.push(answer.statusCode);
        await answer?.body.dump();
        await sleep(20);
      }
      await client.destroy();
      expect(await exited).toBe(1);
      expect(await said).toContain(
        `The port ${held} of 127.0.0.1 is in use. Set METRICS_PORT to another one`,
      );
      expect(await said).not.toContain('starting another');
      expect(answers).toEqual([]);
    } finally {
      primary.kill('SIGKILL');
      await new Promise((done) => holder.close(done));
      await database.drop();
    }
  },
  300_000,
);

it.skipIf(process.platform === 'win32')('a stop ends in time even if a worker hangs', async () => {
  const worker = `
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1000);
    process.send({ kind: 'alive' });`;
  expect(await playPrimary(worker, 2)).toEqual({ code: 7, begun: 2 });
});

it.skipIf(process.platform === 'win32')(
  'workers whose primary is killed finish and charge their answers, and exit',
  async () => {
    const database = await sandboxDatabase();
    const port = await freePort();
    const { file, execArgv } = program('api');
    const primary = fork(file, {
      execArgv,
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        API_PORT: String(port),
        API_PROCESSES: '2',
        POOL_SIZE: '3',
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const exited = new Promise((done) => primary.once('exit', done));
    const clients = [0, 1].map(() => new Client(`http://127.0.0.1:${port}`));
    const account_id = await createAccount(database.db, 'asks several', 'scale');
    const { secret } = await createKey(database.db, { account_id, mode: 'live' });
    const { rows } = await database.db.query('select uprn from addresses order by uprn limit 1');
    const statusOf = (client: Client, path: string): Promise<number | null> =>
      client
        .request({ method: 'GET', path, headers: { authorization: `Bearer ${secret}` } })
        .then(async ({ statusCode, body }) => {
          await body.dump();
          return statusCode;
        })
        .catch(() => null);
    try {
      for (const client of clients) while ((await statusOf(client, '/v1/account')) !== 200) await sleep(100);
      const workers = childrenOf(primary.pid!);
      const asked = await inTransaction(database.db, async (blocker) => {
        await blocker.query('lock table addresses in access exclusive mode');
        const reading = statusOf(clients[0]!, `/v1/properties/${rows[0].uprn}`);
        await untilOneWaits(database);
        // The other worker has asked the primary whether the key may call, and gets no answer any more.
        primary.kill('SIGSTOP');
        const asking = statusOf(clients[1]!, `/v1/properties/${rows[0].uprn}`);
        await sleep(500);
        primary.kill('SIGKILL');
        await exited;
        await sleep(500);
        return [reading, asking];
      });
      expect(await Promise.all(asked)).toEqual([200, 200]);
      const charged = await database.db.query('select from ledger where account_id = $1 and credits > 0', [
        account_id,
      ]);
      expect(charged.rowCount).toBe(2);
      while (workers.some(lives)) await sleep(100);
    } finally {
      primary.kill('SIGKILL');
      await Promise.all(clients.map((client) => client.destroy()));
      await database.drop();
    }
  },
  // Two processes start from source.
  300_000,
);

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout.trim().split(/\s+/).filter(Boolean).map(Number);
}

function lives(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

/** Resolves when a statement waits for a lock. */
async function untilOneWaits({ db }: TestDatabase): Promise<void> {
  const waits =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while ((await db.query(waits)).rowCount === 0) await sleep(50);
}
