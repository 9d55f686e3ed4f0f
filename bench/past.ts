import { recordRelease } from '@domesday/builds/releases';
import { argumentsOf } from './lib/arguments.ts';
import { answerOf, type Client, client } from './lib/client.ts';
import { country, SALES_PER_HOME, UPRN } from './lib/country.ts';
import { fitAreas } from './lib/fitting.ts';
import { median, percentile, report } from './lib/report.ts';
import { benchKey, scratchDatabase, serve } from './lib/servers.ts';
import { type Spent, spentBy, spentPerCall } from './lib/spent.ts';

const AT_ONCE = 8;
const ROUNDS = 6;
const FIRST = '2026-11-01';
const SECOND = '2026-11-15';
const OPERATIONS = {
  'valuations.sale': (uprn: number) => `/v1/valuations/${uprn}/sale?`,
};

/**
 * Latency of answers from an earlier release compared with answers from the served data, after a twentieth of the sales
 * have changed. Rounds of both alternate, each with different homes. `--sales` and `--requests` (a round) make it
 * shorter.
 */
export async function run(args: string[] = []): Promise<void> {
  const { sales, requests } = argumentsOf('past', args, { sales: 42_000, requests: 600 });
  const homes = Math.max(4000, Math.round(sales / SALES_PER_HOME));
  const scratch = await scratchDatabase();
  try {
    for (const statement of country(homes)) await scratch.db.query(statement);
    await fitAreas(scratch, FIRST);
    const { name } = await recordRelease(scratch.db, { today: FIRST });
    const changed = await scratch.db.query(
      'update sales set price = price * 11 / 10 where get_byte(uuid_send(transaction_id), 15) < 13',
    );
    await fitAreas(scratch, SECOND);
    await recordRelease(scratch.db, { today: SECOND });
    await scratch.db.query('vacuum analyze');
    const [secret] = await benchKey(scratch.db);
    const api = await serve('apps/api/dist/main.js', { DATABASE_URL: scratch.url }, '/v1/openapi.json');
    const caller = client(api.port, secret!);
    const rows = [];
    const costs: string[] = [];
    for (const [operation, path] of Object.entries(OPERATIONS)) {
      const now: number[][] = [];
      const past: number[][] = [];
      let next = 0;
      const round = (query: string) =>
        many(caller, requests, () => path(UPRN + ((next++ * 48_271) % homes)) + query);
      const spent: Spent[] = [];
      const reading = async () => void spent.push(await spentBy(scratch.db, api.child.pid!));
      for (let i = 0; i <= ROUNDS; i++) {
        await reading();
        now.push(await round(''));
        await reading();
        past.push(await round(`release=${name}`));
      }
      await reading();
      // The first round warms up.
      const [today, then] = [now.slice(1), past.slice(1)];
      const ratio = (share: number) =>
        Number(
          median(today.map((one, i) => percentile(then[i]!, share) / percentile(one, share))).toFixed(2),
        );
      const ms = (list: number[][], share: number) => Number(percentile(list.flat(), share).toFixed(1));
      rows.push({
        operation,
        now_median_ms: ms(today, 0.5),
        release_median_ms: ms(then, 0.5),
        ratio_median: ratio(0.5),
        now_p95_ms: ms(today, 0.95),
        release_p95_ms: ms(then, 0.95),
        ratio_p95: ratio(0.95),
      });
      const [cost_now, cost_then] = [spent.at(-3)!, spent.at(-2)!].map((from, i) =>
        spentPerCall(from, spent.at(i - 2)!, requests),
      );
      costs.push(`${operation} now: ${costWords(cost_now!)}; of the release: ${costWords(cost_then!)}.`);
    }
    await caller.close();
    await api.stop();
    await report('past', `Answers of an earlier release, ${changed.rowCount} sales changed since`, rows, [
      `${AT_ONCE} callers at once, live key, ${ROUNDS} rounds of ${requests} of each in turn; client, server and database share the cores.`,
      ...costs,
    ]);
  } finally {
    await scratch.close();
  }
}

function costWords({ api_cpu_ms, postgres_cpu_ms, transactions }: ReturnType<typeof spentPerCall>): string {
  return `${api_cpu_ms} ms of processor time in the API, ${postgres_cpu_ms} ms in PostgreSQL and ${transactions} transactions a call`;
}

/** Milliseconds of `count` calls, at most AT_ONCE at a time. */
async function many(caller: Client, count: number, path: () => string): Promise<number[]> {
  const times: number[] = [];
  let begun = 0;
  const lane = async () => {
    while (begun++ < count) {
      const from_ms = performance.now();
      await answerOf(caller.ask(path()));
      times.push(performance.now() - from_ms);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return times;
}
