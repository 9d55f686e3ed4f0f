import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainModule } from '@domesday/testing/plain-module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorkerProcess } from './worker-processes.ts';

let folder: string;
let module: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-worker-'));
  module = await plainModule(join(import.meta.dirname, 'worker-processes.ts'), folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.skipIf(process.platform === 'win32')('stop returns even if the process hangs', async () => {
  const script = join(folder, 'worker.mjs');
  await writeFile(
    script,
    `process.on('message', (order) => {
      process.send({ answer: order, spent: { memory_mb: 1, cpu_seconds: 2 } });
      process.kill(process.pid, 'SIGSTOP');
    });`,
  );
  const worker = startWorkerProcess<object, object>('hangs', script, [], process.env, {
    ends_within_ms: 500,
  });
  expect(await worker.ask({ n: 1 })).toEqual({ n: 1 });
  expect(await worker.stop()).toEqual({ memory_mb: 1, cpu_seconds: 2 });
  await expect(worker.ask({ n: 2 })).rejects.toThrow('A process that hangs ended with SIGKILL');
});

/** Writes a worker and its parent. The worker answers `tell` with its process id and never finishes another order. */
async function busy(): Promise<{ worker: string; parent: string }> {
  const worker = join(folder, 'busy.mjs');
  const parent = join(folder, 'parent.mjs');
  await writeFile(
    worker,
    `import { serveOrders } from '${module}';
    await serveOrders(async (order) => {
      if (order.tell) return process.pid;
      for (;;);
    });`,
  );
  await writeFile(
    parent,
    `import { startWorkerProcess } from '${module}';
    const { ask } = startWorkerProcess('computes', ${JSON.stringify(worker)}, [], process.env);
    const pid = await ask({ tell: true });
    ask({ tell: false });
    process.send(pid);`,
  );
  return { worker, parent };
}

it('a computing process ends when the process that started it is killed', async () => {
  const { parent } = await busy();
  const child = fork(parent);
  const [pid] = (await once(child, 'message')) as [number];
  try {
    child.kill('SIGKILL');
    await expect.poll(() => lives(pid)).toBe(false);
  } finally {
    if (lives(pid)) process.kill(pid, 'SIGKILL');
  }
});

it('a process that answers after its parent stopped it ends without an error', async () => {
  const worker = join(folder, 'late.mjs');
  const parent = join(folder, 'gone.mjs');
  await writeFile(
    worker,
    `import { serveOrders } from '${module}';
    await serveOrders(async ({ ms }) => {
      for (const end = Date.now() + ms; Date.now() < end; );
      return 'done';
    });`,
  );
  await writeFile(
    parent,
    `import { startWorkerProcess } from '${module}';
    const { ask, stop } = startWorkerProcess('computes', ${JSON.stringify(worker)}, [], process.env);
    await ask({ ms: 0 });
    ask({ ms: 1500 }).catch((error) => console.error(error.message));
    setTimeout(stop, 500);`,
  );
  const child = fork(parent, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let printed = '';
  child.stderr!.on('data', (piece) => {
    printed += piece;
  });
  await once(child, 'close');
  expect(printed).toBe('A process that computes ended with 0\n');
});

it('an error of the process keeps its code, from which the advice to the operator is chosen', async () => {
  const script = join(folder, 'fails.mjs');
  await writeFile(
    script,
    `import { serveOrders } from '${module}';
    await serveOrders(async () => {
      throw Object.assign(new Error('the database system is starting up'), { code: '57P03' });
    });`,
  );
  const { ask, stop } = startWorkerProcess('fails', script, [], process.env);
  const error = await ask({}).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: 'the database system is starting up', code: '57P03' });
  await stop();
});

it('a process that does not answer an order in time is killed, and the error says so', async () => {
  const { worker } = await busy();
  const times = { answers_within_ms: 3000 };
  const { ask, stop } = startWorkerProcess<object, number>('computes', worker, [], process.env, times);
  expect(await ask({ tell: true })).toBeGreaterThan(0);
  await expect(ask({ tell: false })).rejects.toThrow(
    'A process that computes ended with SIGKILL, since it had not answered for 3 s',
  );
  await stop();
});

describe('a process that reports each second that it is alive', () => {
  let worker: ReturnType<typeof startWorkerProcess<object, string>>;
  beforeAll(async () => {
    const script = join(folder, 'long.mjs');
    await writeFile(
      script,
      `import { serveOrders } from '${module}';
      await serveOrders(async ({ ms }) => {
        for (const end = Date.now() + ms; Date.now() < end; );
        if (ms === 0) process.kill(process.pid, 'SIGSTOP');
        return 'done';
      });`,
    );
    const times = { silent_within_ms: 4000 };
    worker = startWorkerProcess<object, string>('computes', script, [], process.env, times);
  });
  afterAll(() => worker.stop());

  it('may compute for longer than the limit for standing still', async () => {
    expect(await worker.ask({ ms: 6000 })).toBe('done');
  });

  it.skipIf(process.platform === 'win32')('is killed if it stands still, and the error says so', async () => {
    await expect(worker.ask({ ms: 0 })).rejects.toThrow(
      'A process that computes ended with SIGKILL, since it had stood still for 4 s',
    );
  });
});

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
