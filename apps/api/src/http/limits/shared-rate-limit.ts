import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Allowance, createLocalLimiter, type RateLimiter, WINDOW_MS } from './local-rate-limit.ts';

/** Longest time a request waits for Redis before this process counts by itself, milliseconds. */
const PATIENCE_MS = 250;
/** For this long after a failure, Redis is not tried again. */
const REST_MS = 1000;
/** The call that tests Redis. Its key limits nobody. It writes, since a full Redis or a replica can still be read. */
const TRIAL = { key: 'domesday:limit:trial', limit: 1_000_000 };
/** How often the processes are counted, milliseconds. */
const COUNT_EVERY_MS = 2000;

/**
 * The window of the local limiter as one atomic script: a list of the times of the allowed requests, oldest first, in
 * milliseconds of the Redis server's clock, which all processes share. Returns allowed, remaining, free_in_ms,
 * reset_ms, and the time that was added or would have been.
 */
const TAKE = `
local now = redis.call('TIME')
local at = now[1] * 1000 + math.floor(now[2] / 1000)
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local newest = redis.call('LINDEX', KEYS[1], -1)
if newest and tonumber(newest) > at then redis.call('DEL', KEYS[1]) end
local oldest = redis.call('LINDEX', KEYS[1], 0)
while oldest and tonumber(oldest) <= at - window do
  redis.call('LPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], 0)
end
local count = redis.call('LLEN', KEYS[1])
local allowed = 0
if count < limit then
  redis.call('RPUSH', KEYS[1], at)
  redis.call('PEXPIRE', KEYS[1], window)
  count = count + 1
  allowed = 1
  newest = at
end
local free = 0
if count >= limit then free = redis.call('LINDEX', KEYS[1], count - limit) + window - at end
return { allowed, math.max(0, limit - count), free, newest + window - at, at }`;
type TakeReply = [allowed: number, remaining: number, free_in_ms: number, reset_ms: number, at: number];

export interface SharedLimiter extends RateLimiter {
  close(): void;
}

/**
 * Rate limits that several processes count together in Redis. Calls made in one turn of the event loop are sent in one
 * write. While Redis is unreachable or slow, each process counts by itself: it starts with what it has allowed in the
 * window, and grants its share, which is the limit divided by the number of running processes. `countProcesses` counts
 * them in the database, so that a process started without Redis knows the number too. Meanwhile one test call at a time
 * asks whether Redis is back, and no request waits for it. Once Redis is back, a process grants at most its share until
 * the window holds nothing that Redis has not counted. No request waits longer than `PATIENCE_MS`. Both changes are
 * logged.
 */
export async function connectSharedLimiter(
  url: string,
  now_ms: () => number,
  log: Pick<Logger, 'info' | 'warn'>,
  countProcesses: () => Promise<number>,
  patience_ms = PATIENCE_MS,
): Promise<SharedLimiter> {
  const local = createLocalLimiter(now_ms);
  const client = await clientOf(url);
  let processes = 1;
  let shared: boolean | undefined;
  let rest_until_ms = 0;
  let share_until_ms = 0;
  let trying = false;

  const failed = (error: unknown): void => {
    rest_until_ms = performance.now() + REST_MS;
    const message = (error as Error).message || String(error);
    // After a failover the address may lead to another server, which only a new connection reaches.
    if (message.startsWith('READONLY')) reconnect();
    if (shared === false) return;
    shared = false;
    log.warn(
      { error: message },
      `Redis cannot be reached: until it can, this process counts rate limits by itself, each divided by ${processes}`,
    );
  };
  const answered = (): void => {
    if (shared === true) return;
    if (shared === false) share_until_ms = performance.now() + WINDOW_MS;
    shared = true;
    log.info('rate limits are shared through Redis');
  };
  const reconnect = (): void => {
    if (!client.isReady) return;
    client.destroy();
    client.connect().catch(failed);
  };
  const tryAgain = (): void => {
    if (trying || !client.isReady || performance.now() < rest_until_ms) return;
    trying = true;
    client
      .take(TRIAL.key, TRIAL.limit)
      .then(answered, failed)
      .finally(() => {
        trying = false;
      });
  };
  /** Removes a request that Redis counted after this process had stopped waiting for it and decided by itself. */
  const giveBack = (key: string, [allowed, , , , at]: TakeReply): void => {
    if (allowed === 1) client.lRem(key, -1, String(at)).catch(() => {});
  };
  const count = async (): Promise<void> => {
    // While the database cannot be asked, the last count stands.
    processes = await countProcesses().catch(() => processes);
  };
  await count();
  const takeLocally = (key: string, limit: number) =>
    local.take(key, Math.max(1, Math.floor(limit / processes)));
  // Without a listener a lost connection would end the process; the client connects again by itself.
  client.on('error', failed);
  // An unreachable Redis at start does not stop the server; the client keeps reconnecting.
  const ready = client
    .connect()
    .then(() => client.scriptLoad(TAKE))
    .then(answered, failed);
  const first_error = new Promise((done) => client.once('error', done));
  await Promise.race([ready, first_error, sleep(2500, null, { ref: false })]);

  const counting = setInterval(() => void count(), COUNT_EVERY_MS);
  counting.unref();

  return {
    get shared() {
      return shared === true;
    },
    async take(key, limit): Promise<Allowance> {
      if (shared === false || !client.isReady) {
        tryAgain();
        return takeLocally(key, limit);
      }
      const own = performance.now() < share_until_ms ? await takeLocally(key, limit) : null;
      if (own?.allowed === false) return own;
      const name = `domesday:limit:${key}`;
      // The client's types do not cover the reply of a script.
      const taken = client.take(name, limit) as Promise<TakeReply>;
      try {
        const [allowed, remaining, free_in_ms, reset_ms] = await within(patience_ms, taken);
        answered();
        // So that a fall-back starts with what this process has allowed, not with an empty window.
        if (allowed && !own) local.take(key, limit);
        const lowest_remaining = Math.min(remaining, own?.remaining ?? remaining);
        return { allowed: allowed === 1, limit, remaining: lowest_remaining, free_in_ms, reset_ms };
      } catch (error) {
        failed(error);
        taken.then(
          (late) => giveBack(name, late),
          () => {},
        );
        return own ?? takeLocally(key, limit);
      }
    },
    close: () => {
      clearInterval(counting);
      client.destroy();
    },
  };
}

async function clientOf(url: string) {
  // The client library is loaded only if it is configured.
  const { createClient, defineScript } = await import('@redis/client');
  return createClient({
    url,
    name: 'domesday-api',
    disableOfflineQueue: true,
    socket: { connectTimeout: 2000, reconnectStrategy: (tries) => Math.min(2000, 50 * 2 ** tries) },
    scripts: {
      take: defineScript({
        SCRIPT: TAKE,
        NUMBER_OF_KEYS: 1,
        parseCommand(parser, key: string, limit: number) {
          parser.pushKey(key);
          parser.push(String(limit), String(WINDOW_MS));
        },
        transformReply: (reply: unknown) => reply,
      }),
    },
  });
}

function within<T>(limit_ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // If this process itself was busy for so long, the answer may have arrived and not been read yet.
    const give_up = () => setImmediate(() => reject(new Error(`no answer within ${limit_ms} ms`)));
    const timer = setTimeout(give_up, limit_ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
