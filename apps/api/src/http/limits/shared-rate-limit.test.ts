import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { freePort } from '@domesday/testing/free-port';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProcessCounter } from '../health/processes.query.ts';
import { connectSharedLimiter, type SharedLimiter } from './shared-rate-limit.ts';

const installed = spawnSync('redis-server', ['--version']).status === 0;
if (!installed) console.warn('skipped: shared limits need a redis-server on the PATH');

describe.skipIf(!installed)('limits shared through Redis', () => {
  let redis: ChildProcess;
  let database: TestDatabase;
  let port: number;
  let limiters: SharedLimiter[] = [];
  const lines: string[] = [];
  const log = {
    info: (text: unknown) => void lines.push(String(text)),
    warn: (_: unknown, text?: string) => void lines.push(String(text)),
  };
  const start = (on = port) => {
    const args = ['--port', String(on), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    return spawn('redis-server', args, { stdio: 'ignore' });
  };
  beforeAll(async () => {
    database = await emptyDatabase();
    port = await freePort();
    redis = start();
    await untilItAnswers(port);
    const url = `redis://127.0.0.1:${port}`;
    // A longer patience than in production, so that a busy machine is not taken for an unreachable Redis.
    const patient = () =>
      connectSharedLimiter(url, Date.now, log as never, createProcessCounter(database.db), 3000);
    limiters = await Promise.all([patient(), patient(), patient()]);
  });
  afterAll(() => {
    for (const limiter of limiters) limiter.close();
    redis?.kill('SIGKILL');
    return database?.drop();
  });
  const takeFrom = (key: string, calls: number, limit: number) =>
    Promise.all(Array.from({ length: calls }, (_, i) => limiters[i % 3]!.take(key, limit)));

  it('allow exactly the limit, whichever process is asked', async () => {
    const granted = (await takeFrom('one', 90, 50)).filter((a) => a.allowed);
    expect(granted).toHaveLength(50);
    expect(granted.map((a) => a.remaining).sort((a, b) => a - b)).toEqual([...Array(50).keys()]);
    const refused = await limiters[1]!.take('one', 50);
    expect(refused).toMatchObject({ allowed: false, remaining: 0, limit: 50 });
    expect(refused.free_in_ms).toBeGreaterThan(5000);
    expect(refused.reset_ms).toBeGreaterThanOrEqual(refused.free_in_ms);
  });

  it('count in a sliding window, in which a request expires ten seconds after it was made', async () => {
    const direct = createClient({ url: `redis://127.0.0.1:${port}` });
    direct.on('error', () => {});
    await direct.connect();
    const [seconds, micros] = (await direct.sendCommand(['TIME'])) as string[];
    const now = Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
    const past = [now - 10_001, now - 10_000, now - 5000, now - 4000];
    await direct.rPush('domesday:limit:sliding', past.map(String));
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push((await limiters[i % 3]!.take('sliding', 4)).allowed);
    expect(answers).toEqual([true, true, false, false, false]);
    // A Redis clock that was set back leaves future times, which must not block a key for ever.
    await direct.rPush('domesday:limit:future', String(now + 3_600_000));
    expect((await limiters[0]!.take('future', 1)).allowed).toBe(true);
    direct.destroy();
  });

  it('follow a plan whose limit grows or shrinks', async () => {
    await takeFrom('plan', 6, 10);
    expect(await limiters[0]!.take('plan', 3)).toMatchObject({ allowed: false, remaining: 0 });
    expect(await limiters[0]!.take('plan', 10)).toMatchObject({ allowed: true, remaining: 3 });
  });

  /** Takes until all limiters have noticed that Redis answers. */
  const untilShared = async (all = limiters) => {
    for (let i = 0; i < 400 && !all.every((l) => l.shared); i++) {
      await sleep(50);
      for (const limiter of all) await limiter.take('until shared', 100);
    }
    expect(all.map((l) => l.shared)).toEqual(all.map(() => true));
  };
  /**
   * The number that three processes grant of 30 in the window in which Redis returns: a process that has just ended may
   * still count.
   */
  const expectShared = (granted: number) => {
    expect(granted).toBeGreaterThanOrEqual(3 * Math.floor(30 / 4));
    expect(granted).toBeLessThanOrEqual(30);
  };
  /** The number of requests for which Redis was asked. */
  const askedOf = async (direct: { sendCommand(words: string[]): Promise<unknown> }) =>
    Number(
      /cmdstat_evalsha:calls=(\d+)/.exec(String(await direct.sendCommand(['INFO', 'commandstats'])))?.[1],
    );
  const said = (text: string) => lines.filter((line) => line.startsWith(text)).length;

  it('do not count the calls that each process decided alone while Redis was frozen', async () => {
    const direct = createClient({ url: `redis://127.0.0.1:${port}` });
    direct.on('error', () => {});
    await direct.connect();
    const before = await askedOf(direct);
    redis.kill('SIGSTOP');
    await takeFrom('still', 60, 300);
    // From now on no call waits, and each process sends only one trial at a time, however long it takes.
    for (let i = 0; i < 30; i++) {
      await sleep(100);
      const answers = takeFrom('still', 30, 300);
      const first = await Promise.race([answers, new Promise((done) => setImmediate(done))]);
      expect(first).toHaveLength(30);
    }
    redis.kill('SIGCONT');
    await untilShared();
    // The requests before the failure was noticed, one trial of each process, and the requests since Redis works again.
    expect((await askedOf(direct)) - before).toBeLessThan(60 + 30);
    expect(await direct.lLen('domesday:limit:trial')).toBe(3);
    await expect.poll(() => direct.lLen('domesday:limit:still')).toBe(0);
    direct.destroy();
  });

  it('are counted by each process alone while Redis is full or requires a password, with one line in the log', async () => {
    const direct = createClient({ url: `redis://127.0.0.1:${port}` });
    direct.on('error', () => {});
    await direct.connect();
    const before = said('Redis cannot be reached');
    await direct.configSet('maxmemory', '1');
    await takeFrom('full', 3, 1000);
    const asked = await askedOf(direct);
    for (let i = 0; i < 200; i++) {
      await takeFrom('full', 3, 1000);
      await sleep(1);
    }
    // A second lies between two trials of a process.
    expect((await askedOf(direct)) - asked).toBeLessThan(100);
    for (let i = 0; i < 25; i++) {
      await sleep(100);
      await takeFrom('full', 3, 1000);
    }
    expect(limiters.map((l) => l.shared)).toEqual([false, false, false]);
    expect(said('Redis cannot be reached') - before).toBe(3);
    await direct.configSet('maxmemory', '0');
    await untilShared();
    await direct.configSet('requirepass', 'secret');
    const url = `redis://127.0.0.1:${port}`;
    const without = await connectSharedLimiter(url, Date.now, log as never, async () => 2);
    expect([without.shared, (await without.take('locked', 10)).allowed]).toEqual([false, true]);
    await direct.configSet('requirepass', '');
    await untilShared([without]);
    without.close();
    direct.destroy();
  });

  it('are shared through a new Redis server once the old one is a read-only replica', async () => {
    const [second_port, front_port] = [await freePort(), await freePort()];
    const second = start(second_port);
    await untilItAnswers(second_port);
    let served = port;
    const front = createServer((from) => {
      const to = connect(served, '127.0.0.1');
      from.pipe(to).pipe(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      to.on('error', () => from.destroy()).on('close', () => from.destroy());
    }).listen(front_port, '127.0.0.1');
    const limiter = await connectSharedLimiter(
      `redis://127.0.0.1:${front_port}`,
      Date.now,
      log as never,
      async () => 2,
      3000,
    );
    await untilShared([limiter]);
    const direct = createClient({ url: `redis://127.0.0.1:${port}` });
    direct.on('error', () => {});
    await direct.connect();
    served = second_port;
    await direct.sendCommand(['REPLICAOF', '127.0.0.1', String(second_port)]);
    expect((await limiter.take('moved', 10)).allowed).toBe(true);
    expect(limiter.shared).toBe(false);
    await untilShared([limiter]);
    await direct.sendCommand(['REPLICAOF', 'NO', 'ONE']);
    limiter.close();
    direct.destroy();
    front.close();
    second.kill('SIGKILL');
  });

  it('allow each process its share while Redis is frozen or gone, and are shared again afterwards', async () => {
    // Each process learns within two seconds that there are three of them.
    await sleep(2500);
    const before = said('Redis cannot be reached');
    await takeFrom('away', 30, 30);
    redis.kill('SIGSTOP');
    const stalled = await takeFrom('away', 90, 30);
    // Each process has already used its share of 10.
    expect(stalled.filter((a) => a.allowed)).toHaveLength(0);
    redis.kill('SIGCONT');
    redis.kill('SIGKILL');
    await new Promise((done) => redis.once('exit', done));
    expect((await takeFrom('gone', 300, 30)).filter((a) => a.allowed)).toHaveLength(30);
    // A limit smaller than the number of processes must still allow requests.
    expect((await takeFrom('least', 30, 2)).filter((a) => a.allowed)).toHaveLength(3);
    expect(limiters.map((l) => l.shared)).toEqual([false, false, false]);
    // The same holds for a process that starts now and has never reached Redis.
    const late = await connectSharedLimiter(
      `redis://127.0.0.1:${port}`,
      Date.now,
      log as never,
      createProcessCounter(database.db),
    );
    const granted = await Promise.all(Array.from({ length: 30 }, () => late.take('late', 40)));
    late.close();
    expect(granted.filter((a) => a.allowed)).toHaveLength(10);
    redis = start();
    await untilItAnswers(port);
    await untilShared();
    expectShared((await takeFrom('back', 90, 30)).filter((a) => a.allowed).length);
    expect(said('Redis cannot be reached') - before).toBe(4);
  });

  it('allow no more than the limit in the window in which Redis returns', async () => {
    const before = said('Redis cannot be reached');
    redis.kill('SIGKILL');
    await new Promise((done) => redis.once('exit', done));
    await takeFrom('unnoticed', 3, 30);
    redis = start();
    await untilItAnswers(port);
    // Each process notices at its first request that Redis is back, and decides that request by itself.
    let allowed = 0;
    while (limiters.some((limiter) => !limiter.shared)) {
      allowed += (await takeFrom('return', 30, 30)).filter((a) => a.allowed).length;
      await sleep(100);
    }
    expect(allowed).toBeGreaterThan(0);
    allowed += (await takeFrom('return', 90, 30)).filter((a) => a.allowed).length;
    expectShared(allowed);
    expect(said('Redis cannot be reached') - before).toBe(3);
  });
});

async function untilItAnswers(port: number): Promise<void> {
  const probe = createClient({
    url: `redis://127.0.0.1:${port}`,
    socket: { reconnectStrategy: () => 50 },
  });
  probe.on('error', () => {});
  await probe.connect();
  probe.destroy();
}
