import { loadSandbox } from '@domesday/datasets/seed';
import { CORE_DATASETS } from '@domesday/sandbox';
import autocannon from 'autocannon';
import { median, report } from './lib/report.ts';
import { benchKey, scratchDatabase, serve } from './lib/servers.ts';

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 32;

/**
 * What charging costs: the same requests with test keys, which pass authentication and limit but are not
 * charged, and with live keys, whose charge is durable before the answer leaves; with one key and with 1,000.
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
      `Ledger, accounts and keys agree on ${ledger} credits; the client counted ${granted} answers. The difference are answers under way when a round ended.`,
    ]);
  } finally {
    await scratch.close();
  }
}
