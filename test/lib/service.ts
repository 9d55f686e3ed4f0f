import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount, createKey } from '@domesday/api/accounts';
import { createPool, type Db, migrate, startEmbedded } from '@domesday/db';
import { freePort } from '@domesday/testing/free-port';
import { program } from '@domesday/testing/program';

const START_MS = 60_000;

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
 * The whole service on free ports: a PostgreSQL in a temporary folder, `fill` called with the migrated database, then
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
    const api_port = await freePort();
    const api_url = `http://127.0.0.1:${api_port}/v1`;
    const api_env = { DATABASE_URL: database.url, API_PORT: String(api_port) };
    stops.push(await startProcess('api', api_env, `${api_url}/openapi.json`));
    const mcp_port = await freePort();
    const mcp_url = `http://127.0.0.1:${mcp_port}/mcp`;
    const mcp_env = { API_URL: api_url, MCP_PORT: String(mcp_port) };
    stops.push(await startProcess('mcp', mcp_env, `http://127.0.0.1:${mcp_port}/health`));
    const newKey = async () => {
      const account_id = await createAccount(db, 'made for a test', 'scale');
      return (await createKey(db, { account_id, mode: 'live' })).secret;
    };
    return { api_url, mcp_url, db, newKey, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts a process and waits until `open`, a route without a key, answers; returns the function that stops it.
 */
async function startProcess(
  app: 'api' | 'mcp',
  env: Record<string, string>,
  open: string,
): Promise<() => Promise<void>> {
  const { file, execArgv } = program(app);
  const child = fork(file, {
    execArgv,
    env: { ...process.env, HOST: '127.0.0.1', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const stop = () => {
    child.kill('SIGTERM');
    return exited;
  };
  for (const until = Date.now() + START_MS; Date.now() < until; ) {
    const answer = await fetch(open).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return stop;
    if (child.exitCode !== null) throw new Error(`${file} stopped before it was ready.`);
    await new Promise((done) => setTimeout(done, 100));
  }
  await stop();
  throw new Error(`${file} was not ready within ${START_MS / 1000} s.`);
}
