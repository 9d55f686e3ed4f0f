import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@domesday/testing/free-port';
import { program } from '@domesday/testing/program';

const START_MS = 60_000;
export const root = resolve(import.meta.dirname, '../../..');

export interface Process {
  port: number;
  /** Base address. */
  origin: string;
  child(): ChildProcess;
  /** The beginning of its output: its start and the first errors. */
  log(): string;
  /** kill -9; resolves when it has exited. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit status. */
  stop(): Promise<number | null>;
  /** Starts it again on its port and waits until it answers. */
  start(): Promise<void>;
}

/** A server of the project as a process of its own on a free port. */
export async function startServer(app: 'api' | 'mcp', env: Record<string, string> = {}): Promise<Process> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { file, execArgv } = program(app);
  let child: ChildProcess;
  let exited: Promise<number | null>;
  let log = '';
  const start = async (): Promise<void> => {
    child = fork(file, {
      execArgv,
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        LOG_LEVEL: 'info',
        ...env,
        [app === 'api' ? 'API_PORT' : 'MCP_PORT']: String(port),
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.stderr!.on('data', (chunk: Buffer) => {
      if (log.length < 200_000) log += chunk.toString();
    });
    exited = new Promise((done) => child.once('exit', (code) => done(code)));
    const open = `${origin}${app === 'api' ? '/v1/openapi.json' : '/health'}`;
    for (const until_ms = Date.now() + START_MS; Date.now() < until_ms; await sleep(50)) {
      const answer = await fetch(open).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.ok) return;
      if (child.exitCode !== null) throw new Error(`The ${app} stopped before it was ready:\n${log}`);
    }
    throw new Error(`The ${app} was not ready within ${START_MS / 1000} s:\n${log}`);
  };
  await start();
  return {
    port,
    origin,
    child: () => child,
    log: () => log,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
    start,
  };
}
