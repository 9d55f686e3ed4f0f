import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from './domesday.ts';

/** Makes the command the first process of its name space, as in a container: signals do not end such a process. */
const AS_FIRST = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child'];
const can = spawnSync('unshare', [...AS_FIRST, 'true']).status === 0;
if (!can) console.warn('skipped: unshare makes no process name space here');

/** A database that never answers. */
let silent: Server;
beforeAll(async () => {
  silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(() => void silent.close());

describe.skipIf(!can)('the first process of a container', () => {
  it.each([
    ['SIGINT', ['load', 'price-paid', 'none.csv'], 130, 'Stopped by SIGINT. Nothing was published'],
    ['SIGTERM', ['build'], 143, 'Stopped by SIGTERM. The previous build is still served.'],
    ['SIGTERM', ['keys', 'list'], 143, ''],
  ] as const)(
    'ends at %s during the command %j, and says what happened to its work',
    async (signal, args, code, words) => {
      const asked = once(silent, 'connection');
      const { port } = silent.address() as AddressInfo;
      const child = spawn('unshare', [...AS_FIRST, process.execPath, ...COMMAND, ...args], {
        env: { ...process.env, DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const said = text(child.stderr);
      const ended = once(child, 'exit');
      await asked;
      const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
      process.kill(Number(children.trim()), signal);
      expect((await ended)[0]).toBe(code);
      expect(await said).toContain(words);
    },
  );
});
