import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadSandbox } from '@domesday/testing';
import { Pool } from 'undici';
import { argumentsOf } from './lib/arguments.ts';
import { type Answered, type Mixed, mixedOperations, overMcp, overRest } from './lib/mixed.ts';
import { median, percentile, report } from './lib/report.ts';
import { benchKey, type Served, scratchDatabase, serve } from './lib/servers.ts';

const KEYS = 50;
const CONNECTIONS = 24;
const WARM_UP_S = 5;
const SHARE = 0.7;
/** One call in five is a tool call. */
const MCP_EVERY = 5;
/** With more running requests than this the server does not keep up, and further requests count as unanswered. */
const MOST_UNDER_WAY = 2000;

interface Sample {
  /** Seconds since the start of the soak, by the scheduled time of the request. */
  at_s: number;
  /** Milliseconds from the scheduled time of the request to its complete answer. */
  took_ms: number;
  mcp: boolean;
}

/**
 * Whether the service stays stable: mixed operations over REST and MCP at 70 % of the throughput measured just before,
 * at even intervals whatever the latency. `npm run bench -- soak [--minutes 10] [--measure-seconds 20]`.
 */
export async function run(args: string[]): Promise<void> {
  const { minutes, 'measure-seconds': measure_s } = argumentsOf('soak', args, {
    minutes: 10,
    'measure-seconds': 20,
  });
  const scratch = await scratchDatabase();
  const servers: Served[] = [];
  try {
    console.log(`loaded ${await loadSandbox(scratch.db)} rows`);
    const keys = await benchKey(scratch.db, KEYS);
    const api = await serve(
      'apps/api/dist/main.js',
      { DATABASE_URL: scratch.url, KEPT_ANSWERS_MB: '32' },
      '/v1/openapi.json',
    );
    servers.push(api);
    const mcp_env = { API_URL: `http://127.0.0.1:${api.port}` };
    const mcp = await serve('apps/mcp/dist/main.js', mcp_env, '/health', 'MCP_PORT');
    servers.push(mcp);
    const client = createClient(api.port, mcp.port, keys);
    const left_out = await client.learnPrices();

    await client.asFastAsPossible(WARM_UP_S);
    const most_per_s = await client.asFastAsPossible(measure_s);
    const per_s = Math.max(1, Math.round(most_per_s * SHARE));
    console.log(`${most_per_s.toFixed(0)} requests/s at most; ${minutes} minutes at ${per_s}`);
    const memory = watchMemory({ api, mcp });
    const soak = await client.atRate(per_s, minutes * 60);
    const drift = memory.stop();
    await client.close();
    for (const server of servers.splice(0).reverse()) await server.stop();

    const { rows } = await scratch.db.query(
      `select (select coalesce(sum(credits), 0) from ledger) as ledger,
              (select coalesce(sum(credits_used), 0) from account_months) as accounts,
              (select coalesce(sum(credits_used), 0) from key_months) as keys,
              (select count(*) from ledger) as charges`,
    );
    const books = rows[0];
    const balanced = [books.ledger, books.accounts, books.keys].every((n) => n === client.counted.credits);
    const errors = soak.failed + soak.not_sent;
    const table = [
      latencyRow('REST', soak.samples, minutes, false),
      latencyRow('MCP', soak.samples, minutes, true),
    ];
    await report('soak', 'A long run at 70 % of the most', table, [
      `${minutes} minutes, ${per_s} requests/s at even distances (${SHARE * 100} % of the ${Math.round(most_per_s)} reached just before with ${CONNECTIONS} connections); ${client.operations} operations in turn, each fifth call over MCP, ${KEYS} keys. Latency counts from the time at which a request was due.`,
      `Errors: ${errors} of ${soak.samples.length + errors} (${((100 * errors) / Math.max(1, soak.samples.length + errors)).toFixed(4)} %)${soak.problems.length ? `: ${soak.problems.join('; ')}` : ''}.`,
      `Memory (resident, median of first and last fifth): API ${drift.api}, MCP ${drift.mcp}.`,
      `Credits: the clients counted ${client.counted.credits}, the ledger holds ${books.ledger}, accounts ${books.accounts}, keys ${books.keys}, in ${books.charges} charges: ${balanced ? 'equal' : 'NOT EQUAL'}.`,
      ...(left_out.length
        ? [`Not in the mix, since their example was not answered: ${left_out.join(', ')}.`]
        : []),
      'Client, servers and database share the cores.',
    ]);
    if (!balanced || errors > 0) throw new Error('The soak failed: see errors and credits above.');
  } finally {
    for (const server of servers.reverse()) await server.stop();
    await scratch.close();
  }
}

function createClient(api_port: number, mcp_port: number, keys: string[]) {
  const rest = new Pool(`http://127.0.0.1:${api_port}`, { connections: 128 });
  const mcp = new Pool(`http://127.0.0.1:${mcp_port}`, { connections: 64 });
  const counted = { credits: 0 };
  let mixed: Mixed[] = mixedOperations();
  let turn = 0;

  const next = async (): Promise<Answered & { mcp: boolean }> => {
    const n = turn++;
    const key = keys[n % keys.length]!;
    const overTools = n % MCP_EVERY === 0;
    // The shift makes each operation be called over REST and over MCP.
    const one = mixed[Math.floor(n / MCP_EVERY + (n % MCP_EVERY) * 7) % mixed.length]!;
    const answer = overTools ? await overMcp(mcp, one, key) : await overRest(rest, one, key);
    counted.credits += answer.credits;
    return { ...answer, mcp: overTools };
  };

  return {
    counted,
    get operations() {
      return mixed.length;
    },
    /** Calls each operation once over REST and once over MCP; returns those that the sandbox does not answer. */
    async learnPrices(): Promise<string[]> {
      const left_out: string[] = [];
      const answered: Mixed[] = [];
      for (const one of mixed) {
        const first = await overRest(rest, one, keys[0]!);
        counted.credits += first.credits;
        const priced = { ...one, credits: first.credits };
        const second = await overMcp(mcp, priced, keys[0]!);
        counted.credits += second.credits;
        if (first.ok && second.ok) answered.push(priced);
        else left_out.push(first.problem || second.problem);
      }
      mixed = answered;
      return left_out;
    },
    /** Requests per second that a fixed number of connections reaches. */
    async asFastAsPossible(seconds: number): Promise<number> {
      const until_ms = performance.now() + seconds * 1000;
      let answered = 0;
      const worker = async () => {
        while (performance.now() < until_ms) {
          const { ok, problem } = await next();
          if (!ok) throw new Error(problem);
          answered++;
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, worker));
      return answered / seconds;
    },
    /** Sends at even intervals, whether or not earlier requests are answered, and waits for the last. */
    async atRate(per_s: number, seconds: number) {
      const samples: Sample[] = [];
      const problems: string[] = [];
      let [failed, not_sent, under_way] = [0, 0, 0];
      const began_ms = performance.now();
      const total = Math.round(per_s * seconds);
      for (let sent = 0; sent < total; ) {
        const due = Math.min(total, Math.floor(((performance.now() - began_ms) / 1000) * per_s) + 1);
        for (; sent < due; sent++) {
          const due_ms = began_ms + (sent * 1000) / per_s;
          if (under_way >= MOST_UNDER_WAY) {
            not_sent++;
            continue;
          }
          under_way++;
          next()
            .then((answer) => {
              const at_s = (due_ms - began_ms) / 1000;
              if (answer.ok) samples.push({ at_s, took_ms: performance.now() - due_ms, mcp: answer.mcp });
              else throw new Error(answer.problem);
            })
            .catch((error: Error) => {
              failed++;
              if (problems.length < 5) problems.push(error.message);
            })
            .finally(() => under_way--);
        }
        await sleep(2);
      }
      while (under_way > 0) await sleep(10);
      return { samples, failed, not_sent, problems };
    },
    async close() {
      await rest.close();
      await mcp.close();
    },
  };
}

function latencyRow(surface: string, samples: Sample[], minutes: number, mcp: boolean) {
  const fifth_s = (minutes * 60) / 5;
  const mine = samples.filter((s) => s.mcp === mcp);
  const first = mine.filter((s) => s.at_s < fifth_s).map((s) => s.took_ms);
  const last = mine.filter((s) => s.at_s >= 4 * fifth_s).map((s) => s.took_ms);
  const round = (value: number) => Number(value.toFixed(1));
  const drift = (share: number) =>
    `${(100 * (percentile(last, share) / percentile(first, share) - 1)).toFixed(0)} %`;
  return {
    surface,
    requests: mine.length,
    p50_first_fifth_ms: round(percentile(first, 0.5)),
    p50_last_fifth_ms: round(percentile(last, 0.5)),
    p50_drift: drift(0.5),
    p95_first_fifth_ms: round(percentile(first, 0.95)),
    p95_last_fifth_ms: round(percentile(last, 0.95)),
    p95_drift: drift(0.95),
  };
}

/** Reads the resident memory of the processes once a second, if the system reports it. */
function watchMemory(watched: Record<'api' | 'mcp', Served>) {
  const megabytes: Record<'api' | 'mcp', number[]> = { api: [], mcp: [] };
  const names = ['api', 'mcp'] as const;
  const timer = setInterval(async () => {
    for (const name of names) {
      const status = await readFile(`/proc/${watched[name].child.pid}/status`, 'utf8').catch(() => '');
      const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
      if (kilobytes) megabytes[name].push(kilobytes / 1024);
    }
  }, 1000);
  const told = (values: number[]): string => {
    if (values.length < 5) return 'not told by this system';
    const fifth = Math.floor(values.length / 5);
    const [first, last] = [median(values.slice(0, fifth)), median(values.slice(-fifth))];
    return `${first.toFixed(0)} MB, then ${last.toFixed(0)} MB (${(100 * (last / first - 1)).toFixed(0)} %)`;
  };
  return {
    stop: () => {
      clearInterval(timer);
      return { api: told(megabytes.api), mcp: told(megabytes.mcp) };
    },
  };
}
