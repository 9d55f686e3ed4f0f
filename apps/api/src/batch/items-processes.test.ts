import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { ItemsRequest } from './items-process.ts';
import { createItemsProcesses, type ItemsProcesses } from './items-processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'items-processes-'));
const program = join(folder, 'program.mjs');
// Answers each item with the id of the process, one `slow` after the other, and dies of the item `deadly`.
writeFileSync(
  program,
  `let before = Promise.resolve();
  process.on('message', ({ kind, id, asked }) => {
    if (kind === 'are-you-alive') return process.send({ alive: true });
    if (kind === 'stop' || asked.items.some(({ ref }) => ref === 'deadly')) process.exit();
    const send = () => process.send({ id, outcomes: asked.items.map(() => process.pid) });
    if (asked.items.every(({ ref }) => ref !== 'slow')) return send();
    before = before.then(() => new Promise((done) => setTimeout(done, 20))).then(send);
  });
`,
);
let beside: ItemsProcesses;
afterEach(() => beside.stop());
afterAll(() => rmSync(folder, { recursive: true }));

const start = (count: number) => {
  beside = createItemsProcesses(count, pathToFileURL(program), pino({ level: 'silent' }));
};
const answerOf = async (caller: object, ref: string) =>
  (
    await beside.answer({ caller, items: [{ index: 0, ref }] } as unknown as ItemsRequest)
  )[0] as unknown as number;
const answer = (ref: string) => answerOf({ key_id: ref, parent_id: null }, ref);

it('runs concurrent portions in separate processes', async () => {
  start(3);
  const pids = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(answer));
  expect(new Set(pids).size).toBe(3);
});

it('reuses one process for portions that follow each other', async () => {
  start(3);
  const pids = [await answer('a'), await answer('b'), await answer('c')];
  expect(new Set(pids).size).toBe(1);
});

it('answers the other portions when one portion kills its process', async () => {
  start(2);
  const all = await Promise.allSettled(['a', 'deadly', 'b', 'c'].map(answer));
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
});

it('ends every process at a stop', async () => {
  start(2);
  const pids = await Promise.all(['a', 'b'].map(answer));
  await beside.stop();
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

it('makes portions of other keys wait for only a few portions of one key and its sub-keys', async () => {
  start(1);
  let done = 0;
  const many = Array.from({ length: 40 }, async (_, i) => {
    await answerOf({ key_id: `sub-key ${i}`, parent_id: 'parent' }, 'slow');
    done++;
  });
  await answer('slow');
  expect(done).toBeLessThan(10);
  await Promise.all(many);
});
