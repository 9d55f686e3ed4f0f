import { spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool, type Db, migrate } from '@domesday/db';
import { CORE_DATASETS } from '@domesday/sandbox';
import { loadSandbox } from '@domesday/testing';
import { freePort } from '@domesday/testing/free-port';
import pg from 'pg';
import { type Process, startServer } from '../../faults/lib/process.ts';
import { apiBalancer, type Balancer, type Pooler, primaryBalancer, startPooler } from './balancer.ts';
import { type Patroni, SUPERUSER, startPatroni } from './patroni.ts';
import { CannotSetUp, type Program, startProgram, untilListens } from './programs.ts';

const APP = { name: 'domesday', password: 'made-up-domesday' };

/** A complete deployment of several machines, on the loopback interface of one. */
export interface Cluster {
  folder: string;
  patroni: Patroni;
  primary: Balancer;
  pooler: Pooler;
  redis: Program;
  apis: Process[];
  /** Where clients call. */
  origin: string;
  /** The primary's address without the pooler. */
  direct_url: string;
  /** A connection through the primary's address, to read the ledger. */
  db: Db;
  close(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'domesday-cluster-'));
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const one of closing.splice(0).reverse()) await one().catch((error) => console.error(String(error)));
  };
  const interrupted = (): void => void close().then(() => process.exit(1));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const owner = { uid: idOf('-u'), gid: idOf('-g') };
    await chown(folder, owner.uid, owner.gid);
    const patroni = await startPatroni(folder, owner.uid, owner.gid).catch((error: Error) => {
      throw new CannotSetUp(error.message);
    });
    closing.push(() => patroni.stop());
    const primary = await primaryBalancer(folder, patroni.nodes);
    closing.push(() => primary.program.end('SIGKILL'));
    const direct_url = `postgres://${APP.name}:${APP.password}@127.0.0.1:${primary.port}/domesday`;
    await makeDatabase(primary.port);
    await migrate(direct_url);
    const db = createPool(direct_url, { max: 4 });
    closing.push(() => db.end());
    await loadSandbox(db, { datasets: CORE_DATASETS, home: join(folder, 'home') });
    await db.query("insert into plans values ('faults', 2000000000, 1000000)");
    const pooler = await startPooler(folder, owner, primary.port, APP);
    closing.push(() => pooler.program.end('SIGKILL'));
    const { program: redis, url: redis_url } = await startRedis(folder);
    closing.push(() => redis.end('SIGKILL'));
    const env = {
      DATABASE_URL: pooler.url,
      DATABASE_POOLER: 'transaction',
      DIRECT_DATABASE_URL: direct_url,
      READ_DATABASE_URLS: patroni.nodes
        .map(({ port }) => `postgres://${APP.name}:${APP.password}@127.0.0.1:${port}/domesday`)
        .join(','),
      REDIS_URL: redis_url,
    };
    const apis: Process[] = [];
    for (let i = 0; i < 3; i++) {
      const api = await startServer('api', env);
      apis.push(api);
      closing.push(() => api.stop());
    }
    const front = await apiBalancer(
      folder,
      apis.map((api) => api.port),
    );
    closing.push(() => front.program.end('SIGKILL'));
    const origin = `http://127.0.0.1:${front.port}`;
    return { folder, patroni, primary, pooler, redis, apis, origin, direct_url, db, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The application's database; its user may create what it needs in it and nothing else. */
async function makeDatabase(port: number): Promise<void> {
  const { username, password } = SUPERUSER;
  const connect = (database: string) =>
    new pg.Client({ host: '127.0.0.1', port, user: username, password, database });
  const admin = connect('postgres');
  admin.on('error', () => {});
  await admin.connect();
  await admin.query(`create role ${APP.name} login password '${APP.password}'`);
  // A pooler in transaction mode does not pass on connection settings, so the limit belongs to the role.
  await admin.query(`alter role ${APP.name} set statement_timeout = '10s'`);
  await admin.query(`create database domesday owner ${APP.name}`);
  await admin.end();
}

async function startRedis(folder: string): Promise<{ program: Program; url: string }> {
  const port = await freePort();
  const log = join(folder, 'redis.log');
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const program = startProgram('redis-server', args, log);
  await untilListens(port, 'Redis', log);
  return { program, url: `redis://127.0.0.1:${port}` };
}

function idOf(flag: string): number {
  return Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim());
}
