import { Agent } from 'node:http';
import { gzipSync } from 'node:zlib';
import document from '@domesday/contract/openapi.json' with { type: 'json' };
import {
  departures,
  emptyTally,
  exampleCall,
  fileTally,
  NoAnswer,
  ODD_TEXTS,
  oddGeometry,
  oddJson,
  operationTable,
  pick,
  type Random,
  type RawResponse,
  sandboxDatabase,
  seeded,
  sendAsIs,
  sendBytes,
  type TestDatabase,
  type ValueSchema,
  valueFor,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** `npm run test:fuzz` sends more. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1400);
const SEED = Number(process.env.FUZZ_SEED ?? 20261031);
/** No new request after this time, so that a run ends on a slow machine too. */
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 60);
const AT_ONCE = 6;
const WITHIN_MS = 15_000;

type Entry = (typeof operationTable)[number];
interface Parameter {
  name: string;
  in: string;
  schema?: ValueSchema;
  content?: Record<string, { schema: ValueSchema }>;
}
interface Operation {
  parameters?: (Parameter & { $ref?: string })[];
  requestBody?: { content: Record<string, { schema: ValueSchema }> };
}
interface Odd {
  entry: Entry;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

let database: TestDatabase;
let api: TestApi;
let secret: string;
let account_id: string;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  await database.db.query("insert into plans values ('fuzz', 2000000000, 100000)");
  ({ secret, account_id } = await api.newKey({ plan: 'fuzz' }));
});
afterAll(async () => {
  agent.destroy();
  await api?.close();
  await database?.drop();
});

const follow = (ref: string): ValueSchema => {
  let node: unknown = document;
  for (const part of ref.slice(2).split('/')) node = (node as Record<string, unknown>)[part];
  return node as ValueSchema;
};
const operations = operationTable.map((entry) => {
  const operation = (document.paths as unknown as Record<string, Record<string, Operation>>)[entry.path]![
    entry.method
  ]!;
  const parameters = (operation.parameters ?? []).map((p) =>
    p.$ref ? (follow(p.$ref) as unknown as Parameter) : p,
  );
  return {
    entry,
    good: exampleCall(entry),
    inPath: parameters.filter((p) => p.in === 'path'),
    inQuery: parameters.filter((p) => p.in === 'query'),
    body: operation.requestBody?.content['application/json']?.schema,
  };
});

/** A request made from the contract's own parameters and bodies, bent in one or several places. */
function oddRequest(random: Random, of: (typeof operations)[number]): Odd {
  const { entry, good } = of;
  const [goodPath = '', goodQuery = ''] = good.path.split('?');
  const query = new Map(
    goodQuery && random() < 0.6 ? goodQuery.split('&').map((pair) => [pair.split('=')[0]!, pair]) : [],
  );
  const extra: string[] = [];
  for (const p of of.inQuery) {
    if (random() > 0.25) continue;
    const pair = `${p.name}=${textOf(random, p)}`;
    if (random() < 0.06) extra.push(pair);
    query.set(p.name, pair);
  }
  if (random() < 0.04)
    extra.push(`${escaped(random, pick(random, ODD_TEXTS))}=${escaped(random, pick(random, ODD_TEXTS))}`);
  if (random() < 0.01) extra.push(...Array.from({ length: 60 }, (_, i) => `p${i}=1`));
  if (random() < 0.01)
    extra.push(pick(random, ['&&&&', '=', '%', 'q=%zz', 'q=%c3%28', 'q=%00', 'q[]=1', 'q[$ne]=1']));
  let path = goodPath;
  if (of.inPath.length && random() < 0.5) {
    path = entry.path.replace(/\{(\w+)\}/g, (_, name) => {
      return textOf(random, of.inPath.find((p) => p.name === name)!) || '%20';
    });
  }
  if (random() < 0.01)
    path += pick(random, ['/', '//', '/..', '/%2e%2e', '/%2f', ';a=1', '%00', '/%ff', '.json']);
  const asked = [...query.values(), ...extra];
  const headers: Record<string, string> = { Authorization: `Bearer ${secret}`, ...oddHeaders(random) };
  let method: string = entry.method;
  if (random() < 0.02)
    method = pick(random, ['head', 'put', 'delete', 'options', 'patch', 'trace', 'propfind', 'get', 'post']);
  let body: Buffer | null = null;
  if (method === 'post' || random() < 0.01) {
    headers['Content-Type'] ??= 'application/json';
    body = oddBody(random, of, headers);
  }
  return {
    entry,
    method: method.toUpperCase(),
    path: asked.length ? `${path}?${asked.join('&')}` : path,
    headers,
    body,
  };
}

function textOf(random: Random, p: Parameter): string {
  const schema = p.schema ?? Object.values(p.content ?? {})[0]!.schema;
  if (p.content)
    return escaped(
      random,
      random() < 0.7 ? JSON.stringify(oddGeometry(random)) : oddJson(random, oddGeometry(random)),
    );
  const value = valueFor(random, schema, follow);
  if (Array.isArray(value)) return escaped(random, value.map(String).join(','));
  return escaped(random, typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Percent-encodes what HTTP cannot carry, and now and then wrongly: in Latin-1, cut short, or twice. */
function escaped(random: Random, text: string): string {
  const roll = random();
  const bytes = Buffer.from(text.slice(0, 9000), roll < 0.03 ? 'latin1' : 'utf8');
  let out = '';
  for (const byte of bytes) {
    const char = String.fromCharCode(byte);
    out +=
      /[A-Za-z0-9._~'$*,;:@!()%-]/.test(char) && !(char === '%' && roll < 0.9)
        ? char
        : `%${byte.toString(16).padStart(2, '0')}`;
  }
  return roll > 0.99 ? out.replaceAll('%', '%25') : roll > 0.98 ? out.slice(0, -1) : out;
}

function oddHeaders(random: Random): Record<string, string> {
  if (random() > 0.12) return {};
  const text = pick(random, ODD_TEXTS)
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, 4000);
  return pick<Record<string, string>>(random, [
    { Accept: text },
    { 'Accept-Encoding': 'gzip;q=nan, *;q=0' },
    { 'Idempotency-Key': text || 'again' },
    { 'Idempotency-Key': `k${Math.floor(random() * 20)}` },
    { 'X-Request-Id': text },
    { 'X-Forwarded-For': "127.0.0.1, ' or 1=1" },
    { 'X-HTTP-Method-Override': 'DELETE' },
    { Range: 'bytes=0-1' },
    { 'If-None-Match': '*' },
    { Origin: 'https://example.org' },
    { Cookie: text },
    { Host: 'example.org:99999' },
    { traceparent: `00-${'0'.repeat(32)}-zz-01` },
    {
      Authorization: pick(random, [
        text,
        `Bearer ${text}`,
        `bearer ${secret}`,
        `Basic ${secret}`,
        `Bearer ${secret}x`,
        'Bearer',
      ]),
    },
    {
      'Content-Type': pick(random, [
        'text/plain',
        'application/json; charset=utf-16',
        'application/json;;',
        'multipart/form-data',
        text,
      ]),
    },
    {
      'Content-Type': 'application/json',
      'Content-Encoding': pick(random, ['gzip', 'br', 'deflate', 'zstd', text]),
    },
    Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`X-Many-${i}`, 'a'])),
    { 'X-Long': 'a'.repeat(pick(random, [8000, 17_000])) },
  ]);
}

function oddBody(random: Random, of: (typeof operations)[number], headers: Record<string, string>): Buffer {
  const base = { ...(of.good.body as Record<string, unknown> | undefined) };
  for (const [name, schema] of Object.entries(of.body?.properties ?? {}))
    if (random() < 0.3) base[name] = valueFor(random, schema, follow);
  if (random() < 0.06) base[pick(random, ODD_TEXTS)] = pick(random, ODD_TEXTS);
  if (random() < 0.1) for (const name of Object.keys(base)) if (random() < 0.4) delete base[name];
  const text = oddJson(random, base);
  const roll = random();
  if (headers['Content-Encoding'] === 'gzip') {
    return roll < 0.5
      ? gzipSync(text)
      : roll < 0.8
        ? gzipSync(Buffer.alloc(4_000_000, 32))
        : Buffer.from(text);
  }
  if (roll < 0.02) return Buffer.from(text, 'utf16le');
  if (roll < 0.04) return Buffer.from(text, 'latin1');
  if (roll < 0.05)
    return Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xc3, 0x28, 0xff, 0, 0x22, 0x7d])]);
  return Buffer.from(text);
}

/** What no HTTP client sends. */
function oddBytes(random: Random, odd: Odd): Buffer {
  const key = `Authorization: Bearer ${secret}\r\n`;
  const line = `GET /v1${odd.entry.path.replace('{uprn}', '998000000001')} HTTP/1.1\r\n`;
  const end = 'Connection: close\r\n\r\n';
  return Buffer.from(
    pick(random, [
      `${line}${key}X-Odd: \x00\x01\r\nHost: a\r\n${end}`,
      `${line}Host: a\r\nHost: b\r\n${key}${end}`,
      `${line}${key}${key}Host: a\r\n${end}`,
      `${line}${key}${end}`,
      `${line}Host: a\r\n${key}Content-Length: 5\r\nContent-Length: 6\r\n${end}hello!`,
      `${line}Host: a\r\n${key}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\n`,
      `POST /v1/addresses/match HTTP/1.1\r\nHost: a\r\n${key}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n${end}zz\r\n{}\r\n0\r\n\r\n`,
      `POST /v1/addresses/match HTTP/1.1\r\nHost: a\r\n${key}Content-Type: application/json\r\nContent-Length: -1\r\n${end}`,
      `GET /v1/\xff\xfe HTTP/1.1\r\nHost: a\r\n${key}${end}`,
      `GET http://example.org/v1/account HTTP/1.1\r\nHost: a\r\n${key}${end}`,
      `GET /v1/account HTTP/3.7\r\nHost: a\r\n${key}${end}`,
      `GET /v1/account\r\n\r\n`,
      `FETCH /v1/account HTTP/1.1\r\nHost: a\r\n${key}${end}`,
      `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03`.padEnd(64, '\x00'),
      `${line}Host: a\r\n${key}X-Long: ${'a'.repeat(20_000)}\r\n${end}`,
      `GET /v1/account?${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n${key}${end}`,
      `${line}Host: a\r\n${key}Expect: 200-maybe\r\n${end}`,
      `${line}Host: a\r\n${key}Upgrade: websocket\r\nConnection: upgrade\r\n\r\n`.replace(
        'upgrade\r\n\r\n',
        `upgrade, close\r\n\r\n`,
      ),
      `${line}Host: a\r\n${key} folded: yes\r\n${end}`,
      `${line}Host: a\r\nAuthorization: Bearer \xe9\r\n${end}`,
      `CONNECT a:1 HTTP/1.1\r\nHost: a\r\n${end}`,
      `OPTIONS * HTTP/1.1\r\nHost: a\r\n${end}`,
    ]),
    'latin1',
  );
}

const BEFORE_OPERATIONS = new Set([400, 401, 404, 405, 408, 413, 414, 415, 417, 431, 501, 505]);
const NO_OPERATION = new Set(['unknown_path', 'malformed_request', 'uri_too_long', 'method_not_allowed']);

function contractFaults({ entry, method }: Odd, { status, headers, text }: RawResponse): string[] {
  if (status >= 500 && status !== 501 && status !== 505) return [`${status} ${text.slice(0, 200)}`];
  if (status >= 300 && status < 400) return [`${status}: the contract knows no redirect`];
  if (method === 'HEAD') return text === '' ? [] : ['HEAD with a body'];
  const type = String(headers['content-type'] ?? '');
  if (status < 300 && type.startsWith('text/csv')) return [];
  let body: { error?: { code?: string }; type?: string };
  try {
    body = JSON.parse(text);
  } catch {
    return [`${status} ${type} without a JSON body: ${text.slice(0, 100)}`];
  }
  if (!type.startsWith('application/')) return [`${status} as ${type}`];
  if (headers['access-control-allow-origin']) return ['a CORS header'];
  // A path that was bent out of shape may be no operation at all.
  if (NO_OPERATION.has(body.error?.code ?? '') && BEFORE_OPERATIONS.has(status))
    return departures(entry, 415, body);
  if (status < 300 && body.type === 'FeatureCollection') return [];
  return departures(entry, status, body);
}

/** What a 2xx answer costs by the contract, from the request and what it says itself. */
function priceOf(entry: Entry, text: string): number {
  // A file in place of JSON is an answer like any other.
  if (!text.startsWith('{')) return entry.credits;
  const body = JSON.parse(text) as { quote?: unknown; risks?: { level: unknown }[] };
  if (body.quote === true) return 0;
  if (entry.id === 'risks.get') return body.risks!.filter((risk) => risk.level !== null).length;
  return entry.credits;
}

it(
  'answers odd requests as the contract says, never with a 5xx, and charges what it answered',
  async () => {
    const tally = emptyTally('REST');
    const random = seeded(SEED);
    const expected = new Map<string, number>();
    const base = new URL(api.url);
    const began_ms = performance.now();
    const fault = (text: string) => {
      if (tally.faults.length < 25) tally.faults.push(text);
    };
    const one = async (odd: Odd, bytes: Buffer | null): Promise<void> => {
      const shown = bytes
        ? JSON.stringify(bytes.toString('latin1').slice(0, 200))
        : `${odd.method} ${odd.path.slice(0, 300)} ${odd.body?.toString('utf8').slice(0, 300) ?? ''}`;
      api.clock.advance(20);
      const sent_ms = performance.now();
      tally.sent++;
      try {
        const answer = bytes
          ? await sendBytes(base, bytes, WITHIN_MS)
          : await sendAsIs(base, { ...odd, path: `/v1${odd.path}`, agent }, WITHIN_MS);
        tally.slowest_ms = Math.max(tally.slowest_ms, performance.now() - sent_ms);
        // A line that is not HTTP at all may be hung up on.
        const faults =
          bytes && answer.status === 0 ? [] : bytes ? bytesFaults(answer) : contractFaults(odd, answer);
        if (answer.status >= 500 && answer.status !== 501) tally.server_errors++;
        else if (faults.length) tally.off_contract++;
        for (const f of faults) fault(`${shown}: ${f}`);
        if (answer.status >= 200 && answer.status < 300) {
          const charged = Number(answer.headers['x-credits-charged']);
          const id = String(answer.headers['x-request-id']);
          const replayed = answer.headers['idempotency-replayed'] === 'true';
          const price = bytes
            ? charged
            : odd.method === 'HEAD' || replayed
              ? 0
              : priceOf(odd.entry, answer.text);
          if (charged !== price) fault(`${shown}: charged ${charged}, and the contract says ${price}`);
          if (price > 0) expected.set(id, price);
          tally.credits_expected += price;
        }
      } catch (error) {
        if (error instanceof NoAnswer) tally.hangs++;
        // The server may close a connection on which it refused to read a body; the client then sees its own write fail.
        else if (!['EPIPE', 'ECONNRESET'].includes((error as { code?: string }).code ?? ''))
          tally.off_contract++;
        else return;
        fault(`${shown}: ${error}`);
      }
    };
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < REQUESTS && performance.now() - began_ms < SECONDS * 1000) {
        const of = operations[next++ % operations.length]!;
        const odd = oddRequest(random, of);
        await one(odd, random() < 0.02 ? oddBytes(random, odd) : null);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const { rows } = await database.db.query('select request_id, credits from ledger where account_id = $1', [
      account_id,
    ]);
    tally.credits_found = rows.reduce((sum, row) => sum + row.credits, 0);
    fileTally(tally);
    if (process.env.FUZZ_REPORT)
      console.log(`REST: ${Math.round(tally.sent / ((performance.now() - began_ms) / 1000))} requests/s`);
    expect(tally.faults).toEqual([]);
    expect(tally).toMatchObject({ server_errors: 0, off_contract: 0, hangs: 0 });
    expect(new Map(rows.map((row) => [row.request_id, row.credits]))).toEqual(expected);
    const { rows: sums } = await database.db.query(
      'select credits_used from account_months where account_id = $1',
      [account_id],
    );
    expect(sums[0].credits_used).toBe(tally.credits_expected);
    expect(tally.sent).toBeGreaterThan(200);
  },
  SECONDS * 2000 + 60_000,
);

function bytesFaults({ status, text }: RawResponse): string[] {
  if (status >= 200 && status < 300) return [];
  try {
    return departures(operationTable[0]!, 415, JSON.parse(text));
  } catch {
    return [`${status} without a JSON body: ${text.slice(0, 100)}`];
  }
}
