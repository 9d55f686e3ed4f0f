import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@domesday/testing/free-port';
import { plainModule } from '@domesday/testing/plain-module';
import { describe, expect, it } from 'vitest';
import { logOutput } from '../src/log-output.ts';

const program = (app: string) => resolve(import.meta.dirname, `../../../apps/${app}/dist/main.js`);

/** Linux has a device that is always full. */
describe.skipIf(process.platform !== 'linux')('a log that cannot be written', () => {
  it.each(['api', 'mcp'])(
    'does not stop the %s server from answering, nor from ending when it is asked to',
    async (app) => {
      const port = await freePort();
      const full = openSync('/dev/full', 'w');
      const child = spawn(process.execPath, [program(app)], {
        env: {
          ...process.env,
          DATABASE_URL: 'postgres://127.0.0.1:1/x',
          API_PORT: String(port),
          MCP_PORT: String(port),
          LOG_LEVEL: 'trace',
        },
        stdio: ['ignore', 'ignore', full],
      });
      closeSync(full);
      const ended = once(child, 'exit');
      const ask = () => firstAnswer(child, `http://127.0.0.1:${port}/health`);
      expect(await ask()).toBe(200);
      // Longer than a log waits for more lines before it writes them.
      await sleep(1100);
      expect(await ask()).toBe(200);
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    },
  );

  it('continues once it can be written, with every buffered line and the number of lost lines', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'domesday-log-'));
    const pipe = join(folder, 'pipe');
    spawnSync('mkfifo', [pipe]);
    const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    try {
      const output = logOutput({ fd });
      const line = (n: number) => `${JSON.stringify({ n, msg: 'x'.repeat(150) })}\n`;
      const all = 12_000;
      for (let n = 0; n < all; n++) output.write(line(n));
      await sleep(50);
      const read = await readOn(fd, () => output.flush());
      const lost = read.find((one) => 'lost' in one)!;
      const numbers = read.filter((one) => one !== lost).map(({ n }) => n);
      expect(lost).toMatchObject({ level: 40, lost: all - numbers.length });
      expect(lost.lost).toBeGreaterThan(all / 4);
      expect(numbers).toEqual(Array.from(numbers, (_, i) => i));
      expect(read.at(-1)).toBe(lost);
    } finally {
      closeSync(fd);
      await rm(folder, { recursive: true });
    }
  });

  it('does not stop a process from ending if nobody reads its pipe, even if another process made the pipe blocking', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'domesday-log-'));
    const pipe = join(folder, 'pipe');
    spawnSync('mkfifo', [pipe]);
    const unread = openSync(pipe, constants.O_RDWR);
    const filling = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    expect(() => {
      for (;;) writeSync(filling, 'x'.repeat(4096));
    }).toThrow('EAGAIN');
    const module = await plainModule(join(import.meta.dirname, '../src/log-output.ts'), folder);
    const script = join(folder, 'log.mjs');
    await writeFile(
      script,
      `import { logOutput } from '${module}';
      logOutput().write('x'.repeat(5000));
      console.log('written');
      setTimeout(() => process.exit(7), 200);`,
    );
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', unread] });
    try {
      const ended = once(child, 'exit');
      await once(child.stdout!, 'data');
      expect(await Promise.race([ended, sleep(5000, 'it waits for a reader')])).toEqual([7, null]);
    } finally {
      child.kill('SIGKILL');
      for (const fd of [unread, filling]) closeSync(fd);
      await rm(folder, { recursive: true });
    }
  });

  it('drops a line that must be written at once, and throws nothing', () => {
    const fd = openSync('/dev/full', 'w');
    expect(() => logOutput({ fd, at_once: true }).write('a line\n')).not.toThrow();
    closeSync(fd);
  });
});

/** The status of the first answer of a server that starts. Throws if the server has ended. */
async function firstAnswer(child: ChildProcess, url: string): Promise<number> {
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    if (answer) return answer.status;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('the server has ended');
    await sleep(50);
  }
}

type Line = Record<string, unknown>;

/** Everything that comes out of a pipe, until nothing has come for a while. */
async function readOn(fd: number, flush: () => void): Promise<Line[]> {
  const piece = Buffer.alloc(65_536);
  let text = '';
  for (let quiet = 0; quiet < 30; quiet++) {
    try {
      text += piece.toString('utf8', 0, readSync(fd, piece));
      quiet = 0;
    } catch {
      await sleep(10);
    }
    flush();
  }
  return text
    .trimEnd()
    .split('\n')
    .map((one) => JSON.parse(one));
}
