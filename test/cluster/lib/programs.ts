import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Debian packages of the cluster's programs. */
export const PACKAGES: Record<string, string> = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  'redis-server': 'redis-server',
  setpriv: 'util-linux',
};

/** The cluster's programs did not start: nothing of this project was tested. */
export class CannotSetUp extends Error {}

export interface Program {
  name: string;
  pid(): number;
  /** Ends it by a signal and waits for its exit. */
  end(signal: NodeJS.Signals): Promise<void>;
  start(): void;
}

/** Programs missing on this machine; empty if the cluster can be set up. */
export function missing(): string[] {
  const absent = Object.keys(PACKAGES).filter((name) => programPath(name) === null);
  if (postgresFolder() === null) absent.push('postgresql-15');
  if (process.getuid?.() !== 0) absent.push('root, to become the user postgres');
  return absent;
}

export function programPath(name: string): string | null {
  for (const folder of ['/usr/bin', '/usr/sbin', '/bin', '/usr/local/bin']) {
    if (existsSync(join(folder, name))) return join(folder, name);
  }
  return null;
}

/** Folder of the newest PostgreSQL of 15 or more that Debian installed. */
export function postgresFolder(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root)
    ? readdirSync(root)
        .map(Number)
        .filter((one) => one >= 15)
    : [];
  const newest = versions.sort((a, b) => b - a).find((one) => existsSync(`${root}/${one}/bin/postgres`));
  return newest ? `${root}/${newest}/bin` : null;
}

/** Runs a program of the machine in the background as the user postgres; it ends with this process. */
export function startProgram(
  name: string,
  args: string[],
  log: string,
  env: NodeJS.ProcessEnv = {},
): Program {
  const path = programPath(name)!;
  const user = ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', '--pdeathsig', 'KILL', '--'];
  let child: ChildProcess;
  let exited: Promise<void>;
  const start = (): void => {
    const out = openSync(log, 'a');
    child = spawn('setpriv', [...user, path, ...args], {
      stdio: ['ignore', out, out],
      env: { ...process.env, PATH: `/usr/bin:/usr/sbin:/bin:${process.env.PATH}`, ...env },
    });
    closeSync(out);
    child.on('error', () => {});
    exited = new Promise((done) => child.once('exit', () => done()));
  };
  start();
  return {
    name,
    pid: () => child.pid!,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await exited;
    },
    start,
  };
}

/** Every process below this one, deepest last. */
export function descendants(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' });
  const children = new Map<number, number[]>();
  for (const line of stdout.trim().split('\n')) {
    const [child, parent] = line.trim().split(/\s+/).map(Number) as [number, number];
    children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const below: number[] = [];
  for (const queue = [pid]; queue.length > 0; ) {
    const mine = children.get(queue.shift()!) ?? [];
    below.push(...mine);
    queue.push(...mine);
  }
  return below;
}

export function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It is gone.
    }
  }
}

export async function untilListens(port: number, what: string, log: string): Promise<void> {
  await until(what, () => listens(port), 30_000, log);
}

/** Waits until `holds`; on timeout throws with the end of the log. */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  limit_ms = 60_000,
  log?: string,
): Promise<void> {
  const from_ms = Date.now();
  while (!(await holds())) {
    if (Date.now() - from_ms > limit_ms) {
      const said = log && existsSync(log) ? `:\n${readFileSync(log, 'utf8').slice(-2000)}` : '';
      throw new Error(`${what} did not come about within ${limit_ms / 1000} s${said}`);
    }
    await sleep(100);
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });
}
