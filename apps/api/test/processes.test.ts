import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount, createKey } from '@domesday/api/accounts';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const METRICS_TOKEN = 'made-up-token-of-the-test';

describe.skipIf(process.platform === 'win32')('three processes behind one port', () => {
  let database: TestDatabase;
  let primary: ChildProcess;
  let exited: Promise<unknown>;
  let origin: string;

  beforeAll(async () => {
    database = await sandboxDatabase();
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    primary = fork(resolve(import.meta.dirname, '../src/main.ts'), {
      execArgv: ['--import', 'tsx'],
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        API_PORT: String(port),
        API_PROCESSES: '3',
        POOL_SIZE: '3',
        LOG_LEVEL: 'silent',
        METRICS_TOKEN,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    exited = new Promise((done) => primary.once('exit', done));
    for (let tries = 0; tries < 600 && (await workers()).length < 3; tries++) await sleep(100);
    await untilAllAnswer();
  });
  afterAll(async () => {
    primary?.kill('SIGTERM');
    await exited;
    await database?.drop();
  });

  /** Each on a connection of its own, which goes to the next process. */
  const call = (path: string, key?: string) =>
    request(`${origin}${path}`, {
      headers: { connection: 'close', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    });
  async function untilAllAnswer(): Promise<void> {
    for (let calm = 0, tries = 0; calm < 6 && tries < 600; tries++) {
      const answer = await call('/health').catch(() => null);
      await answer?.body.dump();
      calm = answer?.statusCode === 200 ? calm + 1 : 0;
      if (calm === 0) await sleep(100);
    }
  }
  async function workers(): Promise<number[]> {
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(primary.pid)], { encoding: 'utf8' });
    return stdout.trim().split(/\s+/).filter(Boolean).map(Number);
  }
  const newKey = async (): Promise<string> => {
    const account_id = await createAccount(database.db, 'asks several', 'starter');
    return (await createKey(database.db, { account_id, mode: 'live' })).secret;
  };

  it('grant a key its limit once, not once each', async () => {
    const key = await newKey();
    const answers = await Promise.all(Array.from({ length: 90 }, () => call('/v1/account', key)));
    for (const answer of answers) await answer.body.dump();
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(50);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(40);
  });

  it('tell their metrics added up, whichever of them is asked', async () => {
    const counts: number[] = [];
    for (let i = 0; i < 3; i++) {
      const text = await (await call('/metrics', METRICS_TOKEN)).body.text();
      const line = text
        .split('\n')
        .find((one) => /requests_total\{operation="account.get",status="200"\}/.test(one));
      counts.push(Number(line?.split(' ').at(-1)));
    }
    expect(counts).toEqual([50, 50, 50]);
  });

  it('go on when one of them is killed, and it is replaced', async () => {
    const [first] = await workers();
    process.kill(first!, 'SIGKILL');
    for (let tries = 0; tries < 300; tries++) {
      const now = await workers();
      if (now.length === 3 && !now.includes(first!)) break;
      await sleep(100);
    }
    await untilAllAnswer();
    expect(await workers()).not.toContain(first);
    expect(await workers()).toHaveLength(3);
    expect((await call('/v1/account', await newKey())).statusCode).toBe(200);
  });
});

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
