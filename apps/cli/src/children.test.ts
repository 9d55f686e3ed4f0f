import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@domesday/testing/free-port';
import { expect, it } from 'vitest';
import { answers, keepRunning } from './children.ts';

/** A server that reports its process id, and hangs once it is asked to. */
const SERVER = `
const { createServer } = require('node:http');
createServer((req, res) => {
  if (req.url === '/deaf') process.kill(process.pid, 'SIGSTOP');
  res.end(String(process.pid));
}).listen(process.env.PORT, '127.0.0.1');
process.on('disconnect', () => process.exit(0));`;

it.skipIf(process.platform === 'win32')(
  'ends a server that is alive and no longer answers, and starts it again',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'domesday-children-'));
    const script = join(folder, 'server.cjs');
    await writeFile(script, SERVER);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const pid = async () => Number(await (await fetch(origin)).text());
    const gave_up: string[] = [];
    const child = await keepRunning({
      name: 'a server',
      script,
      env: { ...process.env, PORT: String(port) },
      healthy: () => answers(origin),
      onGivenUp: (reason) => gave_up.push(reason),
      look_every_ms: 100,
      deaf_ms: 1500,
    });
    try {
      const first = await pid();
      await answers(`${origin}/deaf`);
      let second = first;
      for (let tries = 0; tries < 200 && second === first; tries++) {
        await sleep(100);
        if (await answers(origin)) second = await pid();
      }
      expect(second).not.toBe(first);
      expect(() => process.kill(first, 0)).toThrow();
      expect(gave_up).toEqual([]);
    } finally {
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
