import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import type { Db } from '@domesday/db';
import { Pool } from 'undici';
import { startService } from '../test/lib/service.ts';
import { argumentsOf } from './lib/arguments.ts';
import { twoDecimals } from './lib/report.ts';

const UPRN = '998000000001';
const KEYS = 40;
const WARM_UP = 300;

interface Call {
  path: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | null;
}

/**
 * Milliseconds that a tool call adds to the same REST call: properties.get over REST, as a tool call of the initialize
 * era and as one of the 2026-07-28 revision, alternating, one at a time, in the same run. The API and the MCP server
 * are processes of their own over a database with one home. `npm run bench -- mcp [--calls 3000]`, so many of each
 * kind.
 */
export async function run(args: string[]): Promise<void> {
  const { calls } = argumentsOf('mcp', args, { calls: 3_000 });
  const service = await startService(oneHome);
  try {
    // Keys of several accounts, so that the rate limit of one does not end the run.
    const keys: string[] = [];
    while (keys.length < KEYS) keys.push(await service.newKey());
    await write(await measure(service.api_url, service.mcp_url, keys, calls));
  } finally {
    await service.stop();
  }
}

async function oneHome(db: Db): Promise<void> {
  await db.query(
    `insert into addresses (uprn, address, postcode, country, source)
     values ($1, '14 HARBOUR ROW, SANDSEA, XE1 1AA', 'XE1 1AA', 'England', 'address-list')`,
    [UPRN],
  );
}

async function measure(api_url: string, mcp_url: string, keys: string[], calls: number) {
  const rest = new Pool(new URL(api_url).origin, { connections: 1 });
  const mcp = new Pool(new URL(mcp_url).origin, { connections: 1 });
  const kinds = {
    rest: { pool: rest, call: restCall },
    legacy: { pool: mcp, call: legacyCall },
    modern: { pool: mcp, call: modernCall },
  };
  const names = Object.keys(kinds) as (keyof typeof kinds)[];
  const took: Record<keyof typeof kinds, number[]> = { rest: [], legacy: [], modern: [] };
  for (let i = 0; i < WARM_UP + calls; i++) {
    for (let j = 0; j < names.length; j++) {
      // Each kind follows each other kind equally often, so that none profits from a cache that another warmed.
      const name = names[(i + j) % names.length]!;
      const { pool, call } = kinds[name];
      const request = call(keys[(i * names.length + j) % keys.length]!);
      const began = performance.now();
      const { statusCode, body } = await pool.request(request);
      const text = await body.text();
      const ms = performance.now() - began;
      if (statusCode !== 200 || !text.includes(UPRN) || text.includes('"isError":true')) {
        throw new Error(`${name} answered ${statusCode}: ${text.slice(0, 300)}`);
      }
      if (i >= WARM_UP) took[name].push(ms);
    }
  }
  await rest.close();
  await mcp.close();
  const [r, l, m] = [summary(took.rest), summary(took.legacy), summary(took.modern)];
  return {
    benchmark: 'mcp',
    operation: 'properties.get',
    calls_of_each_kind: calls,
    concurrency: 1,
    milliseconds: { rest: r, mcp_legacy: l, mcp_modern: m },
    added_milliseconds: {
      legacy: { median: twoDecimals(l.median - r.median), p95: twoDecimals(l.p95 - r.p95) },
      modern: { median: twoDecimals(m.median - r.median), p95: twoDecimals(m.p95 - r.p95) },
    },
    target_added_median_milliseconds: 2,
    machine: {
      cores: cpus().length,
      memory_gb: Math.round(totalmem() / 1024 ** 3),
      node: process.version,
      load_average: twoDecimals(loadavg()[0] ?? 0),
    },
  };
}

function restCall(key: string): Call {
  return {
    path: `/v1/properties/${UPRN}`,
    method: 'GET',
    headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
    body: null,
  };
}

function toolCall(key: string, params: object, headers: Record<string, string>): Call {
  return {
    path: '/mcp',
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'svc_get_property', arguments: { uprn: UPRN }, ...params },
    }),
  };
}

function legacyCall(key: string): Call {
  return toolCall(key, {}, { 'mcp-protocol-version': '2025-11-25' });
}

function modernCall(key: string): Call {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return toolCall(
    key,
    { _meta },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'svc_get_property' },
  );
}

function summary(values: number[]): { median: number; p95: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  return { median: twoDecimals(at(0.5)), p95: twoDecimals(at(0.95)) };
}

type Result = Awaited<ReturnType<typeof measure>>;

async function write(result: Result): Promise<void> {
  const folder = resolve(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'mcp.json'), `${JSON.stringify(result, null, 2)}\n`);
  const { milliseconds: ms, added_milliseconds: added, machine } = result;
  const lines = [
    '# What a tool call adds to the same REST call',
    '',
    `properties.get, ${result.calls_of_each_kind} calls of each kind in turn, one at a time, milliseconds.`,
    '',
    '| | median | p95 | added, median | added, p95 |',
    '|---|---:|---:|---:|---:|',
    `| REST | ${ms.rest.median} | ${ms.rest.p95} | | |`,
    `| tool call, initialize era | ${ms.mcp_legacy.median} | ${ms.mcp_legacy.p95} | **${added.legacy.median}** | ${added.legacy.p95} |`,
    `| tool call, 2026-07-28 | ${ms.mcp_modern.median} | ${ms.mcp_modern.p95} | **${added.modern.median}** | ${added.modern.p95} |`,
    '',
    `Aim: a median under ${result.target_added_median_milliseconds}. Machine: ${machine.cores} cores, ${machine.memory_gb} GB, Node ${machine.node}, load average ${machine.load_average}.`,
    '',
  ];
  await writeFile(join(folder, 'mcp.md'), lines.join('\n'));
  console.info(lines.slice(2).join('\n'));
}
