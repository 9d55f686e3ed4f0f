import { setTimeout as sleep } from 'node:timers/promises';
import { signal, until } from './lib/programs.ts';
import type { Cluster } from './lib/stage.ts';

/** Events of the cluster while clients call, in order. Each leaves the cluster healthy. */
export const events: [string, (cluster: Cluster) => Promise<void>][] = [
  ['kill -9 of the primary', killPrimary],
  ['kill -9 of the primary, again', killPrimary],
  ['the synchronous standby stalls, the primary dies, the standby is promoted', promoteStalled],
  ['kill -9 of an API', killApi],
  ['PgBouncer restarted', restartPooler],
  ['Redis gone for 4 s', loseRedis],
  ['upgrade, one process after the other', rollingUpgrade],
];

/** Like a power failure of its machine: Patroni and every process of PostgreSQL end at once. */
async function killPrimary({ patroni }: Cluster): Promise<void> {
  const primary = await patroni.primary();
  await primary.kill();
  await untilPromoted(patroni, primary.name);
  primary.start();
  await untilWhole(patroni);
}

/** Commits wait for a frozen standby; unconfirmed ones may be lost with the primary. */
async function promoteStalled({ patroni }: Cluster): Promise<void> {
  const primary = await patroni.primary();
  const standby = await patroni.synchronous();
  const stopped = standby.postgres();
  signal(stopped, 'SIGSTOP');
  await sleep(4000);
  await primary.kill();
  signal(stopped, 'SIGCONT');
  await untilPromoted(patroni, primary.name);
  primary.start();
  await untilWhole(patroni);
}

async function killApi({ apis }: Cluster): Promise<void> {
  await apis[1]!.kill();
  await sleep(2000);
  await apis[1]!.start();
}

async function restartPooler({ pooler }: Cluster): Promise<void> {
  await pooler.program.end('SIGTERM');
  await sleep(500);
  pooler.program.start();
}

async function loseRedis({ redis }: Cluster): Promise<void> {
  await redis.end('SIGKILL');
  await sleep(4000);
  redis.start();
}

/**
 * The schema changes under load as a newer version would change it; then each process is stopped and restarted in
 * order. The column and the migration are made up.
 */
async function rollingUpgrade({ apis, db }: Cluster): Promise<void> {
  await db.query('alter table ledger add column made_up integer not null default 0');
  await db.query(
    "insert into kysely_migration (name, timestamp) values ('2999-01-01-01-newer', now()::text)",
  );
  for (const api of apis) {
    await api.stop();
    await api.start();
  }
}

async function untilPromoted(patroni: Cluster['patroni'], before: string): Promise<void> {
  await until('another primary', async () => {
    const others = patroni.nodes.filter((node) => node.name !== before);
    return (await Promise.all(others.map((node) => node.role()))).includes('primary');
  });
}

/** A primary, a synchronous standby, and an asynchronous one. */
async function untilWhole(patroni: Cluster['patroni']): Promise<void> {
  await until(
    'a cluster that is whole again',
    async () => {
      const roles = await Promise.all(patroni.nodes.map((node) => node.role()));
      return roles.sort().join(' ') === 'primary replica sync_standby';
    },
    90_000,
  );
}
