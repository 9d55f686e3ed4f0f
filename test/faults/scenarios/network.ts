import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '../lib/fault.ts';
import type { Stage } from '../lib/stage.ts';
import { whileTheApiServes } from './kill-postgres.ts';

/** Longer than the API waits for a statement, so that its timeout is tested. */
const STALL_MS = 13_000;

/** The connection between API and database breaks, and stays broken for a while. */
export async function lostConnection(stage: Stage): Promise<Result> {
  return whileTheApiServes(stage, 'connection to the database lost', async (felt) => {
    for (let i = 0; i < 3; i++) {
      stage.wire.cut();
      await sleep(400);
      await felt();
      stage.wire.mend();
      await sleep(400);
    }
  });
}

/** No packets reach the database any more, without an error. */
export async function stalledDatabase(stage: Stage): Promise<Result> {
  return whileTheApiServes(stage, 'database stalled (network)', async (felt) => {
    stage.wire.stall();
    await sleep(STALL_MS);
    await felt();
    stage.wire.mend();
  });
}

/** The database's own processes are frozen for longer than the API waits. */
export async function frozenDatabase(stage: Stage): Promise<Result> {
  return whileTheApiServes(stage, 'database stalled (processes)', async (felt) => {
    const { rows } = await stage.db.query(
      "select pid from pg_stat_activity where application_name = 'domesday-api'",
    );
    const pids = [await stage.postgres.pid(), ...rows.map((row) => row.pid as number)];
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await sleep(STALL_MS);
    await felt();
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  });
}
