import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { program } from '@domesday/testing/program';
import { expect, it } from 'vitest';

/** As the first process of a container, which no signal ends by itself. */
const AS_FIRST = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child'];
const can = spawnSync('unshare', [...AS_FIRST, 'true']).status === 0;
if (!can) console.warn('skipped: unshare makes no process name space here');

it.skipIf(!can)(
  'exits on SIGTERM as the first process of a container, also while it waits for its database',
  async () => {
    const silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const asked = once(silent, 'connection');
    const { file, execArgv } = program('api');
    const child = spawn('unshare', [...AS_FIRST, process.execPath, ...execArgv, file], {
      env: {
        ...{ ...process.env, DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`, API_PORT: '0' },
        ...{ API_PROCESSES: '1', LOG_LEVEL: 'silent' },
      },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    try {
      await asked;
      const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
      process.kill(Number(children.trim()), 'SIGTERM');
      expect(await ended).toEqual([1, null]);
    } finally {
      child.kill('SIGKILL');
      silent.close();
    }
  },
);
