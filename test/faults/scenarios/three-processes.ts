import { setTimeout as sleep } from 'node:timers/promises';
import { setCap, setRevoked } from '@domesday/api/accounts';
import { type Account, playFault, type Result } from '../lib/fault.ts';
import { startServer } from '../lib/process.ts';
import { startProxy } from '../lib/proxy.ts';
import { startRedis } from '../lib/redis.ts';
import { newTarget, type Stage } from '../lib/stage.ts';

/** Every process must refuse a revoked or capped key within this time. */
const STOPS_WITHIN_MS = 5000;

/**
 * Three API processes behind one address, one of which is killed and restarted: the ledger is exact over all, a
 * revoked and a capped key stop on each within five seconds, and there is one limit for all if there is a
 * redis-server.
 */
export async function threeProcesses(stage: Stage): Promise<Result> {
  const redis = await startRedis();
  const env: Record<string, string> = redis ? { REDIS_URL: redis.url } : {};
  const apis = await Promise.all(
    [0, 1, 2].map(() => startServer('api', { DATABASE_URL: stage.wire_url, ...env })),
  );
  const front = await startProxy(apis.map((api) => api.port));
  const origin = `http://127.0.0.1:${front.port}`;
  try {
    const accounts = [
      await newTarget(stage, origin, { repeatable: true }),
      await newTarget(stage, origin, { repeatable: true }),
    ];
    const fault = 'three processes, one killed';
    const result = await playFault(stage, fault, accounts, { lossless: false, workers: 9 }, async () => {
      await apis[1]!.kill();
      await sleep(300);
      await apis[1]!.start();
    });
    const problems = [
      ...result.problems,
      ...(await stopsEverywhere(stage, apis, 'revoked', 401)),
      ...(await stopsEverywhere(stage, apis, 'capped', 402)),
      ...(await exactAllowance(stage, origin)),
      ...(redis ? await oneLimit(stage, origin) : []),
    ];
    for (const api of apis) {
      const says = redis ? 'rate limits are shared' : 'counted by this process alone';
      if (!api.log().includes(says)) problems.push(`a process did not say "${says}" at start`);
    }
    const limits = redis ? 'limits shared' : 'limits not shared: no redis-server on the PATH';
    return { ...result, saw: `${result.saw}; ${limits}`, problems };
  } finally {
    await Promise.all(apis.map((api) => api.stop()));
    await front.close();
    await redis?.stop();
  }
}

async function call(origin: string, account: Account): Promise<Response> {
  const response = await fetch(`${origin}/v1/addresses/search?q=9+quaxley`, {
    headers: { authorization: `Bearer ${account.key}` },
  });
  await response.arrayBuffer();
  return response;
}

/** Calls each process in turn until all refuse; all of them have the key cached. */
async function stopsEverywhere(
  stage: Stage,
  apis: { origin: string }[],
  how: 'revoked' | 'capped',
  status: number,
): Promise<string[]> {
  const account = await newTarget(stage, apis[0]!.origin);
  for (const api of apis) {
    const { status: first } = await call(api.origin, account);
    if (first !== 200) return [`a new key got a ${first}`];
  }
  const { rows } = await stage.db.query('select id from api_keys where account_id = $1', [
    account.account_id,
  ]);
  if (how === 'revoked') await setRevoked.run(stage.db, { key_id: rows[0].id });
  else await setCap.run(stage.db, { key_id: rows[0].id, monthly_cap: 3 });
  const began_ms = performance.now();
  for (const api of apis) {
    while ((await call(api.origin, account)).status !== status) {
      if (performance.now() - began_ms > STOPS_WITHIN_MS)
        return [`a ${how} key was answered after ${STOPS_WITHIN_MS} ms`];
      await sleep(50);
    }
  }
  return [];
}

/** A free account gets exactly its 100 credits from all three together. */
async function exactAllowance(stage: Stage, origin: string): Promise<string[]> {
  await stage.db.query("insert into plans values ('small', 100, 100000) on conflict do nothing");
  const account = await newTarget(stage, origin);
  await stage.db.query("update accounts set plan_id = 'small' where id = $1", [account.account_id]);
  const answers = await Promise.all(Array.from({ length: 150 }, () => call(origin, account)));
  const granted = answers.filter((a) => a.status === 200).length;
  const refused = answers.filter((a) => a.status === 402).length;
  return granted === 100 && refused === 50 ? [] : [`of 150 calls ${granted} were paid, ${refused} refused`];
}

/**
 * A key that may call 50 times in ten seconds has that limit over all three, not on each. On a busy machine Redis may
 * be slower than the API's patience, which then counts alone for a moment; then a second and third key are tried.
 */
async function oneLimit(stage: Stage, origin: string): Promise<string[]> {
  let problems: string[] = [];
  for (let tries = 0; tries < 3; tries++) {
    const account = await newTarget(stage, origin);
    await stage.db.query("update accounts set plan_id = 'starter' where id = $1", [account.account_id]);
    const answers = await Promise.all(Array.from({ length: 120 }, () => call(origin, account)));
    const granted = answers.filter((a) => a.status === 200).length;
    const refused = answers.filter((a) => a.status === 429).length;
    if (granted === 50 && refused === 70) return [];
    problems = [`of 120 calls ${granted} were let through, ${refused} not`];
    await sleep(2000);
  }
  return problems;
}
