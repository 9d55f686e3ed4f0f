import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startWorkerProcess } from './worker-processes.ts';

it.skipIf(process.platform === 'win32')('the stop of a process that hangs ends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'domesday-worker-'));
  const script = join(folder, 'worker.mjs');
  await writeFile(
    script,
    `process.on('message', (order) => {
      process.send({ answer: order, spent: { memory_mb: 1, cpu_seconds: 2 } });
      process.kill(process.pid, 'SIGSTOP');
    });`,
  );
  try {
    const worker = startWorkerProcess<object, object>('hangs', script, [], process.env, 500);
    expect(await worker.ask({ n: 1 })).toEqual({ n: 1 });
    expect(await worker.stop()).toEqual({ memory_mb: 1, cpu_seconds: 2 });
    await expect(worker.ask({ n: 2 })).rejects.toThrow('A process that hangs ended with SIGKILL');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
