import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@domesday/testing/free-port';
import { stringify } from 'yaml';
import {
  descendants,
  type Program,
  postgresFolder,
  signal,
  startProgram,
  until,
  untilListens,
} from './programs.ts';

/** Passwords of a cluster that runs for minutes on the loopback interface. */
export const SUPERUSER = { username: 'postgres', password: 'made-up-superuser' };
const REPLICATION = { username: 'replicator', password: 'made-up-replicator' };

export interface Node {
  name: string;
  port: number;
  rest_port: number;
  /** Process ids of PostgreSQL here, its own first. */
  postgres(): number[];
  /** Its role according to Patroni: primary, replica, sync_standby, or null if Patroni does not answer. */
  role(): Promise<string | null>;
  /** kill -9 of Patroni and every process of PostgreSQL, like a power failure. */
  kill(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export interface Patroni {
  nodes: Node[];
  primary(): Promise<Node>;
  /** The synchronous standby. */
  synchronous(): Promise<Node>;
  stop(): Promise<void>;
}

/** Time after which a missing primary is replaced, seconds. */
const TIMES = { ttl: 6, loop_wait: 1, retry_timeout: 2 };

/** A primary and two replicas under Patroni with one etcd; a commit waits for one of the replicas. */
export async function startPatroni(folder: string, uid: number, gid: number): Promise<Patroni> {
  const etcd_port = await freePort();
  const etcd = await startEtcd(folder, etcd_port);
  const nodes: Node[] = [];
  for (const i of [1, 2, 3]) nodes.push(await addNode(folder, `node${i}`, etcd_port, { uid, gid }));
  const roles = () => Promise.all(nodes.map((node) => node.role()));
  const found = async (role: string): Promise<Node> => {
    let node: Node | undefined;
    await until(`a ${role}`, async () => {
      const all = await roles();
      node = nodes[all.indexOf(role)];
      return node !== undefined;
    });
    return node!;
  };
  await until(
    'a cluster of three',
    async () => {
      const all = (await roles()).sort().join(' ');
      return all === 'primary replica sync_standby';
    },
    120_000,
    join(folder, 'node1.log'),
  );
  return {
    nodes,
    primary: () => found('primary'),
    synchronous: () => found('sync_standby'),
    stop: async () => {
      await Promise.all(nodes.map((node) => node.kill()));
      await etcd.end('SIGKILL');
    },
  };
}

async function startEtcd(folder: string, port: number): Promise<Program> {
  const peer = await freePort();
  const log = join(folder, 'etcd.log');
  const at = `http://127.0.0.1:${port}`;
  const etcd = startProgram(
    'etcd',
    ['--data-dir', join(folder, 'etcd'), '--listen-client-urls', at, '--advertise-client-urls', at].concat(
      [
        '--listen-peer-urls',
        `http://127.0.0.1:${peer}`,
        '--initial-advertise-peer-urls',
        `http://127.0.0.1:${peer}`,
      ],
      ['--initial-cluster', `default=http://127.0.0.1:${peer}`, '--unsafe-no-fsync', '--logger', 'zap'],
    ),
    log,
    { ETCD_UNSUPPORTED_ARCH: 'arm64' },
  );
  await untilListens(port, 'etcd', log);
  return etcd;
}

async function addNode(
  folder: string,
  name: string,
  etcd_port: number,
  { uid, gid }: { uid: number; gid: number },
): Promise<Node> {
  const [port, rest_port] = [await freePort(), await freePort()];
  const data = join(folder, name);
  const socket = join(folder, `${name}-socket`);
  for (const path of [data, socket]) {
    await mkdir(path, { mode: 0o700 });
    await chown(path, uid, gid);
  }
  const file = join(folder, `${name}.yaml`);
  await writeFile(file, stringify(configOf({ folder, name, port, rest_port, etcd_port, data, socket })));
  const patroni = startProgram('patroni', [file], join(folder, `${name}.log`));
  const postmaster = (): number => {
    const path = join(data, 'postmaster.pid');
    return existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : 0;
  };
  const postgres = (): number[] => {
    const pid = postmaster();
    return pid > 0 ? [pid, ...descendants(pid)] : [];
  };
  return {
    name,
    port,
    rest_port,
    postgres,
    role: () => roleOf(rest_port),
    kill: async () => {
      const all = postgres();
      signal([patroni.pid(), ...all], 'SIGKILL');
      await patroni.end('SIGKILL');
    },
    start: () => patroni.start(),
    stop: () => patroni.end('SIGTERM'),
  };
}

async function roleOf(rest_port: number): Promise<string | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${rest_port}/patroni`, {
      signal: AbortSignal.timeout(1000),
    });
    const { state, role, sync_standby } = (await response.json()) as Record<string, string>;
    if (state !== 'running') return null;
    if (role === 'master' || role === 'primary') return 'primary';
    return sync_standby ? 'sync_standby' : 'replica';
  } catch {
    return null;
  }
}

interface Place {
  folder: string;
  name: string;
  port: number;
  rest_port: number;
  etcd_port: number;
  data: string;
  socket: string;
}

function configOf({ folder, name, port, rest_port, etcd_port, data, socket }: Place): object {
  const at = (number: number) => `127.0.0.1:${number}`;
  return {
    scope: 'domesday',
    name,
    restapi: { listen: at(rest_port), connect_address: at(rest_port) },
    etcd3: { host: at(etcd_port) },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: true,
        // A crashed primary is not awaited: another one takes over at once.
        master_start_timeout: 0,
        maximum_lag_on_failover: 16_777_216,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 100,
            shared_buffers: '64MB',
            wal_log_hints: 'on',
            wal_keep_size: '256MB',
            max_wal_size: '256MB',
            random_page_cost: 1.1,
            jit: 'off',
            // The defaults are a minute, for slower networks.
            wal_sender_timeout: '30s',
            wal_receiver_timeout: '5s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: at(port),
      connect_address: at(port),
      data_dir: data,
      bin_dir: postgresFolder(),
      pgpass: join(folder, `${name}.pgpass`),
      authentication: { superuser: SUPERUSER, replication: REPLICATION },
      parameters: { unix_socket_directories: socket, password_encryption: 'scram-sha-256' },
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 scram-sha-256'].concat(
        'host replication all 127.0.0.1/32 scram-sha-256',
      ),
    },
    watchdog: { mode: 'off' },
  };
}
