import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createClient } from '../src/index.ts';
import { clientWith, json, refusal } from './client-with.ts';

it('ends a call with what its hook threw, and nothing fails later', async () => {
  const later: unknown[] = [];
  const note = (reason: unknown) => void later.push(reason);
  process.on('unhandledRejection', note);
  const thrown = new Error('the hook failed');
  const fail = () => {
    throw thrown;
  };
  for (const hooks of [{ onRequest: fail }, { onResponse: fail }, { onRetry: fail }]) {
    const { client } = clientWith([refusal(503, 'overloaded')], { hooks, timeoutMs: 5 });
    await expect(client.status.get()).rejects.toBe(thrown);
  }
  await sleep(30);
  process.off('unhandledRejection', note);
  expect(later).toEqual([]);
});

it.each([Number.POSITIVE_INFINITY, 2 ** 31])('waits for an answer if it may wait for %d ms', async (ms) => {
  const client = createClient({
    apiKey: 'k',
    timeoutMs: ms,
    fetch: async (request) => {
      await sleep(20, null, { signal: request.signal });
      return json(200, { status: 'ok' })();
    },
  });
  expect(await client.status.get({}, { retries: 0 })).toEqual({ status: 'ok' });
});

it('retries as often as retries says, and waits at most maxRetryWaitMs between two tries', async () => {
  const answers = [refusal(502, 'unavailable')];
  const { client, seen, waits } = clientWith(answers, {
    retries: 9,
    maxRetryWaitMs: 5000,
    random: () => 0,
  });
  await expect(client.account.get()).rejects.toThrow();
  expect(seen).toHaveLength(10);
  expect(waits).toEqual([1000, 2000, 4000, ...Array(6).fill(5000)]);
  waits.length = 0;
  await expect(client.jobs.results('made-up').next()).rejects.toThrow();
  expect(waits).toEqual([1000, 2000, 4000, ...Array(6).fill(5000)]);
  const line = JSON.stringify({ index: 0, status: 503, credits: 0, error: {} });
  const away = clientWith([() => new Response(`${line}\n`)], {
    retries: 9,
    maxRetryWaitMs: 5000,
    random: () => 0,
  });
  for await (const { status } of away.client.batch('properties.get', [{ uprn: '1' }]))
    expect(status).toBe(503);
  expect(away.waits).toEqual([1000, 2000, 4000, ...Array(6).fill(5000)]);
});

it('waits until its caller cancels if Retry-After is longer than the longest timer', async () => {
  const stop = new AbortController();
  let asked = 0;
  const client = createClient({
    apiKey: 'k',
    maxRetryWaitMs: Number.POSITIVE_INFINITY,
    fetch: async () => {
      asked++;
      return refusal(429, 'rate_limited', { 'retry-after': '2678400' })();
    },
  });
  const pending = client.status.get({}, { signal: stop.signal });
  await sleep(30);
  stop.abort(new Error('no longer needed'));
  await expect(pending).rejects.toThrow('no longer needed');
  expect(asked).toBe(1);
});

it('ends a batch with the abort reason of its caller, even while it waits for inputs', async () => {
  const { client } = clientWith([]);
  async function* none() {
    await new Promise(() => {});
    yield { uprn: '1' };
  }
  const stop = new AbortController();
  const reason = new Error('no longer needed');
  const next = client.batch('properties.get', none(), { signal: stop.signal }).next();
  setTimeout(() => stop.abort(reason), 5);
  await expect(next).rejects.toBe(reason);
  await expect(
    client.batch('properties.get', none(), { signal: AbortSignal.abort(reason) }).next(),
  ).rejects.toBe(reason);
});

it('gives no further result of a batch or home of a polygon once its caller cancels', async () => {
  const uprns = Array.from({ length: 10 }, (_, i) => ({ uprn: String(i) }));
  const lines = uprns.map((body, index) => JSON.stringify({ index, status: 200, credits: 1, body }));
  const { client } = clientWith([], {
    fetch: async (request) =>
      request.url.includes('/batch')
        ? new Response(lines.map((line) => `${line}\n`).join(''), {
            headers: { 'content-type': 'application/x-ndjson' },
          })
        : json(200, { total: 10, count: 10, results: uprns, next_cursor: null })(),
  });
  const polygon = { type: 'Polygon' as const, coordinates: [] };
  const iterators = [
    (signal: AbortSignal) => client.batch('properties.get', uprns, { signal }),
    (signal: AbortSignal) => client.properties.within(polygon, { signal }),
  ];
  for (const results of iterators) {
    const stop = new AbortController();
    const reason = new Error('no longer needed');
    let seen = 0;
    const read = async () => {
      for await (const _ of results(stop.signal)) if (++seen === 3) stop.abort(reason);
    };
    await expect(read()).rejects.toBe(reason);
    expect(seen).toBe(3);
  }
});

it('gives each page a different idempotency key, derived from that of the caller', async () => {
  const keys: (string | null)[] = [];
  const { client } = clientWith([], {
    fetch: async (request) => {
      keys.push(request.headers.get('idempotency-key'));
      return json(200, { results: [], next_cursor: keys.length % 3 ? 'more' : null })();
    },
  });
  const headers = { 'Idempotency-Key': 'mine' };
  const polygon = { type: 'Polygon' as const, coordinates: [] };
  for await (const _ of client.listings.search.pages({ listing_type: 'sale' }, { headers }));
  for await (const _ of client.properties.within(polygon, { headers }));
  expect(keys).toEqual(['mine', 'mine-1', 'mine-2', 'mine', 'mine-1', 'mine-2']);
});

it('says what failed if the server cannot be reached', async () => {
  const refused = Object.assign(new Error(), { code: 'ECONNREFUSED' });
  for (const [thrown, reason] of [
    [new TypeError('fetch failed', { cause: refused }), 'ECONNREFUSED'],
    [
      new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED ::1:8080') }),
      'connect ECONNREFUSED ::1:8080',
    ],
    [new TypeError('Failed to parse URL from [object Request]'), 'Failed to parse URL from [object Request]'],
    ['made up', 'made up'],
  ] as const) {
    const { client } = clientWith([], { fetch: () => Promise.reject(thrown) });
    await expect(client.status.get()).rejects.toThrow(`The server cannot be reached: ${reason}`);
  }
});

it('explains a failed fetch in a browser by the other origin of the web page', async () => {
  const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  const { client } = clientWith([], { fetch, baseUrl: 'https://api.example.org' });
  const messageOf = () => client.status.get().then(String, (error: Error) => error.message);
  try {
    vi.stubGlobal('location', new URL('https://shop.example.org/page'));
    expect(await messageOf()).toMatch(/Failed to fetch\. The API sends no CORS headers/);
    vi.stubGlobal('location', new URL('https://api.example.org/portal'));
    expect(await messageOf()).toBe('The server cannot be reached: Failed to fetch');
  } finally {
    vi.unstubAllGlobals();
  }
  expect(await messageOf()).toBe('The server cannot be reached: Failed to fetch');
});

async function listen(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it('names the target of a redirect if the redirected call was refused for its missing key or its changed method', async () => {
  const asked: string[] = [];
  const there = await listen((request, response) => {
    asked.push(`${request.method} ${request.headers.authorization}`);
    if (request.url === '/v1/page') response.setHeader('content-type', 'text/html').end('<p>Sign in');
    else response.writeHead(request.method === 'GET' ? 401 : 405).end('{}');
  });
  const here = await listen((request, response) => {
    if (request.url!.startsWith('/moved')) return void response.writeHead(405).end('{}');
    const location = { '/v1/status': `${there.url}/v1/status`, '/v1/account': `${there.url}/v1/page` };
    const to = location[request.url as keyof typeof location] ?? `/moved${request.url}`;
    response.writeHead(302, { location: to }).end();
  });
  const client = createClient({ apiKey: 'svc_test_key', baseUrl: here.url });
  const calls: [string, () => Promise<unknown>][] = [
    [`${there.url}/v1/status`, () => client.status.get()],
    [`${there.url}/v1/page`, () => client.account.get()],
    [`${here.url}/moved/v1/addresses/match`, () => client.addresses.match({ address: 'a' })],
    [`${here.url}/moved/v1/batch`, () => client.batch('addresses.match', [{ address: 'a' }]).next()],
  ];
  try {
    for (const [place, call] of calls)
      await expect(call()).rejects.toMatchObject({
        code: 'unreadable_answer',
        message: `The server redirects to ${place}. Set baseUrl to the address that answers without a redirect.`,
      });
    expect(asked).toEqual(['GET undefined', 'GET undefined']);
  } finally {
    for (const { server } of [here, there]) {
      server.closeAllConnections();
      server.close();
    }
  }
});

it('follows a redirect that is answered, on the same server or another', async () => {
  const asked: string[] = [];
  const there = await listen((_, response) => {
    response.setHeader('content-type', 'application/json').end('{"there":true}');
  });
  const here = await listen((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    if (request.url!.startsWith('/moved'))
      return void response.setHeader('content-type', 'application/json').end('{"here":true}');
    const to = request.url === '/v1/status' ? `${there.url}/v1/status` : `/moved${request.url}`;
    response.writeHead(308, { location: to }).end();
  });
  const client = createClient({ apiKey: 'svc_test_key', baseUrl: here.url });
  try {
    expect(await client.status.get()).toEqual({ there: true });
    expect(await client.account.get()).toEqual({ here: true });
    expect(await client.addresses.match({ address: 'a' })).toEqual({ here: true });
    expect(asked.at(-1)).toBe('POST /moved/v1/addresses/match Bearer svc_test_key');
  } finally {
    for (const { server } of [here, there]) {
      server.closeAllConnections();
      server.close();
    }
  }
});
