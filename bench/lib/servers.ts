import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount, createKey } from '@domesday/api/accounts';
import { createPool, type Db, type Embedded, migrate, startEmbedded } from '@domesday/db';
import { freePort } from '@domesday/testing/free-port';

export const root = resolve(import.meta.dirname, '../..');

export interface Scratch {
  url: string;
  db: Db;
  folder: string;
  close(): Promise<void>;
}

/**
 * A database for one benchmark in a temporary folder, with the shipped schema and the server's own settings.
 */
export async function scratchDatabase(settings: Record<string, string> = {}): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), 'domesday-bench-'));
  const server: Embedded = await startEmbedded({ folder: join(folder, 'postgres'), settings });
  const url = server.local_url;
  await migrate(url);
  const db = createPool(url, { max: 4 });
  return {
    url,
    db,
    folder,
    close: async () => {
      await db.end();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Keys of an account whose plan never limits a benchmark. */
export async function benchKey(db: Db, keys = 1, mode: 'live' | 'test' = 'live'): Promise<string[]> {
  await db.query("insert into plans values ('bench', 2000000000, 100000) on conflict do nothing");
  const account_id = await createAccount(db, 'bench', 'bench');
  const secrets: string[] = [];
  for (let i = 0; i < keys; i++) secrets.push((await createKey(db, { account_id, mode })).secret);
  return secrets;
}

export interface Served {
  port: number;
  child: ChildProcess;
  stop(): Promise<void>;
}

/**
 * Starts a server script as a child process and waits until it answers at `path`. The answer cache is off, unless `env`
 * or the environment sets its size.
 */
export async function serve(
  script: string,
  env: Record<string, string>,
  path: string,
  port_variable = 'API_PORT',
  node = process.execPath,
): Promise<Served> {
  const port = await freePort();
  const child = spawn(node, [join(root, script)], {
    env: { KEPT_ANSWERS_MB: '0', ...process.env, [port_variable]: String(port), PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // A benchmark that ends with an error does not stop its servers itself.
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  let log = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    if (log.length < 4000) log += chunk.toString();
  });
  for (let waited_ms = 0; ; waited_ms += 50) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
    if (response) break;
    if (child.exitCode !== null || waited_ms > 30_000) throw new Error(`${script} did not start:\n${log}`);
    await sleep(50);
  }
  return {
    port,
    child,
    stop: () =>
      new Promise((done) => {
        process.off('exit', kill);
        child.once('exit', () => done());
        kill();
      }),
  };
}
