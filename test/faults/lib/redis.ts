import { spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@domesday/testing/free-port';

export interface Redis {
  url: string;
  stop(): Promise<void>;
}

/** A separate Redis without persistence; null if there is no redis-server on the PATH. */
export async function startRedis(): Promise<Redis | null> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return null;
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', args, { stdio: 'ignore' });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  for (let tries = 0; tries < 100 && !(await listens(port)); tries++) await sleep(50);
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => done(true));
    socket.on('error', () => done(false));
    socket.on('connect', () => socket.destroy());
  });
}
