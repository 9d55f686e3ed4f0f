import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { corrupt, nationalList, seeded } from '@domesday/addresses/fit';
import { load } from '@domesday/builds';
import { buildValuations } from '@domesday/builds/valuations';
import { Client } from 'undici';
import { argumentsOf } from './lib/arguments.ts';
import { answerOf, client } from './lib/client.ts';
import { country, UPRN } from './lib/country.ts';
import { writeNationalList } from './lib/national-list.ts';
import { median, percentile, report } from './lib/report.ts';
import { benchKey, type Scratch, type Served, scratchDatabase, serve } from './lib/servers.ts';

/** Maximum number of lines sent ahead of their answers: more would only fill the connection's buffers. */
const MOST_AHEAD = 2000;
/** Interval of the single calls, made alone and beside a batch. */
const PAUSE_MS = 20;
const SINGLE_CALLS = 250;

interface Asked {
  operation: string;
  order?: string;
  /** Goal, items a second. */
  goal: number;
  lines: string[];
}

/**
 * Items a second of `POST /batch` over HTTP with its client on the same cores, beside a bare Express route that sends
 * each line back; the memory of the API for a body and for one five times as long; and the p95 of single calls, alone
 * and beside a running batch. `--list` and `--homes` set how much is loaded, `--seconds` how long a batch lasts: a slow
 * machine then sends less and takes no longer. `--only` and `--rounds` make a short run, whose result is printed but
 * not stored: `--only addresses.match --rounds 1 --list 20000 --homes 4000 --seconds 2`.
 */
export async function run(args: string[] = []): Promise<void> {
  const defaults = { list: 100_000, homes: 20_000, seconds: 4, rounds: 3, only: null };
  const { list, homes, seconds, rounds, only } = argumentsOf('batch', args, defaults);
  const scratch = await scratchDatabase({ shared_buffers: '1GB', maintenance_work_mem: '512MB' });
  try {
    await fill(scratch, list, homes);
    const [secret] = await benchKey(scratch.db);
    const env = { DATABASE_URL: scratch.url, LOG_LEVEL: 'info' };
    const api = await serve('apps/api/dist/main.js', env, '/v1/openapi.json');
    const echo = await serve('bench/lib/echo-lines.mjs', env, '/ready');
    const table = [];
    const chosen = batches(list, homes).filter(({ operation }) => !only || operation === only);
    for (const asked of chosen)
      table.push(await measure(asked, { seconds, rounds, scratch, api, echo, secret: secret! }));
    await api.stop();
    await echo.stop();
    if (only) return console.table(table);
    await report(
      'batch',
      'POST /batch over HTTP, client included',
      table,
      [
        `Batches of ${seconds} seconds, meta=lean, live key, each line charged; the median of ${rounds} rounds after one more. Client, server and database share the cores.`,
        'echo_per_s: bare Express that parses each line and sends it back. ratio: items_per_s of echo_per_s.',
        'api_us and database_us: processor time of the API with its process for batches and of PostgreSQL for one line, microseconds.',
        'mb_once and mb_fivefold: the most memory that the API and its process for batches held during a batch, and during one five times as long.',
        `single_p95_ms: properties.get by one caller, a call each ${PAUSE_MS} ms, without a batch; beside_p95_ms: while batches run.`,
        `The list has ${list} addresses, the country ${homes} homes; the load average at the end was ${loadavg()[0]!.toFixed(1)}.`,
      ],
      `batch --list ${list} --homes ${homes} --seconds ${seconds}`,
    );
  } finally {
    await scratch.close();
  }
}

async function fill(scratch: Scratch, list: number, homes: number): Promise<void> {
  const file = join(scratch.folder, 'list.csv');
  await writeNationalList(file, list);
  await load(scratch.db, 'address-list', [file], { home: scratch.folder });
  for (const statement of country(homes)) await scratch.db.query(statement);
  await buildValuations(scratch.db, { today: '2026-11-15' });
  await scratch.db.query('vacuum analyze');
}

/** The batches: homes spread over the country, and damaged addresses in the order of the list and in random order. */
function batches(list: number, homes: number): Asked[] {
  const uprns = Array.from({ length: homes }, (_, i) =>
    JSON.stringify({ uprn: String(UPRN + ((i * 48_271) % homes)) }),
  );
  const random = seeded(61);
  const sorted: string[] = [];
  let at = 0;
  for (const home of nationalList({ rows: list, seed: 11 })) {
    if (at++ % 3 !== 0) continue;
    const { address } = random() < 0.1 ? home : corrupt(random, home);
    sorted.push(JSON.stringify({ address: address.slice(0, 300), postcode: home.postcode }));
  }
  const shuffled = sorted.map((line) => [random(), line] as const).sort(([a], [b]) => a - b);
  return [
    { operation: 'addresses.match', goal: 10_000, lines: sorted },
    {
      operation: 'addresses.match',
      order: ', any order',
      goal: 10_000,
      lines: shuffled.map(([, line]) => line),
    },
    { operation: 'properties.get', goal: 5000, lines: uprns },
    { operation: 'valuations.sale', goal: 2000, lines: uprns },
  ];
}

interface Measuring {
  seconds: number;
  rounds: number;
  scratch: Scratch;
  api: Served;
  echo: Served;
  secret: string;
}

async function measure(asked: Asked, { seconds, scratch, api, echo, secret, ...given }: Measuring) {
  const rounds: { batch: number; echo: number; us: number; database_us: number }[] = [];
  const ask = (port: number, long_s = seconds) => timed(port, secret, asked, long_s);
  const spent = async () => [await cpuSeconds(api.child.pid!), await databaseSeconds(scratch)] as const;
  for (let i = 0; i <= given.rounds; i++) {
    const before = await spent();
    const { items, rate } = await ask(api.port);
    const [us, database_us] = (await spent()).map((s, at) => (1e6 * (s - before[at]!)) / items);
    const bare = await ask(echo.port, seconds / 4);
    rounds.push({ batch: rate, us: us!, database_us: database_us!, echo: bare.rate });
  }
  rounds.shift();
  const once = await mostMemory(api, () => ask(api.port));
  const fivefold = await mostMemory(api, () => ask(api.port, seconds * 5));
  const alone = await singleCalls(api.port, secret);
  const stop = new AbortController();
  const running = (async () => {
    while (!stop.signal.aborted) await ask(api.port);
  })();
  await sleep(500);
  const beside = await singleCalls(api.port, secret);
  stop.abort();
  await running;
  const rate = Math.round(median(rounds.map((one) => one.batch)));
  const bare = Math.round(median(rounds.map((one) => one.echo)));
  return {
    operation: asked.operation + (asked.order ?? ''),
    items_per_s: rate,
    goal: asked.goal,
    echo_per_s: bare,
    ratio: Number((rate / bare).toFixed(3)),
    api_us: Math.round(median(rounds.map((one) => one.us))),
    database_us: Math.round(median(rounds.map((one) => one.database_us))),
    mb_once: once,
    mb_fivefold: fivefold,
    single_p95_ms: Number(alone.toFixed(1)),
    beside_p95_ms: Number(beside.toFixed(1)),
    p95_ratio: Number((beside / alone).toFixed(2)),
  };
}

/** Sends lines for `long_s` seconds; returns items a second, from the first byte to the last answer. */
async function timed(port: number, secret: string, { operation, lines }: Asked, long_s: number) {
  const http = new Client(`http://127.0.0.1:${port}`, { bodyTimeout: 0, headersTimeout: 0 });
  const began_ms = performance.now();
  let sent = 0;
  let answered = 0;
  async function* pieces(): AsyncGenerator<Buffer> {
    while (performance.now() < began_ms + long_s * 1000) {
      if (sent - answered >= MOST_AHEAD) {
        await sleep(2);
        continue;
      }
      let text = '';
      for (const until = sent + 500; sent < until; sent++) text += `${lines[sent % lines.length]}\n`;
      yield Buffer.from(text);
    }
  }
  const { statusCode, body } = await http.request({
    method: 'POST',
    path: `/v1/batch?operation=${operation}&meta=lean`,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson' },
    body: pieces() as never,
  });
  let last = '';
  for await (const piece of body as AsyncIterable<Buffer>) {
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) answered += 1;
    last = piece.toString('latin1', Math.max(0, piece.length - 300));
  }
  const took_s = (performance.now() - began_ms) / 1000;
  await http.close();
  if (statusCode !== 200 || answered !== sent)
    throw new Error(`${operation}: ${statusCode}, ${answered} of ${sent} answered: ${last}`);
  return { items: answered, rate: answered / took_s };
}

async function singleCalls(port: number, secret: string): Promise<number> {
  const caller = client(port, secret);
  const took: number[] = [];
  for (let i = 0; i < SINGLE_CALLS; i++) {
    await sleep(PAUSE_MS);
    const began_ms = performance.now();
    await answerOf(caller.ask(`/v1/properties/${UPRN + ((i * 7919) % 4000)}?fields=address,postcode`));
    took.push(performance.now() - began_ms);
  }
  await caller.close();
  return percentile(took, 0.95);
}

/** User and system time of a process and its child processes so far; Linux only. */
async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
  const started = await Promise.all((await startedBy(pid)).map(cpuSeconds));
  return started.reduce((sum, one) => sum + one, own);
}

async function startedBy(pid: number): Promise<number[]> {
  const pids = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return pids.split(' ').filter(Boolean).map(Number);
}

/** The same for the server processes of all database connections. */
async function databaseSeconds({ db }: Scratch): Promise<number> {
  const { rows } = await db.query<{ pid: number }>('select pid from pg_stat_activity');
  const each = await Promise.all(rows.map(({ pid }) => cpuSeconds(pid)));
  return each.reduce((sum, one) => sum + one, 0);
}

/** Peak memory of a process and its child processes while `work` ran, MB; Linux only. */
async function mostMemory({ child }: Served, work: () => Promise<unknown>): Promise<number> {
  const pids = [child.pid!, ...(await startedBy(child.pid!))];
  for (const pid of pids) await writeFile(`/proc/${pid}/clear_refs`, '5');
  await work();
  const each = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8')));
  const held_kb = each.map((status) => Number(/VmHWM:\s+(\d+)/.exec(status)![1]));
  return Math.round(held_kb.reduce((sum, one) => sum + one, 0) / 1024);
}
