import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { operationTable } from '@domesday/contract';
import { sandboxSamples } from '@domesday/sandbox';
import { Pool } from 'undici';

export interface Target {
  kind: 'rest' | 'mcp';
  /** Scheme, host and port. */
  origin: string;
  key: string;
  /** Whether each request has an Idempotency-Key of its own. */
  repeatable: boolean;
}

export interface Asked {
  target: Target;
  operation: Operation;
  idempotency_key: string | null;
  /** HTTP status of the answer (of a tool call: 200, or 503 for an answer with isError); null = none came. */
  status: number | null;
  took_ms: number;
  /** When the answer arrived, or the client gave up. */
  ended_ms: number;
  /**
   * Source of a refusal: the code of the API's error, or the status of a proxy in front of it; null for an answer.
   */
  refusal: string | null;
  /** Price according to the answer; null for an answer stored for a request that had paid, and over MCP. */
  told: number | null;
  retry_after: string | null;
  /** First day of the month of the charge, from X-Credits-Reset; null over MCP. */
  reset: string | null;
}

interface Operation {
  path: string;
  tool: string;
  arguments: Record<string, unknown>;
  credits: number;
}

const creditsOf = (id: string) => operationTable.find((entry) => entry.id === id)!.credits;
const { uprn } = sandboxSamples().house;

/** Operations with different costs, and their prices by the contract. */
export const OPERATIONS: Operation[] = [
  {
    path: `/properties/${uprn}?fields=address`,
    tool: 'svc_get_property',
    arguments: { uprn, fields: ['address'] },
    credits: creditsOf('properties.get'),
  },
  {
    path: '/addresses/search?q=9+quaxley',
    tool: 'svc_search_address',
    arguments: { q: '9 quaxley' },
    credits: creditsOf('addresses.search'),
  },
  {
    path: `/prices/${uprn}/comparables`,
    tool: 'svc_comparables_by_uprn',
    arguments: { uprn },
    credits: creditsOf('prices.comparables_by_uprn'),
  },
  {
    path: '/prices/market?outcode=XE1',
    tool: 'svc_area_market_prices',
    arguments: { outcode: 'XE1' },
    credits: creditsOf('prices.market'),
  },
];

/**
 * The pause between requests with an Idempotency-Key. The service stores at most 16 MB of answers for a key, and the
 * first unanswered requests are repeated only at the end.
 */
const REPEATABLE_PAUSE_MS = 50;

export interface Load {
  asked: Asked[];
  /** Stops sending, and waits for running requests. */
  stop(): Promise<void>;
}

/** Sends requests to each target over `workers` connections, one after the other, until it is stopped. */
export function startLoad(targets: Target[], workers = 8): Load {
  const asked: Asked[] = [];
  const pools = new Map(targets.map((t) => [t, poolFor(t)]));
  let stopped = false;
  const worker = async (target: Target, seed: number): Promise<void> => {
    for (let i = seed; !stopped; i++) {
      const one = newAsk(target, OPERATIONS[i % OPERATIONS.length]!);
      await ask(pools.get(target)!, one);
      asked.push(one);
      // A client that is refused or cut off waits before the next request.
      if (one.status !== 200) await sleep(25);
      else if (target.repeatable) await sleep(REPEATABLE_PAUSE_MS);
    }
  };
  const running = targets.flatMap((target) => Array.from({ length: workers }, (_, i) => worker(target, i)));
  return {
    asked,
    stop: async () => {
      stopped = true;
      await Promise.all(running);
      for (const pool of pools.values()) await pool.destroy();
    },
  };
}

/** Repeats each unanswered request that has an Idempotency-Key, with the same key, until it is answered. */
export async function repeatUnanswered(asked: Asked[]): Promise<void> {
  const open = asked.filter((one) => one.status !== 200 && one.idempotency_key !== null);
  const pools = new Map<Target, Pool>();
  const repeat = async (): Promise<void> => {
    for (let one = open.pop(); one; one = open.pop()) {
      const pool = pools.get(one.target) ?? poolFor(one.target);
      pools.set(one.target, pool);
      for (let tries = 0; tries < 40; tries++) {
        await ask(pool, one);
        // A target without an answer for ten seconds is down; the remaining requests are not sent.
        if (one.status === 200) break;
        if (tries === 39) open.length = 0;
        await sleep(250);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, repeat));
  for (const pool of pools.values()) await pool.destroy();
}

function poolFor(target: Target): Pool {
  return new Pool(target.origin, { connections: 64, headersTimeout: 20_000, bodyTimeout: 20_000 });
}

export function newAsk(target: Target, operation: Operation): Asked {
  const idempotency_key = target.repeatable ? randomUUID() : null;
  return {
    target,
    operation,
    idempotency_key,
    status: null,
    took_ms: 0,
    ended_ms: 0,
    refusal: null,
    told: null,
    retry_after: null,
    reset: null,
  };
}

/** Sends the request and records the answer. */
export async function ask(pool: Pool, one: Asked): Promise<void> {
  const { target, operation, idempotency_key } = one;
  const began_ms = performance.now();
  const headers: Record<string, string> = { authorization: `Bearer ${target.key}` };
  if (idempotency_key) headers['idempotency-key'] = idempotency_key;
  try {
    if (target.kind === 'rest') {
      const response = await pool.request({ method: 'GET', path: `/v1${operation.path}`, headers });
      const text = await response.body.text();
      one.status = response.statusCode;
      one.refusal = response.statusCode === 200 ? null : codeOf(text, response.statusCode);
      one.retry_after = (response.headers['retry-after'] as string | undefined) ?? null;
      const replayed = response.headers['idempotency-replayed'] === 'true';
      one.told = replayed ? null : Number(response.headers['x-credits-charged']);
      one.reset = (response.headers['x-credits-reset'] as string | undefined) ?? null;
      return;
    }
    const response = await pool.request({
      method: 'POST',
      path: '/mcp',
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: operation.tool, arguments: operation.arguments },
      }),
    });
    const text = await response.body.text();
    const failed = response.statusCode !== 200 || /"isError":true/.test(text) || !/"result":/.test(text);
    one.status = failed ? 503 : 200;
  } catch {
    one.status = null;
  } finally {
    one.ended_ms = performance.now();
    one.took_ms = one.ended_ms - began_ms;
  }
}

function codeOf(text: string, status: number): string {
  try {
    return (JSON.parse(text) as { error: { code: string } }).error.code;
  } catch {
    return `${PROXY} ${status}`;
  }
}

/**
 * Starts the code of a refusal by a proxy in front of the API, which does not know whether the API has charged.
 */
export const PROXY = 'proxy';

/**
 * Price of these answers. A call that repeats one whose answer may not have been received is free and says so; one
 * that repeats with its Idempotency-Key was paid by the first.
 */
export function creditsOfAnswers(asked: readonly Asked[]): number {
  return asked.reduce((sum, one) => sum + (one.told ?? one.operation.credits), 0);
}
