import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RHYTHMS, scheduleUpdates } from './schedule.ts';

let home: string;
let started: ChildProcess[];
let now_ms: number;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'domesday-schedule-'));
  started = [];
  now_ms = Date.parse('2026-11-22T09:00:00Z');
});
afterEach(() => rm(home, { recursive: true, force: true }));

const schedule = (script: string) =>
  scheduleUpdates('weekly', home, process.env, {
    now: () => now_ms,
    look_every_ms: 20,
    start: () => {
      const child = spawn(process.execPath, ['-e', script]);
      started.push(child);
      return child;
    },
  });
const looked = () => sleep(200);

it('updates once a week, and a restart of the service neither repeats nor forgets one', async () => {
  const first = schedule('');
  await once(started[0]!, 'exit');
  await looked();
  expect(started).toHaveLength(1);
  await first.stop();
  const second = schedule('');
  await looked();
  expect(started).toHaveLength(1);
  now_ms += RHYTHMS.weekly;
  await looked();
  expect(started).toHaveLength(2);
  await second.stop();
});

it('ends the update that runs with the service, and never runs two', async () => {
  const child = schedule('setInterval(() => {}, 1000)');
  now_ms += 10 * RHYTHMS.weekly;
  await looked();
  expect(started).toHaveLength(1);
  await child.stop();
  expect(started[0]!.signalCode).toBe('SIGTERM');
});
