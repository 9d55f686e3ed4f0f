import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount, createKey } from '@domesday/api/accounts';
import type { Db } from '@domesday/db';
import { loadSandbox } from '@domesday/testing';
import type { Crowd } from './lib/attackers.mts';
import { percentile, report } from './lib/report.ts';
import { benchKey, root, type Served, scratchDatabase, serve } from './lib/servers.ts';

const FOR_MS = 8000;
const LONGEST_MS = 60_000;
const MOST_MB = 400;
const MOST_WAIT_MS = 1000;
const HOME = '/v1/properties/998000000001';

interface Attack {
  name: string;
  on: 'api' | 'mcp';
  crowds: Omit<Crowd, 'port'>[];
  /** Takes a lock in the database during the attack; returns the function that releases it. */
  locks?: (port: number) => Promise<() => Promise<unknown>>;
}

/**
 * The memory of a server under attack, and how long its ordinary clients wait meanwhile. Each attack is made on a newly
 * started server. `npm run bench -- attack [words of the names]`.
 */
export async function run(words: string[]): Promise<void> {
  const scratch = await scratchDatabase();
  try {
    console.log(`loaded ${await loadSandbox(scratch.db)} rows`);
    const keys = await benchKey(scratch.db, 39);
    const [own] = await benchKey(scratch.db);
    const held = await heldAccount(scratch.db);
    const wanted = attacksOf(keys, held).filter(
      ({ name }, i) => i === 0 || words.length === 0 || words.some((word) => name.includes(word)),
    );
    const rows = [];
    for (const attack of wanted) {
      const row = await measured(attack, scratch.url, own!);
      console.log(JSON.stringify(row));
      rows.push(row);
    }
    if (words.length) return;
    await report('attack', 'Under attack', rows, [
      `Ordinary clients: one call after another until ${FOR_MS / 1000} s after the last attacker has sent, on a connection that is kept and on a new one for each call. Their longest wait is told in milliseconds; "refused" are their answers other than 200.`,
      'Memory is the most that the attacked process held resident, and what it held before.',
      'Attackers, clients, server and database share the cores.',
    ]);
    const over = rows.filter(
      ({ most_mb, longest_wait_ms, refused }) =>
        most_mb > MOST_MB || longest_wait_ms > MOST_WAIT_MS || refused !== 'none',
    );
    if (over.length) throw new Error(`Over the limits: ${over.map(({ attack }) => attack).join('; ')}`);
  } finally {
    await scratch.close();
  }
}

function attacksOf(keys: string[], held: Held): Attack[] {
  const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
  const bearer = (key: string) => `Authorization: Bearer ${key}\r\n`;
  const post = (path: string, headers: string, body: string, bytes = body.length) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n${body}`;
  const filling = (connections: number, text: string, reads = false) => ({
    ...{ connections, text, reads, times: Math.max(1, Math.floor(61_000 / text.length)) },
  });
  const once = (connections: number, text: string, reads = true) => ({ connections, text, reads, times: 1 });
  const match = JSON.stringify({ address: '9 Quaxley Street', postcode: 'XE1 1AA' });
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const items = Array.from({ length: 2000 }, () => '{"uprn":998000000001}').join('\n');
  const largest = join('/assets', largestAsset());
  const [key] = keys as [string];
  return [
    { name: 'none', on: 'api', crowds: [] },
    {
      name: '300 connections, 61 KB of requests for the contract each, unread',
      on: 'api',
      crowds: [filling(300, get('/v1/openapi.json'))],
    },
    {
      name: '300 connections, 61 KB of the shortest requests each, read',
      on: 'api',
      crowds: [filling(300, 'GET / HTTP/1.1\r\nHost:\r\n\r\n', true)],
    },
    {
      name: '300 connections, 61 KB of requests for a home each, with a key, unread',
      on: 'api',
      crowds: [filling(300, get(HOME, bearer(key)))],
    },
    {
      name: '300 connections, 61 KB of POSTs each, with a key, unread',
      on: 'api',
      crowds: [filling(300, post('/v1/addresses/match', bearer(key), match))],
    },
    {
      name: '1,000 connections, 16 requests for the contract each, unread',
      on: 'api',
      crowds: [{ connections: 1000, text: get('/v1/openapi.json'), times: 16, reads: false }],
    },
    {
      name: '1,000 connections that leave the largest file of the portal unread',
      on: 'api',
      crowds: [once(1000, get(largest), false)],
    },
    {
      name: '3,000 connections that leave the contract unread',
      on: 'api',
      crowds: [once(3000, get('/v1/openapi.json'), false)],
    },
    {
      name: '39 keys, 32 connections each, that leave the squares of a map unread',
      on: 'api',
      crowds: keys.map((one) => once(32, get('/v1/tiles/prices/10/519/332.mvt', bearer(one)), false)),
    },
    {
      name: '39 keys, 4 batches each of 2,000 inputs, unread',
      on: 'api',
      crowds: keys.map((one) =>
        once(
          4,
          post('/v1/batch?operation=properties.get', bearer(one), items).replace(
            'application/json',
            'application/x-ndjson',
          ),
          false,
        ),
      ),
    },
    {
      name: '300 POSTs with one key whose body never comes',
      on: 'api',
      crowds: [once(300, post('/v1/addresses/match', bearer(key), '', 100))],
    },
    {
      name: '2,000 unknown keys at once, from one address',
      on: 'api',
      crowds: [
        once(
          2000,
          get('/v1/account', 'X-Forwarded-For: 203.0.113.7\r\nAuthorization: Bearer svc_live_{i}\r\n'),
        ),
      ],
    },
    {
      name: '2,000 requests for /health/ready at once',
      on: 'api',
      crowds: [once(2000, get('/health/ready'))],
    },
    {
      name: '40 calls of an account whose row is locked',
      on: 'api',
      crowds: [once(40, get(HOME, bearer(held.key)))],
      locks: held.lock,
    },
    { name: 'none, on MCP', on: 'mcp', crowds: [] },
    {
      name: '300 connections, 61 KB of tools/list each, without a key, unread, on MCP',
      on: 'mcp',
      crowds: [filling(300, post('/mcp', 'Accept: application/json, text/event-stream\r\n', ping))],
    },
    {
      name: '1,000 connections that leave tools/list unread, on MCP',
      on: 'mcp',
      crowds: [
        once(
          1000,
          post('/mcp', `Accept: application/json, text/event-stream\r\n${bearer(key)}`, ping),
          false,
        ),
      ],
    },
  ];
}

interface Held {
  key: string;
  lock(port: number): Promise<() => Promise<unknown>>;
}

/** An account whose monthly row can be locked. */
async function heldAccount(db: Db): Promise<Held> {
  const account_id = await createAccount(db, 'held', 'bench');
  const { secret: key } = await createKey(db, { account_id, mode: 'live' });
  return {
    key,
    lock: async (port) => {
      await call({ port, path: HOME, key, agent: new Agent() });
      const client = await db.connect();
      await client.query('begin');
      await client.query('select 1 from account_months where account_id = $1 for update', [account_id]);
      return async () => {
        await client.query('rollback');
        client.release();
      };
    },
  };
}

async function measured({ name, on, crowds, locks }: Attack, database_url: string, key: string) {
  const servers: Served[] = [];
  const attackers: ChildProcess[] = [];
  let free: (() => Promise<unknown>) | undefined;
  try {
    servers.push(await serve('apps/api/dist/main.js', { DATABASE_URL: database_url }, '/v1/openapi.json'));
    const { port: api_port } = servers[0]!;
    if (on === 'mcp') {
      const env = { API_URL: `http://127.0.0.1:${api_port}` };
      servers.push(await serve('apps/mcp/dist/main.js', env, '/health', 'MCP_PORT'));
    }
    const { port, child } = servers.at(-1)!;
    const path = on === 'api' ? `${HOME}?fields=address` : '/mcp';
    await ordinary({ port, path, key, over: soon(1000) });
    free = await locks?.(api_port);
    await writeFile(`/proc/${child.pid}/clear_refs`, '5');
    const before_mb = await residentMb(child, 'VmRSS');
    const over = { over: false };
    const clients = ordinary({ port, path, key, over });
    const met = await Promise.all(
      crowds.map((crowd) => {
        const one = attack({ port, ...crowd });
        attackers.push(one);
        return new Promise<number>((done) => one.once('message', (told: { met: number }) => done(told.met)));
      }),
    );
    await sleep(FOR_MS);
    over.over = true;
    const { kept, anew, refused } = await clients;
    const told = Object.entries(refused).map(([what, count]) => `${count} × ${what}`);
    return {
      attack: name,
      connected: met.reduce((sum, one) => sum + one, 0),
      before_mb,
      most_mb: await residentMb(child, 'VmHWM'),
      calls: kept.length + anew.length,
      median_ms: Math.round(percentile(kept, 0.5)),
      longest_wait_ms: Math.round(Math.max(...kept)),
      longest_wait_new_ms: Math.round(Math.max(...anew)),
      refused: told.join(', ') || 'none',
    };
  } finally {
    for (const one of attackers) one.kill('SIGKILL');
    await free?.();
    for (const server of servers.reverse()) await server.stop();
  }
}

function attack(crowd: Crowd): ChildProcess {
  const file = join(root, 'bench/lib/attackers.mts');
  return fork(file, [JSON.stringify(crowd)], { execArgv: ['--import', 'tsx'], cwd: root });
}

function soon(after_ms: number): { over: boolean } {
  const until = { over: false };
  setTimeout(() => (until.over = true), after_ms);
  return until;
}

/** Makes calls one after another, on a kept-alive connection and on new ones. */
async function ordinary(asked: { port: number; path: string; key: string; over: { over: boolean } }) {
  const [kept, anew]: [number[], number[]] = [[], []];
  const refused: Record<string, number> = {};
  const one = async (agent: Agent, waits: number[]): Promise<void> => {
    while (!asked.over.over) {
      const began_ms = performance.now();
      const status = await call({ ...asked, agent });
      waits.push(performance.now() - began_ms);
      if (status !== '200') refused[status] = (refused[status] ?? 0) + 1;
      await sleep(10);
    }
    agent.destroy();
  };
  await Promise.all([one(new Agent({ keepAlive: true }), kept), one(new Agent(), anew)]);
  return { kept, anew, refused };
}

/** Returns the status of the answer, or the error. */
function call({
  port,
  path,
  key,
  agent,
}: {
  port: number;
  path: string;
  key: string;
  agent: Agent;
}): Promise<string> {
  const message = path === '/mcp' ? JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) : null;
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(message && { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }),
  };
  return new Promise((done) => {
    const sent = request({
      port,
      path,
      agent,
      headers,
      method: message ? 'POST' : 'GET',
      timeout: LONGEST_MS,
    });
    sent.on('response', (answer) => {
      answer.resume().on('end', () => done(String(answer.statusCode)));
      answer.on('error', () => done('answer cut'));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'no answer'));
    sent.end(message ?? undefined);
  });
}

async function residentMb({ pid }: ChildProcess, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)![1]) / 1024);
}

function largestAsset(): string {
  const folder = join(root, 'apps/web/dist/assets');
  const bySize = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, bytes: statSync(join(folder, name)).size }))
    .sort((a, b) => b.bytes - a.bytes);
  return bySize[0]!.name;
}
