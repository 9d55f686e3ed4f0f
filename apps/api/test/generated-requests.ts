import { gzipSync } from 'node:zlib';
import document from '@domesday/contract/openapi.json' with { type: 'json' };
import {
  exampleCall,
  generateGeometry,
  generateJson,
  operationTable,
  pick,
  type Random,
  UNUSUAL_TEXTS,
  type ValueSchema,
  valueFor,
} from '@domesday/testing';

export type Entry = (typeof operationTable)[number];
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
/** A request as it is sent; `path` without /v1. */
export interface GeneratedRequest {
  entry: Entry;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

const follow = (ref: string): ValueSchema => {
  let node: unknown = document;
  for (const part of ref.slice(2).split('/')) node = (node as Record<string, unknown>)[part];
  return node as ValueSchema;
};
export type Described = (typeof operations)[number];
export const operations = operationTable.map((entry) => {
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

/** A request generated from the contract's parameters and bodies, mutated in one or several places. */
export function generateRequest(random: Random, of: Described, secret: string): GeneratedRequest {
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
    extra.push(
      `${escaped(random, pick(random, UNUSUAL_TEXTS))}=${escaped(random, pick(random, UNUSUAL_TEXTS))}`,
    );
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
  const headers: Record<string, string> = {
    Authorization: `Bearer ${secret}`,
    ...randomHeaders(random, secret),
  };
  let method: string = entry.method;
  if (random() < 0.02)
    method = pick(random, ['head', 'put', 'delete', 'options', 'patch', 'trace', 'propfind', 'get', 'post']);
  let body: Buffer | null = null;
  if (method === 'post' || random() < 0.01) {
    headers['Content-Type'] ??= 'application/json';
    body = randomBody(random, of, headers);
  }
  return {
    entry,
    method: method.toUpperCase(),
    path: asked.length ? `${path}?${asked.join('&')}` : path,
    headers,
    body,
  };
}

/**
 * Text that PostgreSQL refuses. Half of a surrogate pair has no form in a query: its bytes are read as U+FFFD.
 */
const UNSTORABLE_IN_QUERY = ['%00', 'a%00b', 'XE1%001AA', '%ed%a0%80'];
const UNSTORABLE = ['\u0000', 'XE1\u0000 1AA', '\ud800', 'a\udc00b'];

function textOf(random: Random, p: Parameter): string {
  const schema = p.schema ?? Object.values(p.content ?? {})[0]!.schema;
  if (p.content)
    return escaped(
      random,
      random() < 0.7
        ? JSON.stringify(generateGeometry(random))
        : generateJson(random, generateGeometry(random)),
    );
  if (random() < 0.02) return pick(random, UNSTORABLE_IN_QUERY);
  const value = valueFor(random, schema, follow);
  if (Array.isArray(value)) return escaped(random, value.map(String).join(','));
  return escaped(random, typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Percent-encodes what HTTP cannot carry, and sometimes wrongly: in Latin-1, truncated, or twice. */
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

function randomHeaders(random: Random, secret: string): Record<string, string> {
  if (random() > 0.12) return {};
  const text = pick(random, UNUSUAL_TEXTS)
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

function randomBody(random: Random, of: Described, headers: Record<string, string>): Buffer {
  const base = { ...(of.good.body as Record<string, unknown> | undefined) };
  for (const [name, schema] of Object.entries(of.body?.properties ?? {}))
    if (random() < 0.3) base[name] = valueFor(random, schema, follow);
  if (random() < 0.05)
    base[pick(random, Object.keys(of.body?.properties ?? { q: 1 }))] = pick(random, UNSTORABLE);
  if (random() < 0.06) base[pick(random, UNUSUAL_TEXTS)] = pick(random, UNUSUAL_TEXTS);
  if (random() < 0.1) for (const name of Object.keys(base)) if (random() < 0.4) delete base[name];
  const text = generateJson(random, base);
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

/** Requests that no HTTP client sends. */
export function generateBytes(random: Random, odd: GeneratedRequest, secret: string): Buffer {
  const key = `Authorization: Bearer ${secret}\r\n`;
  const line = `GET /v1${odd.entry.path.replace('{uprn}', '998000000001')} HTTP/1.1\r\n`;
  const end = 'Connection: close\r\n\r\n';
  return Buffer.from(
    pick(random, [
      `${line}${key}X-GeneratedRequest: \x00\x01\r\nHost: a\r\n${end}`,
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
