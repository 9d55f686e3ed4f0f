import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { program } from '@domesday/testing/program';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ITEMS_ARGUMENT } from '../src/batch/items-process.ts';

let database: TestDatabase;
let child: ChildProcess;
beforeAll(async () => {
  database = await sandboxDatabase();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await database?.drop();
});

it.skipIf(process.platform !== 'linux')(
  'runs the process of batches with all its threads at a lower priority than single calls',
  async () => {
    const { file, execArgv } = program('api');
    child = fork(file, [ITEMS_ARGUMENT], {
      execArgv,
      serialization: 'advanced',
      env: { ...process.env, DATABASE_URL: database.url, LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const answered = new Promise((done) => child.once('message', done));
    const asked = { lane: 'batch', operation: 'addresses.match', defaults: {}, items: [] };
    child.send({ kind: 'items', id: 1, asked });
    expect(await answered).toEqual({ id: 1, outcomes: [] });
    const threads = readdirSync(`/proc/${child.pid}/task`);
    expect(threads.length).toBeGreaterThan(4);
    const own = getPriority();
    for (const thread of threads) expect(getPriority(Number(thread))).toBeGreaterThan(own);
  },
);
