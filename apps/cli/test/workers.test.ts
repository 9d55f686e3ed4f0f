import { startWorkerProcess } from '@domesday/builds/worker-processes';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { program } from '@domesday/testing/program';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { programOf } from '../src/commands.ts';
import { byColumn } from '../src/match/answer.ts';

const { file, execArgv } = program('cli');
/** Each hidden worker command, with its arguments and a message that needs no data. */
const WORKERS: Record<string, { args: string[]; order: object; answer: unknown }> = {
  'match-worker': { args: [], order: [], answer: byColumn([]) },
  'fit-worker': { args: ['2026-01-31'], order: { area: 'X' }, answer: /^X: / },
};

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());

it('this test lists every hidden worker command', async () => {
  const hidden = (await programOf()).commands
    .map((command) => command.name())
    .filter((name) => /worker/.test(name));
  expect(Object.keys(WORKERS).sort()).toEqual(hidden.sort());
});

it.concurrent.each(Object.entries(WORKERS))(
  'domesday %s waits for orders until its channel closes',
  async (name, { args, order, answer }) => {
    const env = { ...process.env, DATABASE_URL: database.url, NODE_OPTIONS: execArgv.join(' ') };
    const worker = startWorkerProcess<object, unknown>('works for a test', file, [name, ...args], env);
    // Later than the command could have ended by itself.
    await new Promise((done) => setTimeout(done, 3000));
    const said = await worker.ask(order).catch((error: Error) => error.message);
    await worker.stop();
    if (answer instanceof RegExp) expect(said).toMatch(answer);
    else expect(said).toEqual(answer);
  },
);
