import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@domesday/testing/free-port';
import type { Node } from './patroni.ts';
import { type Program, startProgram, untilListens } from './programs.ts';

/** The address of one listener; the process behind it changes. */
export interface Balancer {
  port: number;
  program: Program;
}

const TIMES = `
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s`;

/** The address behind which the primary answers, by what Patroni says of each node. */
export async function primaryBalancer(folder: string, nodes: Node[]): Promise<Balancer> {
  const port = await freePort();
  const servers = nodes
    .map(({ name, port: at, rest_port }) => `  server ${name} 127.0.0.1:${at} check port ${rest_port}`)
    .join('\n');
  const front = await start(
    folder,
    'primary',
    port,
    `
defaults
  mode tcp${TIMES}
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers}`,
  );
  // Until HAProxy has checked each node twice, it takes all of them for the primary.
  await sleep(3000);
  return front;
}

/**
 * The address that clients call: an API that is not ready gets no requests, and a failed connection is retried on
 * another.
 */
export async function apiBalancer(folder: string, ports: number[]): Promise<Balancer> {
  const port = await freePort();
  const servers = ports.map((at, i) => `  server api${i} 127.0.0.1:${at} check`).join('\n');
  return start(
    folder,
    'api',
    port,
    `
defaults
  mode http${TIMES}
  timeout http-request 10s
listen api
  bind 127.0.0.1:${port}
  balance leastconn
  option httpchk GET /health
  http-check expect status 200
  option redispatch 1
  retries 3
  retry-on conn-failure
  default-server inter 500ms fall 2 rise 1
${servers}`,
  );
}

async function start(folder: string, name: string, port: number, body: string): Promise<Balancer> {
  const file = join(folder, `haproxy-${name}.cfg`);
  await writeFile(file, `global\n  maxconn 2000\n${body}\n`);
  const log = join(folder, `haproxy-${name}.log`);
  // In the foreground without a master process, so that this process sees it end.
  const program = startProgram('haproxy', ['-f', file, '-db'], log);
  await untilListens(port, `haproxy for the ${name}`, log);
  return { port, program };
}

export interface Pooler extends Balancer {
  url: string;
}

/** PgBouncer in transaction mode in front of the primary's address. */
export async function startPooler(
  folder: string,
  { uid, gid }: { uid: number; gid: number },
  behind: number,
  user: { name: string; password: string },
): Promise<Pooler> {
  const port = await freePort();
  const users = join(folder, 'pgbouncer-users.txt');
  await writeFile(users, `"${user.name}" "${user.password}"\n`, { mode: 0o600 });
  await chown(users, uid, gid);
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
domesday = host=127.0.0.1 port=${behind} dbname=domesday
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 5
ignore_startup_parameters = extra_float_digits
`,
  );
  const log = join(folder, 'pgbouncer.log');
  const program = startProgram('pgbouncer', [file], log);
  await untilListens(port, 'PgBouncer', log);
  const url = `postgres://${user.name}:${user.password}@127.0.0.1:${port}/domesday`;
  return { port, program, url };
}
