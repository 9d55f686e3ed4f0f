import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { corrupt, nationalList, seeded } from '@domesday/addresses/fit';
import { load } from '@domesday/builds';
import { buildValuations } from '@domesday/builds/valuations';
import { Client } from 'undici';
import { answerOf, client } from './lib/client.ts';
import { country, UPRN } from './lib/country.ts';
import { writeNationalList } from './lib/national-list.ts';
import { median, percentile, report } from './lib/report.ts';
import { benchKey, type Scratch, type Served, scratchDatabase, serve } from './lib/servers.ts';

const ROUNDS = 3;
/** A single call every so often, alone and beside a batch. */
const PAUSE_MS = 20;
const SINGLE_CALLS = 400;

interface Asked {
  operation: string;
  /** Goal, items a second. */
  goal: number;
  lines: string[];
}

/**
 * Items a second of `POST /batch` over HTTP with its client on the same cores, beside a bare Express route that sends
 * each line back; the memory of the API for a body and for one ten times as long; and the p95 of single calls, alone and
 * beside a running batch. `--list` and `--homes` say how much is loaded, `--items` how long a batch is.
 */
export async function run(args: string[] = []): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      list: { type: 'string', default: '300000' },
      homes: { type: 'string', default: '20000' },
      items: { type: 'string', default: '20000' },
    },
  });
  const [list, homes, items] = [Number(values.list), Number(values.homes), Number(values.items)];
  const scratch = await scratchDatabase({ shared_buffers: '1GB', maintenance_work_mem: '512MB' });
  try {
    await fill(scratch, list, homes);
    const [secret] = await benchKey(scratch.db);
    const env = { DATABASE_URL: scratch.url, LOG_LEVEL: 'info' };
    const api = await serve('apps/api/dist/main.js', env, '/v1/openapi.json');
    const echo = await serve('bench/lib/echo-lines.mjs', env, '/ready');
    const table = [];
    for (const asked of batches(list, homes)) table.push(await measure(asked, items, api, echo, secret!));
    await api.stop();
    await echo.stop();
    await report(
      'batch',
      'POST /batch over HTTP, client included',
      table,
      [
        `Batches of ${items} lines, meta=lean, live key, each line charged; the median of ${ROUNDS} rounds after one more. Client, server and database share the cores.`,
        'echo_per_s: bare Express that parses each line and sends it back. ratio: items_per_s of echo_per_s.',
        'api_us: processor time of the API for one line, microseconds.',
        'mb_once and mb_tenfold: the most memory that the API held during a batch, and during one ten times as long.',
        `single_p95_ms: properties.get by one caller, a call each ${PAUSE_MS} ms, without a batch; beside_p95_ms: while batches run.`,
        `The list has ${list} addresses, the country ${homes} homes; the load average at the end was ${loadavg()[0]!.toFixed(1)}.`,
      ],
      `batch --list ${list} --homes ${homes} --items ${items}`,
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

/** Homes by their place in the country, spread; damaged addresses in the order of the list and in any. */
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
    { operation: 'addresses.match', goal: 10_000, lines: shuffled.map(([, line]) => line) },
    { operation: 'properties.get', goal: 5000, lines: uprns },
    { operation: 'valuations.sale', goal: 2000, lines: uprns },
  ];
}

let measured = 0;

async function measure(asked: Asked, items: number, api: Served, echo: Served, secret: string) {
  const rounds: { batch: number; echo: number; us: number }[] = [];
  const ask = (port: number, count: number) => timed(port, secret, asked, count);
  for (let i = 0; i <= ROUNDS; i++) {
    const before = await cpuSeconds(api);
    const batch = await ask(api.port, items);
    const us = (1e6 * ((await cpuSeconds(api)) - before)) / items;
    rounds.push({ batch, us, echo: await ask(echo.port, items) });
  }
  rounds.shift();
  const once = await mostMemory(api, () => ask(api.port, items));
  const tenfold = await mostMemory(api, () => ask(api.port, items * 10));
  const alone = await singleCalls(api.port, secret);
  const stop = new AbortController();
  const running = (async () => {
    while (!stop.signal.aborted) await ask(api.port, items);
  })();
  await sleep(500);
  const beside = await singleCalls(api.port, secret);
  stop.abort();
  await running;
  const rate = Math.round(median(rounds.map((one) => one.batch)));
  const bare = Math.round(median(rounds.map((one) => one.echo)));
  return {
    operation: asked.operation + (measured++ === 1 ? ', any order' : ''),
    items_per_s: rate,
    goal: asked.goal,
    echo_per_s: bare,
    ratio: Number((rate / bare).toFixed(3)),
    api_us: Math.round(median(rounds.map((one) => one.us))),
    mb_once: once,
    mb_tenfold: tenfold,
    single_p95_ms: Number(alone.toFixed(1)),
    beside_p95_ms: Number(beside.toFixed(1)),
    p95_ratio: Number((beside / alone).toFixed(2)),
  };
}

/** Items a second of one batch, from its first byte to the last answer. */
async function timed(port: number, secret: string, { operation, lines }: Asked, count: number) {
  const http = new Client(`http://127.0.0.1:${port}`, { bodyTimeout: 0, headersTimeout: 0 });
  const began_ms = performance.now();
  const { statusCode, body } = await http.request({
    method: 'POST',
    path: `/v1/batch?operation=${operation}&meta=lean`,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson' },
    body: pieces(lines, count) as never,
  });
  let answered = 0;
  let last = '';
  for await (const piece of body as AsyncIterable<Buffer>) {
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) answered += 1;
    last = piece.toString('latin1', Math.max(0, piece.length - 300));
  }
  const seconds = (performance.now() - began_ms) / 1000;
  await http.close();
  if (statusCode !== 200 || answered !== count)
    throw new Error(`${operation}: ${statusCode}, ${answered} of ${count} answered: ${last}`);
  return count / seconds;
}

async function* pieces(lines: readonly string[], count: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < count; from += 500) {
    let text = '';
    for (let i = from; i < Math.min(from + 500, count); i++) text += `${lines[i % lines.length]}\n`;
    yield Buffer.from(text);
  }
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

/** User and system time of a process so far; Linux only. */
async function cpuSeconds({ child }: Served): Promise<number> {
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The most memory that a process held while `work` ran, MB; Linux only. */
async function mostMemory({ child }: Served, work: () => Promise<unknown>): Promise<number> {
  await writeFile(`/proc/${child.pid}/clear_refs`, '5');
  await work();
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024);
}
