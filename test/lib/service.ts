import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createAccount, createKey } from '@domesday/api/accounts';
import { createPool, type Db, migrate, startEmbedded } from '@domesday/db';

export interface Service {
  /** Base address of the REST API, which ends in /v1. */
  api_url: string;
  /** Address of the MCP endpoint, which ends in /mcp. */
  mcp_url: string;
  db: Db;
  /** A live key of a new account on the largest plan. */
  newKey(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * The whole service on free ports: a PostgreSQL in a temporary folder, `fill` with the migrated database, then
 * the REST API and the MCP server as processes of their own.
 */
export async function startService(
  fill: (db: Db, home: string) => Promise<unknown> = async () => {},
): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'domesday-service-'));
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    const database = await startEmbedded({ folder: join(folder, 'postgres') });
    stops.push(() => database.stop());
    await migrate(database.url);
    const db = createPool(database.url);
    stops.push(() => db.end());
    await fill(db, join(folder, 'home'));
    const api = await startProcess('apps/api/src/main.ts', { DATABASE_URL: database.url, API_PORT: '0' });
    stops.push(api.stop);
    const mcp = await startProcess('apps/mcp/src/main.ts', { API_URL: api.url, MCP_PORT: '0' });
    stops.push(mcp.stop);
    const newKey = async () => {
      const account_id = await createAccount(db, 'made for a test', 'scale');
      return (await createKey(db, { account_id, mode: 'live' })).secret;
    };
    return { api_url: api.url, mcp_url: mcp.url, db, newKey, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startProcess(file: string, env: Record<string, string>) {
  const child = fork(resolve(import.meta.dirname, '../..', file), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, HOST: '127.0.0.1', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const url = await Promise.race([
    new Promise<string>((done) =>
      child.once('message', (message) => done((message as { ready: string }).ready)),
    ),
    exited.then(() => Promise.reject(new Error(`${file} stopped before it was ready.`))),
  ]);
  const stop = () => {
    child.kill('SIGTERM');
    return exited;
  };
  return { url, stop };
}
