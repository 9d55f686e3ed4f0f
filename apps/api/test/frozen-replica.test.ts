import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningApi, startApi } from '@domesday/api';
import { createAccount, createKey } from '@domesday/api/accounts';
import { createPool, type Embedded, migrate, startEmbedded } from '@domesday/db';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceOf } from '../src/http/meta/source.ts';
import { createSources } from '../src/http/meta/sources.ts';

const UPRN = 998000000001;

describe.skipIf(process.platform === 'win32')('a replica', () => {
  const logged: string[] = [];
  let folder: string;
  let primary: Embedded;
  let replica: Embedded;
  let api: RunningApi;
  let secret: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'domesday-replica-'));
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    const settings = { wal_level: 'replica', max_wal_senders: '4', shared_buffers: '32MB' };
    const first = await startEmbedded({ folder: one, settings });
    await migrate(first.url);
    const db = createPool(first.url);
    await db.query(
      `insert into addresses (uprn, address, postcode, country, source)
       values (${UPRN}, '14 HARBOUR ROW, SANDSEA, XE1 1AA', 'XE1 1AA', 'England', 'address-list')`,
    );
    await db.query(
      `with made as (
         insert into dataset_loads (dataset, uri, content_hash, status, licence, attribution, started_at, finished_at)
         values ('address-list', 'made-up.csv', 'x', 'published', 'x', 'x', now(), now()) returning id)
       insert into dataset_served (dataset, load_id, rows) select 'address-list', id, 1 from made`,
    );
    const account_id = await createAccount(db, 'reads', 'scale');
    ({ secret } = await createKey(db, { account_id, mode: 'live' }));
    await db.end();
    await first.stop();
    await cp(one, two, { recursive: true });
    await writeFile(join(two, 'data', 'standby.signal'), '');
    primary = await startEmbedded({ folder: one, settings });
    const { port, username, password } = new URL(primary.url);
    const primary_conninfo = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
    replica = await startEmbedded({ folder: two, settings: { ...settings, primary_conninfo } });
    const config = { host: '127.0.0.1', port: 0, log_level: 'info', pool_size: 4, redis_url: null };
    const foreign = Object.assign(new URL(replica.url), { pathname: '/postgres' }).href;
    const databases = { database_url: primary.url, read_database_urls: [replica.url, foreign] };
    const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
    api = await startApi({ ...config, ...databases, statement_timeout_ms: 30_000 }, { log });
  });
  afterAll(async () => {
    await signal('SIGCONT');
    await api?.close();
    await replica?.stop();
    await primary?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  async function signal(name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const file = await readFile(join(folder, 'two', 'data', 'postmaster.pid'), 'utf8');
    const postmaster = Number(file.split('\n')[0]);
    const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
    const children = stdout.trim().split(/\s+/).filter(Boolean).map(Number);
    for (const pid of [postmaster, ...children]) process.kill(pid, name);
  }
  const told = (words: string) => logged.filter((line) => line.includes(words)).length;
  const ask = async (): Promise<number> => {
    const answer = await fetch(`${api.url}/properties/${UPRN}?fields=address`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    await answer.arrayBuffer();
    return answer.status;
  };

  it('of another database is never read, however little it lags, and is reported in the log', async () => {
    await expect.poll(() => told('leads to another database')).toBe(1);
    await expect.poll(() => told('replica read from')).toBe(1);
    expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual([200, 200, 200, 200]);
  });

  it('is asked for its identity again after an error, is logged once if it never answers, and is not read if it differs', async () => {
    const one = createPool(primary.url);
    const foreign = createPool(Object.assign(new URL(replica.url), { pathname: '/postgres' }).href);
    await one.query(
      `create role untold login password 'untold'; revoke all on function pg_control_system from public`,
    );
    const untold = createPool(
      Object.assign(new URL(replica.url), { username: 'untold', password: 'untold' }).href,
    );
    const mute = createPool(replica.url);
    const asked = new Map([foreign, mute].map((pool) => [pool, 0]));
    /** Fails the first `times` questions for the identity. */
    const failing = (pool: typeof foreign, times: number) => {
      const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
      pool.query = ((...given: [{ name?: string }]) => {
        if (given[0].name !== 'identity-of-cluster') return query(...given);
        asked.set(pool, asked.get(pool)! + 1);
        return asked.get(pool)! > times ? query(...given) : Promise.reject(new Error('Query read timeout'));
      }) as typeof pool.query;
    };
    failing(foreign, 1);
    failing(mute, Number.POSITIVE_INFINITY);
    const said: string[] = [];
    const say = (what: object, words: string) =>
      void said.push(`${(what as { replica: number }).replica} ${words}`);
    const source = (db: typeof one) => sourceOf(db, () => Date.now());
    const replicas = [foreign, untold, mute].map(source);
    const sources = createSources({ primary: source(one), replicas }, { info: say, error: say } as never);
    await expect.poll(() => said.length).toBe(3);
    await expect.poll(() => asked.get(mute)).toBeGreaterThan(5);
    sources.stop();
    expect(said.sort()).toEqual([
      expect.stringMatching(/^1 replica not read from: .* leads to another database/),
      '2 replica read from',
      expect.stringMatching(/^3 replica not read from: .* could not be compared/),
    ]);
    await Promise.all([one, foreign, untold, mute].map((pool) => pool.end()));
  });

  it('without a free connection leaves the answer to the primary', async () => {
    const one = createPool(primary.url);
    await one.query("create role crowded login password 'crowded' connection limit 1");
    const crowded = createPool(
      Object.assign(new URL(replica.url), { username: 'crowded', password: 'crowded' }).href,
    );
    const source = (db: typeof one) => sourceOf(db, () => Date.now());
    const chosen = source(one);
    const sources = createSources(
      { primary: chosen, replicas: [source(crowded)] },
      pino({ level: 'silent' }),
    );
    try {
      await expect.poll(() => sources.fresh).toBe(1);
      const read = () =>
        sources.read({ datasets: ['made-up'] } as never, chosen, async ({ db }) => {
          const { rows } = await db.query('select pg_is_in_recovery() as standby, pg_sleep(0.2)');
          return rows[0].standby;
        });
      const standbys = await Promise.all([read(), read(), read()]);
      expect(standbys).toContain(false);
    } finally {
      sources.stop();
      await Promise.all([one.end(), crowded.end()]);
    }
  });

  it('that freezes is skipped, the primary answers its calls, and it is read again once it continues', async () => {
    await expect.poll(() => told('replica read from')).toBe(1);
    expect(await ask()).toBe(200);
    await signal('SIGSTOP');
    const statuses = await Promise.all([ask(), ask(), ask()]);
    expect(statuses).toEqual([200, 200, 200]);
    expect(told('replica left out')).toBe(1);
    await signal('SIGCONT');
    await expect.poll(() => told('replica read from')).toBe(2);
    expect(await ask()).toBe(200);
  });
});
