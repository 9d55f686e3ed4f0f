import { setTimeout as sleep } from 'node:timers/promises';
import { operationTable } from '@domesday/contract';
import { createPool, type Db } from '@domesday/db';
import { loadSandbox } from '@domesday/testing';
import type { QueryConfig } from 'pg';
import { argumentsOf } from './lib/arguments.ts';
import { type Ask, variedAsks } from './lib/asks.ts';
import { answerOf, type Client, client } from './lib/client.ts';
import { statementsBehind } from './lib/plain-sql.ts';
import { serverOf, usedBy, usedByServer } from './lib/processor.ts';
import { percentile, report } from './lib/report.ts';
import { benchKey, type Served, scratchDatabase, serve } from './lib/servers.ts';
import { collectSpans } from './lib/spans.ts';

const CALLERS = [1, 8, 32];
const MIXED_CALLERS = 24;
/** Number of callers of the plain statements. */
const PLAIN_CALLERS = 8;
const TRACED_CALLS = 20;
/** Number of homes and titles with which each operation is called; those without an answer are left out. */
const INPUTS = 200;
const FEWEST_INPUTS = 5;

type Row = Record<string, string | number>;

/**
 * Every priced operation over the fictional country, with one, eight and 32 callers, and all in turn: latency,
 * processor time of the server and of PostgreSQL, the server's time by step, and the plain SQL of the same answers.
 * `npm run bench -- mix [--seconds 1] [--only prices.market,risks.get]`; with `--seconds 0.3` it ends within a minute.
 */
export async function run(args: string[]): Promise<void> {
  const values = argumentsOf('mix', args, { seconds: 1, only: null });
  const { seconds } = values;
  const only = values.only?.split(',');
  const scratch = await scratchDatabase();
  const servers: Served[] = [];
  try {
    const loaded = await loadSandbox(scratch.db);
    await scratch.db.query('vacuum analyze');
    const [secret] = await benchKey(scratch.db);
    const env = { DATABASE_URL: scratch.url, LOG_LEVEL: 'info' };
    const api = await serve('apps/api/dist/main.js', env, '/v1/openapi.json');
    servers.push(api);
    const caller = client(api.port, secret!);
    const { rows: backends } = await scratch.db.query('select pg_backend_pid() as pid');
    const spent = await processorOf(api.child.pid!, backends[0].pid);
    const { asks, first } = await answeredAsks(caller, await variedAsks(scratch.db, INPUTS), spent, only);
    const steps = await stepsOf(asks, env, secret!);
    const behind = await statementsBehind(asks, scratch.url, secret!);
    const plain = createPool(scratch.url, { max: PLAIN_CALLERS });
    const rows: Row[] = [];
    for (const [operation, inputs] of asks) {
      const row: Row = { operation };
      const end = await spent();
      let calls = 0;
      for (const callers of CALLERS) {
        const took_ms = await together((n) => askOf(caller, inputs, n), callers, seconds);
        calls += took_ms.length;
        for (const share of [50, 95, 99])
          row[`p${share} of ${callers}`] = Number(percentile(took_ms, share / 100).toFixed(1));
      }
      const again = await end(calls);
      const plain_ms = await together(
        (n) => sendPlain(plain, behind.get(operation)!, n),
        PLAIN_CALLERS,
        seconds,
      );
      for (const share of [50, 95])
        row[`plain SQL p${share} of ${PLAIN_CALLERS}`] = Number(percentile(plain_ms, share / 100).toFixed(1));
      const { api, postgres } = first.get(operation)!;
      Object.assign(row, { 'API first': api, 'PostgreSQL first': postgres });
      Object.assign(row, { 'API again': again.api, 'PostgreSQL again': again.postgres }, steps(operation));
      rows.push(row);
      console.log(Object.values(row).join(' | '));
    }
    const all = [...asks.values()];
    const mixed = Array.from({ length: INPUTS * all.length }, (_, i) => {
      const inputs = all[i % all.length]!;
      return inputs[Math.floor(i / all.length) % inputs.length]!;
    });
    const end = await spent();
    const mixed_ms = await together((n) => askOf(caller, mixed, n), MIXED_CALLERS, 5 * seconds);
    const each = await end(mixed_ms.length);
    await caller.close();
    await plain.end();
    await report('mix', 'Every priced operation over the fictional country', rows, [
      `All milliseconds. ${loaded} loaded rows, the one size that the fictional country has; each operation asked with its default parameters of up to ${INPUTS} homes, places or titles in turn, for ${seconds} s by each number of callers; live key, charged, logged.`,
      `API and PostgreSQL: processor time for each call, when an input is asked for the first time and when it is asked again. The latencies are of inputs that were asked before.`,
      `All in turn by ${MIXED_CALLERS} callers: ${Math.round(mixed_ms.length / 5 / seconds)} requests/s, p50 ${percentile(mixed_ms, 0.5).toFixed(1)}, p95 ${percentile(mixed_ms, 0.95).toFixed(1)}; processor time of a request ${each.api} in the API and ${each.postgres} in PostgreSQL.`,
      `The steps are means of ${TRACED_CALLS} lone calls of inputs that were not asked before, with traces on, which cost time of their own: limit is everything between key and validation, and between validation and handler; read the time in which a statement of the handler is under way, think the rest of the handler, settle the wait for the commit. statements counts those of the handler.`,
      `Plain SQL: the statements that the server sent for the same answers, recorded between it and PostgreSQL and sent again by ${PLAIN_CALLERS} callers, those of an answer one after the other over one connection: no HTTP, key, charge, log or thought.`,
      'Client, server and database share the cores.',
    ]);
  } finally {
    for (const server of servers.reverse()) await server.stop();
    await scratch.close();
  }
}

/**
 * Starts measuring the processor time of the server and of PostgreSQL; returns a function that gives milliseconds per
 * call.
 */
async function processorOf(api: number, backend: number) {
  const server = await serverOf(backend);
  const now = async () => [await usedBy(api), await usedByServer(server)] as const;
  return async () => {
    const before = await now();
    return async (calls: number) => {
      const after = await now();
      const each = (i: 0 | 1) => Number(((after[i] - before[i]) / Math.max(1, calls)).toFixed(2));
      return { api: each(0), postgres: each(1) };
    };
  };
}
type Spent = Awaited<ReturnType<typeof processorOf>>;

/** Calls each operation with all of its inputs, and keeps the inputs that are answered. Throws if they are too few. */
async function answeredAsks(caller: Client, given: Map<string, Ask[]>, spent: Spent, only?: string[]) {
  const asks = new Map<string, Ask[]>();
  const first = new Map<string, Awaited<ReturnType<Awaited<ReturnType<Spent>>>>>();
  for (const { id, credits } of operationTable) {
    if (credits === 0 || (only && !only.includes(id))) continue;
    const kept: Ask[] = [];
    let refusal = 'no input';
    let next = 0;
    const inputs = given.get(id) ?? [];
    const worker = async () => {
      while (next < inputs.length) {
        const ask = inputs[next++]!;
        const { status, text } = await caller.ask(ask.path, ask.json);
        if (status === 200) kept.push(ask);
        else refusal = `${ask.path} answered ${status}: ${text.slice(0, 200)}`;
      }
    };
    const end = await spent();
    await Promise.all(Array.from({ length: 4 }, worker));
    first.set(id, await end(inputs.length));
    if (kept.length < FEWEST_INPUTS) throw new Error(`${id} answers ${kept.length} inputs; ${refusal}`);
    asks.set(id, kept);
  }
  return { asks, first };
}

/** The time of each step of each operation, from single calls to a server that sends its traces to this process. */
async function stepsOf(asks: Map<string, Ask[]>, env: Record<string, string>, secret: string) {
  const collector = await collectSpans();
  const traced = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
  const api = await serve('apps/api/dist/main.js', traced, '/v1/openapi.json');
  const caller = client(api.port, secret);
  const askFrom = async (start: number) => {
    for (let at = start; at < start + TRACED_CALLS; at++)
      for (const inputs of asks.values()) {
        const { path, json } = inputs[at % inputs.length]!;
        await answerOf(caller.ask(path, json));
      }
  };
  // The first calls warm the process up.
  await askFrom(0);
  await sleep(2500);
  collector.forget();
  await askFrom(TRACED_CALLS);
  await caller.close();
  await api.stop();
  collector.stop();
  return (operation: string) => collector.steps(operation) ?? {};
}

/** Milliseconds of each call that a number of concurrent callers make in a given time. */
async function together(
  call: (n: number) => Promise<unknown>,
  callers: number,
  seconds: number,
): Promise<number[]> {
  const took_ms: number[] = [];
  const until_ms = performance.now() + seconds * 1000;
  let next = 0;
  const worker = async () => {
    while (performance.now() < until_ms) {
      const began_ms = performance.now();
      await call(next++);
      took_ms.push(performance.now() - began_ms);
    }
  };
  await Promise.all(Array.from({ length: callers }, worker));
  return took_ms;
}

function askOf(caller: Client, inputs: Ask[], n: number): Promise<string> {
  const { path, json } = inputs[n % inputs.length]!;
  return answerOf(caller.ask(path, json));
}

/** Sends the statements behind one answer, one after the other over one connection. */
async function sendPlain(plain: Db, calls: QueryConfig[][], n: number): Promise<void> {
  const connection = await plain.connect();
  for (const statement of calls[n % calls.length]!) await connection.query(statement);
  connection.release();
}
