import { argumentsOf } from './lib/arguments.ts';
import { answerOf, type Client, client } from './lib/client.ts';
import { country, SALES_PER_HOME, UPRN } from './lib/country.ts';
import { fitAreas } from './lib/fitting.ts';
import { percentile, report } from './lib/report.ts';
import { benchKey, scratchDatabase, serve } from './lib/servers.ts';
import { spentBy, spentPerCall } from './lib/spent.ts';

const AT_ONCE = 8;
/** Requests just after the start, while the server's code is still being compiled and no index is cached. */
const FIRST = 500;
/** Warm-up requests, the first among them. */
const WARM_UP = 3000;

/**
 * Latency of valuations.sale at eight callers on five areas, and what a call costs the API and the database. Sales are
 * read by key, so that more areas change little but the time of the build. `--sales` and `--requests` make it longer
 * or shorter.
 */
export async function run(args: string[] = []): Promise<void> {
  const { sales, requests } = argumentsOf('valuation', args, { sales: 105_000, requests: 6_000 });
  const homes = Math.max(4000, Math.round(sales / SALES_PER_HOME));
  const scratch = await scratchDatabase();
  try {
    for (const statement of country(homes)) await scratch.db.query(statement);
    const { rows } = await scratch.db.query('select count(*) as n from sales');
    console.log(`${rows[0].n} sales`);
    const built = await fitAreas(scratch, '2026-11-15');
    console.log(`built ${built.areas_fitted} areas in ${built.fit_seconds.toFixed(0)} s`);
    await scratch.db.query('vacuum analyze');
    const [secret] = await benchKey(scratch.db);
    const started_ms = performance.now();
    const api = await serve('apps/api/dist/main.js', { DATABASE_URL: scratch.url }, '/v1/openapi.json');
    const ready_ms = performance.now() - started_ms;
    const caller = client(api.port, secret!);
    const ask = (n: number) => timed(caller, UPRN + ((n * 48_271) % homes));
    const first = await many(FIRST, ask);
    await many(WARM_UP - FIRST, ask);
    const from = await spentBy(scratch.db, api.child.pid!);
    const answers = await many(requests, ask);
    const spent = spentPerCall(from, await spentBy(scratch.db, api.child.pid!), requests);
    await caller.close();
    await api.stop();
    const methods = [...new Set(answers.map((one) => one.method))].sort();
    const line = (name: string, list: typeof answers) => ({
      method: name,
      requests: list.length,
      median_ms: Number(
        percentile(
          list.map((one) => one.ms),
          0.5,
        ).toFixed(1),
      ),
      p95_ms: Number(
        percentile(
          list.map((one) => one.ms),
          0.95,
        ).toFixed(1),
      ),
    });
    await report(
      'valuation',
      `valuations.sale on ${(rows[0].n / 1e6).toFixed(2)} million sales`,
      [
        line('all', answers),
        line(`the first ${FIRST} after the start`, first),
        ...methods.map((method) =>
          line(
            method,
            answers.filter((one) => one.method === method),
          ),
        ),
      ],
      [
        `${AT_ONCE} callers at once, live key, each call charged and logged, after ${WARM_UP} others; client, server and database share the cores.`,
        `A call takes ${spent.api_cpu_ms} ms of processor time in the API, ${spent.postgres_cpu_ms} ms in PostgreSQL, and ${spent.transactions} transactions.`,
        `The server took its first request ${(ready_ms / 1000).toFixed(1)} s after its start.`,
        `${rows[0].n} made-up sales in ${built.areas_fitted} areas, built in ${built.fit_seconds.toFixed(0)} s with a process on each core.`,
      ],
    );
  } finally {
    await scratch.close();
  }
}

interface Answer {
  ms: number;
  method: string;
}

/** Runs `count` calls, at most AT_ONCE at a time. */
async function many(count: number, ask: (n: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const caller = async () => {
    while (next < count) answers.push(await ask(next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return answers;
}

async function timed(caller: Client, uprn: number): Promise<Answer> {
  const began_ms = performance.now();
  const text = await answerOf(caller.ask(`/v1/valuations/${uprn}/sale`));
  const ms = performance.now() - began_ms;
  return { ms, method: (JSON.parse(text) as { method: string }).method };
}
