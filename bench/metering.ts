import { Agent, get } from 'node:http';
import { CORE_DATASETS } from '@domesday/sandbox';
import { loadSandbox } from '@domesday/testing';
import autocannon from 'autocannon';
import { median, report } from './lib/report.ts';
import { benchKey, scratchDatabase, serve } from './lib/servers.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const CONNECTIONS = 32;
/** Sequential requests in turns of this many, to measure the time that metering adds. */
const TURNS = 20;
const TURN = 100;

/**
 * Cost of charging: the same requests with test keys, which pass authentication and limit but are not charged, and
 * with live keys, whose charge is durable before the answer is sent; with one key and with 1,000.
 */
export async function run(): Promise<void> {
  const scratch = await scratchDatabase();
  try {
    await loadSandbox(scratch.db, { datasets: CORE_DATASETS });
    const live = await benchKey(scratch.db, 1000);
    const test = await benchKey(scratch.db, 1000, 'test');
    const { rows } = await scratch.db.query('select uprn from addresses order by uprn limit 1000');
    const api = await serve(
      'apps/api/dist/main.js',
      { DATABASE_URL: scratch.url, LOG_LEVEL: 'info' },
      '/v1/openapi.json',
    );
    let granted = 0;
    const measure = async (keys: string[], charged: boolean): Promise<number> => {
      const result = await autocannon({
        url: `http://127.0.0.1:${api.port}`,
        connections: CONNECTIONS,
        duration: SECONDS,
        requests: rows.map((row, i) => ({
          path: `/v1/properties/${row.uprn}?fields=address`,
          headers: { authorization: `Bearer ${keys[i % keys.length]}` },
        })),
      });
      if (result.non2xx || result.errors)
        throw new Error(`${result.non2xx} answers were no 2xx, ${result.errors} failed`);
      if (charged) granted += result['2xx'];
      return result['2xx'] / result.duration;
    };
    await measure(test, false);
    const table: Record<string, string | number>[] = [];
    for (const n of [1, 1000]) {
      const pairs: { metered: number; unmetered: number }[] = [];
      for (let i = 0; i < ROUNDS; i++) {
        pairs.push({
          unmetered: await measure(test.slice(0, n), false),
          metered: await measure(live.slice(0, n), true),
        });
      }
      table.push({
        keys: n,
        unmetered_per_s: Math.round(median(pairs.map((p) => p.unmetered))),
        metered_per_s: Math.round(median(pairs.map((p) => p.metered))),
        ratio: Number(median(pairs.map((p) => p.metered / p.unmetered)).toFixed(2)),
      });
    }
    const bare = await serve(
      'bench/lib/bare.ts',
      { DATABASE_URL: scratch.url, NODE_OPTIONS: '--import tsx' },
      '/ready',
    );
    const uprns = rows.map((row) => Number(row.uprn));
    const times = { metered: [] as number[], bare: [] as number[] };
    for (let turn = 0; turn <= TURNS; turn++) {
      const kept = turn > 0;
      const metered = await oneByOne(api.port, uprns, live[0]!);
      granted += TURN;
      const without = await oneByOne(bare.port, uprns, null);
      if (kept) times.metered.push(...metered);
      if (kept) times.bare.push(...without);
    }
    await bare.stop();
    const added_ms = median(times.metered) - median(times.bare);
    await api.stop();
    const { rows: sums } = await scratch.db.query(
      `select (select coalesce(sum(credits), 0) from ledger) as ledger,
              (select coalesce(sum(credits_used), 0) from account_months) as accounts,
              (select coalesce(sum(credits_used), 0) from key_months) as keys`,
    );
    const { ledger, accounts, keys } = sums[0];
    if (ledger !== accounts || ledger !== keys)
      throw new Error(`the ledger does not balance: ${JSON.stringify(sums[0])}`);
    await report('metering', 'What charging costs', table, [
      `${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s each in turn; client, server and database share the cores.`,
      `One request at a time, median of ${TURNS * TURN}: ${median(times.metered).toFixed(2)} ms with key, limit, log and durable charge, ${median(times.bare).toFixed(2)} ms for the same handler with none of them: ${added_ms.toFixed(2)} ms added (aim: under 1).`,
      'Unmetered is the same request with test keys: authenticated and limited, not charged.',
      `Ledger, accounts and keys agree on ${ledger} credits; the client counted ${granted} answers. The difference are answers under way when a round ended.`,
    ]);
  } finally {
    await scratch.close();
  }
}

/** Milliseconds of each request, sent one after the other over one connection. */
async function oneByOne(port: number, uprns: number[], key: string | null): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  const times: number[] = [];
  for (let i = 0; i < TURN; i++) {
    const path = `/v1/properties/${uprns[i % uprns.length]}?fields=address`;
    const began_ms = performance.now();
    await new Promise<void>((done, fail) => {
      get({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
        if (response.statusCode !== 200) fail(new Error(`${path} was answered with ${response.statusCode}`));
        response.resume().on('end', done);
      }).on('error', fail);
    });
    times.push(performance.now() - began_ms);
  }
  agent.destroy();
  return times;
}
