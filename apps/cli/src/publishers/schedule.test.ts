import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RHYTHMS, scheduleUpdates } from './schedule.ts';

let home: string;
let started: ChildProcess[];
let now_ms: number;
let said: string[];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'domesday-schedule-'));
  started = [];
  said = [];
  now_ms = Date.parse('2026-11-22T09:00:00Z');
});
afterEach(async () => {
  await rm(home, { recursive: true, force: true });
});

const tell = (sentence: string) => void said.push(sentence);
const schedule = (script: string) =>
  scheduleUpdates('weekly', home, process.env, {
    now: () => now_ms,
    look_every_ms: 20,
    stops_within_ms: 500,
    tell,
    start: () => {
      const child = spawn(process.execPath, ['-e', script]);
      started.push(child);
      return child;
    },
  });
/** Advances the clock, lets the scheduler check, and returns the number of updates started so far. */
const begunAfter = async (ms: number) => {
  now_ms += ms;
  await sleep(200);
  return started.length;
};

it('starts an update once a week, and a restart of the service neither repeats nor skips one', async () => {
  const first = schedule('');
  await once(started[0]!, 'exit');
  expect(await begunAfter(0)).toBe(1);
  await first.stop();
  const second = schedule('');
  expect(await begunAfter(0)).toBe(1);
  expect(await begunAfter(RHYTHMS.weekly)).toBe(2);
  await second.stop();
});

it('stops a running update together with the service, and never runs two at a time', async () => {
  const child = schedule('setInterval(() => {}, 1000)');
  expect(await begunAfter(10 * RHYTHMS.weekly)).toBe(1);
  await child.stop();
  expect(started[0]!.signalCode).toBe('SIGTERM');
});

it.skipIf(process.platform === 'win32')('kills an update that hangs when the service stops', async () => {
  const child = schedule(
    "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('begun')",
  );
  await once(started[0]!.stdout!, 'data');
  started[0]!.kill('SIGSTOP');
  await child.stop();
  expect(started[0]!.signalCode).toBe('SIGKILL');
});

it('repeats a failed update after a day, not at once and not only after a week', async () => {
  const first = schedule('process.exit(1)');
  await once(started[0]!, 'exit');
  expect(await begunAfter(RHYTHMS.daily - 1)).toBe(1);
  await first.stop();
  const second = schedule('');
  expect(await begunAfter(0)).toBe(1);
  expect(await begunAfter(1)).toBe(2);
  expect(await begunAfter(RHYTHMS.daily)).toBe(2);
  await second.stop();
});

it('starts an update if the recorded start of the last one lies in the future', async () => {
  await writeFile(join(home, 'last-update'), '2031-01-01T00:00:00.000Z\n');
  const child = schedule('');
  expect(started).toHaveLength(1);
  await once(started[0]!, 'exit');
  await child.stop();
  expect(await readFile(join(home, 'last-update'), 'utf8')).toBe('2026-11-22T09:00:00.000Z\n');
});

it('updates weekly, and says so, if the start of an update cannot be stored', async () => {
  // A file in place of the folder makes every write fail, also for root.
  await rm(home, { recursive: true });
  await writeFile(home, '');
  const child = schedule('');
  await once(started[0]!, 'exit');
  expect(await begunAfter(0)).toBe(1);
  expect(said.join()).toContain('could not be stored');
  expect(await begunAfter(RHYTHMS.weekly)).toBe(2);
  await child.stop();
});

it('continues after an update that could not be started', async () => {
  const child = scheduleUpdates('weekly', home, process.env, {
    now: () => now_ms,
    tell,
    start: () => {
      throw new Error('spawn ENOMEM');
    },
  });
  expect(said).toEqual(['the update could not be started: spawn ENOMEM']);
  await child.stop();
});
