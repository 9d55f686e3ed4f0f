import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount, createKey } from '@domesday/api/accounts';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { freePort } from '@domesday/testing/free-port';
import { program } from '@domesday/testing/program';
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
    const { file, execArgv } = program('api');
    // Started as by a service manager: through a link to the folder of the version, which later leads to another
    // version.
    const folder = mkdtempSync(join(tmpdir(), 'version-'));
    symlinkSync(dirname(file), join(folder, 'current'));
    primary = fork(join(folder, 'current', basename(file)), {
      execArgv,
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
    rmSync(folder, { recursive: true });
  });
  afterAll(async () => {
    primary?.kill('SIGTERM');
    await exited;
    await database?.drop();
  });

  /** Each call has its own connection, which goes to the next process. */
  const call = (path: string, key?: string) =>
    request(`${origin}${path}`, {
      headers: { connection: 'close', ...(key ? { authorization: `Bearer ${key}` } : {}) },
    });
  /** The processes that answer the batches of the workers. */
  async function answering(): Promise<{ pid: number; niceness: number }[]> {
    const parents = (await workers()).join(',');
    const { stdout } = spawnSync('ps', ['-o', 'pid=,ni=,args=', '--ppid', parents], { encoding: 'utf8' });
    const lines = stdout.split('\n').filter((line) => line.endsWith(' items'));
    return lines
      .map((line) => line.trim().split(/\s+/).map(Number))
      .map(([pid, niceness]) => ({ pid: pid!, niceness: niceness! }));
  }
  async function untilAllAnswer(): Promise<void> {
    for (let calm = 0, tries = 0; calm < 6 && tries < 600; tries++) {
      const answer = await call('/health').catch(() => null);
      await answer?.body.dump();
      calm = answer?.statusCode === 200 ? calm + 1 : 0;
      if (calm === 0) await sleep(100);
    }
  }
  /** If run from sources, a process of the compiler may exist besides them. */
  async function workers(): Promise<number[]> {
    const parent = String(primary.pid);
    const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', parent], { encoding: 'utf8' });
    const lines = stdout.split('\n').filter((line) => /main\.[jt]s/.test(line));
    return lines.map((line) => Number(line.trim().split(' ')[0]));
  }
  const newKey = async (): Promise<string> => {
    const account_id = await createAccount(database.db, 'asks several', 'starter');
    return (await createKey(database.db, { account_id, mode: 'live' })).secret;
  };

  async function accountsAsked(): Promise<number> {
    const text = await (await call('/metrics', METRICS_TOKEN)).body.text();
    return Number(/requests_total\{operation="account.get",status="200"\} (\d+)/.exec(text)?.[1]);
  }

  it('allow a key its limit once, not once for each process', async () => {
    const key = await newKey();
    const answers = await Promise.all(Array.from({ length: 90 }, () => call('/v1/account', key)));
    for (const answer of answers) await answer.body.dump();
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(50);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(40);
  });

  it('report the sum of their metrics, whichever process is asked', async () => {
    const counts: number[] = [];
    for (let i = 0; i < 3; i++) counts.push(await accountsAsked());
    expect(counts).toEqual([50, 50, 50]);
  });

  it('keep in the sum what a frozen or dead process had counted', async () => {
    const [first] = await workers();
    process.kill(first!, 'SIGSTOP');
    // One of three connections goes to the process that hangs.
    const readers = [1, 2, 3].map(() => accountsAsked());
    const told = await Promise.any(readers);
    process.kill(first!, 'SIGKILL');
    await untilAllAnswer();
    expect([told, await accountsAsked()]).toEqual([50, 50]);
  });

  it('leave no client waiting whose connection went to a process that froze and died', async () => {
    const [first] = await workers();
    process.kill(first!, 'SIGSTOP');
    // Each call has its own connection; one of three goes to the process that hangs.
    const all = Promise.allSettled(Array.from({ length: 6 }, () => call('/health')));
    await sleep(1000);
    process.kill(first!, 'SIGKILL');
    const ends = await Promise.race([all, sleep(20_000, [])]);
    const answered = ends.filter((end) => end.status === 'fulfilled' && end.value.statusCode === 200);
    expect([ends.length, answered.length >= 4]).toEqual([6, true]);
    await untilAllAnswer();
  });

  it('answer a batch like single calls, in a process with a lower priority', async () => {
    const key = await newKey();
    const { rows } = await database.db.query<{ uprn: number }>(
      'select uprn from addresses where postcode is not null order by uprn limit 20',
    );
    const uprns = [...rows.map(({ uprn }) => String(uprn)), '99', 'no number'];
    const answer = await request(`${origin}/v1/batch?operation=properties.get`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      body: [...uprns.map((uprn) => JSON.stringify({ uprn })), 'broken', '{"uprn":"99","ref":"last"}'].join(
        '\n',
      ),
    });
    const lines = (await answer.body.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const singles = await Promise.all(
      uprns.map(async (uprn) => {
        const single = await call(`/v1/properties/${encodeURIComponent(uprn)}`, key);
        return { status: single.statusCode, body: (await single.body.json()) as { meta?: object } };
      }),
    );
    const told = (one: { meta?: object }) => ({ ...one, meta: { ...one.meta, request_id: null } });
    expect(lines.slice(0, 20).map(({ body }) => told(body))).toEqual(
      singles.slice(0, 20).map(({ body }) => told(body)),
    );
    expect(lines.map(({ status }) => status)).toEqual([...singles.map(({ status }) => status), 400, 404]);
    expect(lines.at(-1)).toMatchObject({ ref: 'last', credits: 0, error: { code: 'uprn_not_found' } });
    expect(lines.filter(({ credits }) => credits === 1)).toHaveLength(20);
    expect((await answering()).map(({ niceness }) => niceness > getPriority())).toEqual([true]);
  });

  it('answer and charge each input of a batch once if the process of the batch is killed meanwhile', async () => {
    const account_id = await createAccount(database.db, 'asks many', 'scale');
    const { secret } = await createKey(database.db, { account_id, mode: 'live' });
    const { rows } = await database.db.query<{ uprn: number }>(
      'select uprn from addresses where postcode is not null order by uprn limit 600',
    );
    const answer = await request(`${origin}/v1/batch?operation=properties.get`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson' },
      body: rows.map(({ uprn }) => JSON.stringify({ uprn: String(uprn) })).join('\n'),
    });
    let text = '';
    let killed: number[] = [];
    for await (const piece of answer.body) {
      text += piece;
      if (killed.length > 0) continue;
      killed = (await answering()).map(({ pid }) => pid);
      for (const pid of killed) process.kill(pid, 'SIGKILL');
    }
    expect(killed).not.toEqual([]);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ index, status, credits }) => [index, status, credits])).toEqual(
      rows.map((_, index) => [index, 200, 1]),
    );
    const { rows: charged } = await database.db.query(
      'select count(*)::int as charges, sum(credits)::int as credits from ledger where account_id = $1',
      [account_id],
    );
    expect(charged).toEqual([{ charges: rows.length, credits: rows.length }]);
  });

  it('continue if one is killed, and replace it by one of the same version, wherever the path of the program leads', async () => {
    const [first] = await workers();
    process.kill(first!, 'SIGKILL');
    for (let tries = 0; tries < 300; tries++) {
      const now = await workers();
      if (now.length === 3 && !now.includes(first!)) break;
      await sleep(100);
    }
    await untilAllAnswer();
    expect(await workers()).not.toContain(first);
    await expect.poll(workers).toHaveLength(3);
    expect((await call('/v1/account', await newKey())).statusCode).toBe(200);
  });
});
