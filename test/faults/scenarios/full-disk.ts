import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { playFault, type Result, type Skipped } from '../lib/fault.ts';
import { newTarget, type Stage, setStage } from '../lib/stage.ts';

const FAULT = 'full disk';

/** The file system of the database fills up under load; once there is room the service recovers. */
export async function fullDisk({ beat_ms }: Stage): Promise<Result | Skipped> {
  const folder = await mkdtemp(join(tmpdir(), 'domesday-small-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', folder]);
  if (mounted.status !== 0) {
    await rm(folder, { recursive: true, force: true });
    return { fault: FAULT, skipped: 'a small file system can be mounted by root on Linux only' };
  }
  try {
    const settings = { shared_buffers: '32MB', max_wal_size: '48MB', min_wal_size: '32MB' };
    const stage = await setStage({ beat_ms, folder, settings });
    try {
      const result = await fillUp(stage);
      const log = await readFile(join(folder, 'postgres', 'postgres.log'), 'utf8').catch(() => '');
      if (!log.includes('No space left on device')) result.problems.push('the disk was never full');
      return result;
    } finally {
      await stage.close();
    }
  } finally {
    for (let tries = 0; tries < 20; tries++) {
      if (spawnSync('umount', [folder]).status === 0) break;
      await sleep(250);
    }
    await rm(folder, { recursive: true, force: true });
  }
}

async function fillUp(stage: Stage): Promise<Result> {
  // So that recycled log files do not hide the fault.
  await stage.db.query('checkpoint');
  const api = await stage.api();
  const accounts = [
    await newTarget(stage, api.origin, { repeatable: true }),
    await newTarget(stage, api.origin),
  ];
  // A separate account tests whether the disk is full: its answers are not part of the load's ledger.
  const probe = await newTarget(stage, api.origin);
  const ballast = join(stage.folder, 'ballast');
  let refused = false;
  return await playFault(stage, FAULT, accounts, { lossless: true }, async () => {
    const { bavail, bsize } = await statfs(stage.folder);
    await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 256 * 1024))).catch(() => {});
    for (let waited_ms = 0; !refused && waited_ms < 20_000; waited_ms += 100) {
      // A large table takes the remaining space, so that the next charge finds no room.
      await stage.db
        .query(
          'create unlogged table if not exists bulk as select repeat(md5(i::text), 100) from generate_series(1, 3000) i',
        )
        .catch(() => {});
      const answer = await fetch(`${api.origin}/v1/properties/998000000001?fields=address`, {
        headers: { authorization: `Bearer ${probe.key}` },
      }).catch(() => null);
      refused = answer?.status === 503;
      await sleep(100);
    }
    await sleep(1500);
    await rm(ballast, { force: true });
    for (let tries = 0; tries < 40; tries++) {
      const alive = await stage.db.query('drop table if exists bulk').then(
        () => true,
        () => false,
      );
      if (alive) break;
      // Without room for its log PostgreSQL shuts down, and has to be restarted.
      await stage.postgres.start().catch(() => {});
      await sleep(250);
    }
  });
}
