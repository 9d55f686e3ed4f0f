import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@domesday/testing/free-port';
import { describe, expect, it } from 'vitest';
import { answers, keepRunning } from './children.ts';

/** A server that reports its process id, and hangs or ends on request. Its second start can be delayed. */
const SERVER = `
const { createServer } = require('node:http');
const { existsSync, writeFileSync } = require('node:fs');
const again = existsSync(process.env.STARTED);
writeFileSync(process.env.STARTED, '');
setTimeout(() => createServer((req, res) => {
  if (req.url === '/deaf') process.kill(process.pid, 'SIGSTOP');
  if (req.url === '/end') process.exit(1);
  res.end(String(process.pid));
}).listen(process.env.PORT, '127.0.0.1'), again ? Number(process.env.START_MS) : 0);
process.on('disconnect', () => process.exit(0));`;

/** Runs the server, requests `path`, waits until another process answers, and returns the messages of `keepRunning`. */
async function after(path: string, start_ms: number) {
  const folder = await mkdtemp(join(tmpdir(), 'domesday-children-'));
  const script = join(folder, 'server.cjs');
  await writeFile(script, SERVER);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const pid = async () => Number(await (await fetch(origin)).text());
  const said: string[] = [];
  const child = await keepRunning({
    name: 'a server',
    script,
    env: { ...process.env, PORT: String(port), STARTED: join(folder, 'started'), START_MS: String(start_ms) },
    healthy: () => answers(origin),
    onGivenUp: (reason) => said.push(reason),
    tell: (sentence) => void said.push(sentence),
    look_every_ms: 100,
    deaf_ms: 1500,
  });
  try {
    const first = await pid();
    await answers(`${origin}${path}`);
    let second = first;
    for (let tries = 0; tries < 200 && second === first; tries++) {
      await sleep(100);
      if (await answers(origin)) second = await pid();
    }
    expect(second).not.toBe(first);
    expect(() => process.kill(first, 0)).toThrow();
    return said;
  } finally {
    await child.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

describe.skipIf(process.platform === 'win32')('a server that keepRunning supervises', () => {
  it('is killed and started again if it is alive but no longer answers', async () => {
    expect(await after('/deaf', 0)).toEqual([
      'a server has not answered for 1.5 s; ending it',
      'a server ended with SIGKILL; starting it again',
    ]);
  });

  it('is not judged unresponsive while it restarts', async () => {
    expect(await after('/end', 4000)).toEqual(['a server ended with 1; starting it again']);
  });

  it('is not judged unresponsive if the supervising process itself was blocked during a check', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'domesday-children-'));
    const script = join(folder, 'server.cjs');
    await writeFile(script, 'setInterval(() => {}, 1000);');
    const said: string[] = [];
    let asked = 0;
    const healthy = async () => {
      if (++asked !== 2) return true;
      const until_ms = performance.now() + 600;
      while (performance.now() < until_ms);
      return false;
    };
    const onGivenUp = (reason: string) => said.push(reason);
    const tell = (sentence: string) => void said.push(sentence);
    const times = { look_every_ms: 20, deaf_ms: 400 };
    const child = await keepRunning({
      name: 'a server',
      script,
      env: process.env,
      healthy,
      onGivenUp,
      tell,
      ...times,
    });
    try {
      await expect.poll(() => asked).toBeGreaterThan(3);
      expect(said).toEqual([]);
    } finally {
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('is given up once its time to start has passed, even if each check is slow', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'domesday-children-'));
    const script = join(folder, 'server.cjs');
    await writeFile(script, "process.on('disconnect', () => process.exit(0)); setInterval(() => {}, 1000);");
    let checks = 0;
    const healthy = async () => {
      checks++;
      await sleep(300);
      return false;
    };
    const env = { ...process.env };
    const start = keepRunning({
      name: 'a server',
      script,
      env,
      healthy,
      onGivenUp: () => {},
      starts_within_ms: 600,
    });
    try {
      await expect(start).rejects.toThrow('a server was not ready within 0.6 s.');
      expect(checks).toBeLessThan(6);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('is not started again if it ends before it was ready', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'domesday-children-'));
    const script = join(folder, 'server.cjs');
    const starts = join(folder, 'starts');
    await writeFile(
      script,
      `require('node:fs').appendFileSync(${JSON.stringify(starts)}, '.'); process.exit(3);`,
    );
    const said: string[] = [];
    const start = keepRunning({
      name: 'a server',
      script,
      env: process.env,
      healthy: async () => false,
      onGivenUp: (reason) => said.push(reason),
      tell: (sentence) => said.push(sentence),
    });
    try {
      await expect(start).rejects.toThrow('a server ended with 3 before it was ready.');
      // Longer than the pause before a restart.
      await sleep(1500);
      expect([said, await readFile(starts, 'utf8')]).toEqual([[], '.']);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
