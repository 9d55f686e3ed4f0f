import { request as httpRequest } from 'node:http';
import document from '@domesday/contract/openapi.json' with { type: 'json' };
import {
  departures,
  exampleCall,
  operationTable,
  sandboxDatabase,
  type TestDatabase,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Requests for each operation; `npm run test:fuzz` sends more. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 30);
const SEED = Number(process.env.FUZZ_SEED ?? 20261031);

let database: TestDatabase;
let api: TestApi;
let secret: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  await database.db.query("insert into plans values ('fuzz', 2000000000, 1000000)");
  secret = (await api.newKey({ plan: 'fuzz' })).secret;
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

/** Mulberry32: small, seeded, the same on every machine. */
function generator(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const ODD: unknown[] = [
  '',
  ' ',
  '0',
  '-1',
  '00000000000000000001',
  '999999999999',
  '9'.repeat(400),
  '1e308',
  '-1e309',
  'NaN',
  'Infinity',
  '0x10',
  '1,2',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '{"type":"Polygon"}',
  "' or 1=1 --",
  '"; drop table sales; --',
  '$1',
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '\u0000',
  'a\u0000b',
  '\r\nX-Injected: 1',
  '\ud800',
  '𝔘𝔫𝔦',
  'ÀÉÎõü',
  '‮txet',
  '\ufeff',
  'é'.repeat(150),
  'XE1',
  'xe1 1aa',
  'XE1 1AA',
  'XE1 1',
  'BT1 1AA',
  'SW1A 1AA',
  'the',
  'flat 1',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '1995-01-01',
  '2026-10-31T00:00:00Z',
  'High',
  'England',
  'terraced',
  'standard',
  '49',
  '61.5',
  '-9.5',
  '2.5',
  '53.89',
  '1.49',
];
const RINGS: unknown[] = [
  {
    type: 'Polygon',
    coordinates: [
      [
        [1.4, 53.8],
        [1.5, 53.9],
        [1.5, 53.8],
        [1.4, 53.9],
        [1.4, 53.8],
      ],
    ],
  },
  {
    type: 'Polygon',
    coordinates: [
      [
        [1.4, 53.8],
        [1.5, 53.8],
        [1.5, 53.9],
        [1.4, 53.8],
      ],
    ],
  },
  {
    type: 'Polygon',
    coordinates: [
      [
        [1.4, 53.8],
        [1.4, 53.8],
        [1.4, 53.8],
        [1.4, 53.8],
      ],
    ],
  },
  {
    type: 'Polygon',
    coordinates: [
      [
        [53.8, 1.4],
        [53.8, 1.5],
        [53.9, 1.5],
        [53.8, 1.4],
      ],
    ],
  },
  {
    type: 'Polygon',
    coordinates: [
      [
        [1.4, 53.8],
        [1.41, 53.8],
        [1.41, 53.81],
        [1.4, 53.8],
      ],
      [
        [1.402, 53.801],
        [1.404, 53.801],
        [1.404, 53.803],
        [1.402, 53.801],
      ],
    ],
  },
  { type: 'Polygon', coordinates: [] },
  { type: 'MultiPolygon', coordinates: [[[[1.4, 53.8]]]] },
  {
    type: 'Polygon',
    coordinates: [
      [
        [null, 'x'],
        [{}, []],
        [1e308, -1],
        [null, 'x'],
      ],
    ],
  },
];
const BODIES = [
  '',
  'null',
  '[]',
  '{',
  '"text"',
  '1',
  '{"a":1,"a":2}',
  '[[[[[[[[]]]]]]]]',
  '{"__proto__":{"x":1}}',
  `{"x":"${'y'.repeat(10_000)}"}`,
];

interface Parameter {
  name: string;
  in: string;
}

function parametersOf(path: string, method: string): Parameter[] {
  const operation = (
    document.paths as Record<string, Record<string, { parameters?: (Parameter & { $ref?: string })[] }>>
  )[path]![method]!;
  const shared = document.components.parameters as Record<string, Parameter>;
  return (operation.parameters ?? []).map((p) => (p.$ref ? shared[p.$ref.split('/').at(-1)!]! : p));
}

/** Sends the bytes as they are: fetch would tidy the address first. */
function send(
  path: string,
  method: string,
  body: string | undefined,
  type: string,
): Promise<{ status: number; text: string }> {
  api.clock.advance(20);
  const url = new URL(api.url);
  return new Promise((done, fail) => {
    const sent = httpRequest(
      {
        host: url.hostname,
        port: url.port,
        path: `/v1${path}`,
        method,
        timeout: 20_000,
        headers: {
          Authorization: `Bearer ${secret}`,
          ...(body === undefined ? {} : { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => done({ status: response.statusCode!, text }));
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer within 20 s')));
    sent.on('error', fail);
    sent.end(body);
  });
}

describe.each(operationTable)('$id', (entry) => {
  it(`gives ${REQUESTS} odd requests a 2xx or a 4xx that keeps the contract, never a 5xx`, async () => {
    const random = generator(SEED + operationTable.indexOf(entry) * 7919);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
    const parameters = parametersOf(entry.path, entry.method);
    const good = exampleCall(entry);
    const seen: string[] = [];
    for (let i = 0; i < REQUESTS; i++) {
      const query: string[] = random() < 0.4 && good.path.includes('?') ? [good.path.split('?')[1]!] : [];
      for (const p of parameters.filter((p) => p.in === 'query')) {
        if (random() < 0.25)
          query.push(
            `${p.name}=${encodeLoosely(p.name === 'polygon' ? JSON.stringify(pick(RINGS)) : String(pick(ODD)))}`,
          );
      }
      if (random() < 0.05)
        query.push(`${encodeLoosely(String(pick(ODD)))}=${encodeLoosely(String(pick(ODD)))}`);
      const path =
        random() < 0.5
          ? good.path.split('?')[0]!
          : entry.path.replace(/\{\w+\}/g, () => encodeLoosely(String(pick(ODD))) || 'x');
      const body = entry.method === 'post' ? oddBody(random, pick, good.body) : undefined;
      const target = query.length ? `${path}?${query.join('&')}` : path;
      const answer = await send(
        target,
        entry.method.toUpperCase(),
        body,
        random() < 0.95 ? 'application/json' : 'text/plain',
      );
      const faults = answer.status >= 500 ? [`${answer.status}`] : contractFaults(entry, answer);
      for (const fault of faults)
        seen.push(`${entry.method} ${target.slice(0, 300)} ${body?.slice(0, 200) ?? ''}: ${fault}`);
    }
    expect(seen).toEqual([]);
  });
});

function contractFaults(
  entry: (typeof operationTable)[number],
  answer: { status: number; text: string },
): string[] {
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
  } catch {
    return answer.status === 200 ? [] : [`${answer.status} without a JSON body`];
  }
  // A path that was bent out of shape may be no operation at all.
  const code = (body as { error?: { code?: string } }).error?.code;
  if (code === 'unknown_path' || code === 'malformed_request' || code === 'uri_too_long') return [];
  if ((body as { type?: string }).type === 'FeatureCollection') return [];
  return departures(entry, answer.status, body);
}

function oddBody(random: () => number, pick: <T>(from: readonly T[]) => T, good: unknown): string {
  if (random() < 0.3) return pick(BODIES);
  const body: Record<string, unknown> = { ...(good as Record<string, unknown>) };
  for (const name of Object.keys(body))
    if (random() < 0.4) body[name] = pick([...ODD, ...RINGS, null, [], {}, 1e308, -0, true]);
  if (random() < 0.1) body[String(pick(ODD))] = pick(ODD);
  return JSON.stringify(body);
}

/** Percent-encodes what HTTP cannot carry and leaves the rest as odd as it is. */
function encodeLoosely(text: string): string {
  return Buffer.from(text, 'utf8').reduce((out, byte) => {
    const char = String.fromCharCode(byte);
    return (
      out +
      (/[A-Za-z0-9._~'"$*,;:@!()\\<>{}[\]|^`%-]/.test(char) && !/["<>\\^`{|}]/.test(char)
        ? char
        : `%${byte.toString(16).padStart(2, '0')}`)
    );
  }, '');
}
