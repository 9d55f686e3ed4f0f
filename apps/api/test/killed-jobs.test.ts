import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount, createKey } from '@domesday/api/accounts';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { program } from '@domesday/testing/program';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Line } from './flat-lines.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await sandboxDatabase();
});
afterAll(() => database?.drop());

async function spent(account_id: string) {
  const { rows } = await database.db.query(
    `select coalesce(sum(credits), 0)::int as ledger, count(*)::int as charges,
            (select coalesce(sum(credits_used), 0)::int from account_months where account_id = $1) as counted
       from ledger where account_id = $1`,
    [account_id],
  );
  return rows[0];
}

describe.skipIf(process.platform === 'win32')('a job whose process is killed', () => {
  it('continues in the next process, without lost or repeated lines and without double charges', async () => {
    const account_id = await createAccount(database.db, 'an account', 'scale');
    const { secret } = await createKey(database.db, { account_id, mode: 'live' });
    const { rows: homes } = await database.db.query('select uprn from addresses order by uprn limit 300');
    const asked = homes.map(({ uprn }) => ({ uprn: String(uprn) }));
    let server = await serve(database.url);
    try {
      const response = await fetch(`${server.url}/jobs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ operation: 'properties.get', items: asked }),
      });
      const { id, items } = (await response.json()) as { id: string; items: number };
      const progress = async () =>
        (await database.db.query('select state, items_done from jobs where id = $1', [id])).rows[0];
      const goesOn = async (done: number) => {
        const { state, items_done } = await progress();
        return state === 'running' && items_done <= done;
      };
      let cut = 0;
      for (let kills = 0; kills < 2; kills++) {
        const before = (await progress()).items_done;
        while (await goesOn(before + 50 * kills)) await sleep(5);
        server.process.kill('SIGKILL');
        await server.exited;
        if ((await progress()).state === 'running') cut++;
        // The lease of the killed process would run out in a minute.
        await database.db.query('update jobs set leased_until = null where id = $1', [id]);
        server = await serve(database.url);
      }
      // On a slow machine the job may have ended before the second.
      expect(cut).toBeGreaterThan(0);
      while ((await progress()).state === 'running') await sleep(20);
      const { rows } = await database.db.query(
        'select lines from job_results where job_id = $1 order by portion',
        [id],
      );
      const lines: Line[] = rows.flatMap(({ lines: text }) =>
        text.split('\n').filter(Boolean).map(JSON.parse),
      );
      expect(lines.map(({ index }) => index)).toEqual(Array.from({ length: items }, (_, i) => i));
      const credits = lines.reduce((sum, line) => sum + line.credits, 0);
      expect(credits).toBeGreaterThan(0);
      expect(await spent(account_id)).toEqual({ ledger: credits, charges: credits, counted: credits });
    } finally {
      server.process.kill('SIGKILL');
      await server.exited;
    }
  });
});

interface Served {
  process: ChildProcess;
  url: string;
  exited: Promise<unknown>;
}

async function serve(database_url: string): Promise<Served> {
  const port = await new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as { port: number };
      probe.close(() => done(free));
    });
  });
  const { file, execArgv } = program('api');
  const child = fork(file, {
    execArgv,
    env: {
      ...process.env,
      DATABASE_URL: database_url,
      API_PORT: String(port),
      POOL_SIZE: '5',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = new Promise((done) => child.once('exit', done));
  const origin = `http://127.0.0.1:${port}`;
  for (;;) {
    if (
      await fetch(`${origin}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await sleep(50);
  }
  return { process: child, url: `${origin}/v1`, exited };
}
