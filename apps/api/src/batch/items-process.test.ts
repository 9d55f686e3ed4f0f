import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { SilenceTimes } from '../processes/silence.ts';
import { createItemsProcess, type ItemsProcess, type ItemsRequest } from './items-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'items-process-'));
let beside: ItemsProcess;
afterEach(() => beside.stop());
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * A process that answers each item with its name; it dies on items for which `diesOf` holds, and hangs on those for
 * which `hangsOf` holds.
 */
function start(diesOf: string, hangsOf = 'false', times: SilenceTimes = {}): void {
  const file = join(folder, 'program.mjs');
  writeFileSync(
    file,
    `const diesOf = (items) => ${diesOf};
    const hangsOf = (items) => ${hangsOf};
    process.on('message', ({ kind, id, asked }) => {
      if (kind === 'are-you-alive') return process.send({ alive: true });
      if (kind === 'items' && hangsOf(asked.items)) process.kill(process.pid, 'SIGSTOP');
      if (kind === 'stop' || diesOf(asked.items)) process.exit();
      process.send({ id, outcomes: asked.items.map(({ ref }) => ref) });
    });`,
  );
  beside = createItemsProcess(pathToFileURL(file), pino({ level: 'silent' }), times);
}

const answer = (...refs: string[]) =>
  beside.answer({ items: refs.map((ref, index) => ({ index, ref })) } as unknown as ItemsRequest);

it('answers each portion with its own outcomes when several portions run at the same time', async () => {
  start('false');
  const all = await Promise.all([answer('a', 'b'), answer('c'), answer('d', 'e')]);
  expect(all).toEqual([['a', 'b'], ['c'], ['d', 'e']]);
});

it('fails only the portion that kills the process, and answers the portions sent beside it', async () => {
  start("items.some(({ ref }) => ref === 'deadly')");
  const asked = ['before', 'deadly', 'beside', 'deadly', 'last'].map((ref) => answer(ref));
  const all = await Promise.allSettled(asked);
  const statuses = ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'];
  expect(all.map(({ status }) => status)).toEqual(statuses);
  expect(await answer('after')).toEqual(['after']);
});

it('refuses portions with 503 after a stop, so that no new process delays the shutdown', async () => {
  start('false');
  await answer('a');
  await beside.stop();
  const after = await answer('b').catch((error) => error);
  expect(after).toMatchObject({ status: 503, message: expect.stringContaining('stopping') });
});

const POSIX = process.platform !== 'win32';

it.runIf(POSIX)('kills a process that hangs, and fails only the portion that made it hang', async () => {
  start('false', "items.some(({ ref }) => ref === 'deadly')", {
    look_every_ms: 100,
    deaf_ms: 2000,
    starts_within_ms: 5000,
  });
  const asked = ['before', 'deadly', 'beside'].map((ref) => answer(ref));
  const all = await Promise.allSettled(asked);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await answer('after')).toEqual(['after']);
});

it.runIf(POSIX)('refuses the portion of a hung process with 503 at a stop', async () => {
  start('false', "items.some(({ ref }) => ref === 'deadly')");
  const under_way = answer('deadly');
  const refused = expect(under_way).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  await beside.stop();
  await refused;
});
