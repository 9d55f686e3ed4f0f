import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  createClient,
  DomesdayError,
  InvalidKeyError,
  InvalidRequestError,
  NotFoundError,
  PaymentRequiredError,
  RateLimitedError,
  type Schema,
  ServerError,
} from '../src/index.ts';
import { clientWith, json, refusal } from './client-with.ts';

async function failureOf(promise: Promise<unknown>): Promise<DomesdayError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof DomesdayError)) throw new Error(`not a DomesdayError: ${error}`);
  return error;
}

describe('a call', () => {
  it('puts flat arguments into path, query and body as the contract says', async () => {
    const { client, seen } = clientWith([json(200, {})]);
    await client.addresses.search({ q: '14 harbour & co', limit: 5 });
    await client.addresses.match({ address: '14 Harbour Row', postcode: 'XE1 1AA' });
    await client.properties.get({ uprn: 998000000001, fields: ['address', 'epc'] });
    await client.account.get();
    expect(seen.map((s) => [s.method, s.url, s.body])).toEqual([
      ['GET', 'https://api.example/v1/addresses/search?q=14%20harbour%20%26%20co&limit=5', ''],
      ['POST', 'https://api.example/v1/addresses/match', '{"address":"14 Harbour Row","postcode":"XE1 1AA"}'],
      ['GET', 'https://api.example/v1/properties/998000000001?fields=address%2Cepc', ''],
      ['GET', 'https://api.example/v1/account', ''],
    ]);
    expect(new Set(seen.map((s) => s.key))).toEqual(new Set(['Bearer svc_test_key']));
  });

  it('sends an empty list, which the server refuses, since no list would mean all values and their cost', async () => {
    const { client, seen } = clientWith([json(200, {})]);
    await client.risks.get({ uprn: '998000000001', types: [] });
    expect(seen.map(({ url }) => url)).toEqual(['https://api.example/v1/risks/998000000001?types=']);
  });

  it('gives the body, and with withResponse the values of the headers too', async () => {
    const headers = {
      'x-request-id': 'req_1',
      'x-credits-charged': '1',
      'x-credits-remaining': '99',
      'x-credits-limit': '100',
      'x-credits-reset': '2026-12-01T00:00:00.000Z',
      'ratelimit-limit': '50',
      'ratelimit-remaining': '49',
      'ratelimit-reset': '10',
    };
    const { client } = clientWith([json(200, { results: [], count: 0 }, headers)]);
    expect(await client.addresses.search({ q: 'ab' })).toEqual({ results: [], count: 0 });
    const { data, info } = await client.addresses.search.withResponse({ q: 'ab' });
    expect(data.count).toBe(0);
    expect(info).toMatchObject({
      status: 200,
      request_id: 'req_1',
      credits: { charged: 1, remaining: 99, limit: 100, reset: '2026-12-01T00:00:00.000Z' },
      rate_limit: { limit: 50, remaining: 49, reset_s: 10 },
    });
  });

  it('gives CSV as text', async () => {
    const csv = 'endpoint,calls\naddresses.search,3\n';
    const { client, seen } = clientWith([
      () => new Response(csv, { headers: { 'content-type': 'text/csv' } }),
    ]);
    expect(await client.account.usage({ format: 'csv' })).toBe(csv);
    expect(seen[0]?.url).toBe('https://api.example/v1/account/usage?format=csv');
  });

  it('gives each file format of a list unchanged, byte for byte', async () => {
    const parquet = Uint8Array.of(0x50, 0x41, 0x52, 0x31, 0xff, 0x00, 0xc3, 0x28);
    const features = { type: 'FeatureCollection', count: 0, features: [] };
    const { client } = clientWith([
      () => new Response(parquet, { headers: { 'content-type': 'application/vnd.apache.parquet' } }),
      json(200, features, { 'content-type': 'application/geo+json' }),
      refusal(422, 'invalid_parameter'),
    ]);
    const asked = { listing_type: 'sale', outcode: 'XE1' } as const;
    const bytes = await client.listings.search({ ...asked, format: 'parquet' });
    expect(new Uint8Array(bytes)).toEqual(parquet);
    const { data } = await client.listings.search.withResponse({ ...asked, format: 'geojson' });
    expectTypeOf(data).toEqualTypeOf<Schema<'Features'>>();
    expect(data).toEqual(features);
    await expect(client.listings.search({ ...asked, format: 'parquet' })).rejects.toThrow(
      InvalidRequestError,
    );
    // @ts-expect-error usage has no positions
    const placed = () => client.account.usage({ format: 'geojson' });
    expect(placed).toBeTypeOf('function');
  });

  it('never lets an argument change the path', async () => {
    const { client, seen } = clientWith([json(200, {})]);
    await expect(client.properties.get({ uprn: '..' })).rejects.toThrow(TypeError);
    await expect(client.properties.get({ uprn: '' })).rejects.toThrow(TypeError);
    await client.properties.get({ uprn: '1/../../account?x=1' });
    expect(seen.map((s) => s.url)).toEqual([
      'https://api.example/v1/properties/1%2F..%2F..%2Faccount%3Fx%3D1',
    ]);
  });
});

describe('an error', () => {
  it('has the code, status, details and request id of the answer', async () => {
    const { client } = clientWith([refusal(422, 'invalid_parameter')]);
    const error = await failureOf(client.addresses.search({ q: 'a' }));
    expect(error).toMatchObject({
      message: 'Because of invalid_parameter.',
      code: 'invalid_parameter',
      status: 422,
      details: [{ field: 'q', issue: 'too short' }],
      request_id: 'req_9',
      retry_after_s: null,
    });
  });

  it('is a DomesdayError even if the answer is not of the contract or there is none', async () => {
    const html = () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } });
    expect(await failureOf(clientWith([html]).client.status.get())).toMatchObject({
      code: 'unreadable_answer',
      status: 502,
    });
    const json = { 'content-type': 'application/json' };
    const broken = () => new Response('{"a":', { headers: json });
    const empty = () => new Response('', { headers: { ...json, 'content-length': '0' } });
    for (const answer of [broken, empty])
      expect((await failureOf(clientWith([answer]).client.status.get())).code).toBe('unreadable_answer');
    const none = () => new Response(null, { status: 204, headers: { 'x-request-id': 'req_7' } });
    expect(await failureOf(clientWith([none]).client.status.get())).toMatchObject({
      ...{ code: 'unreadable_answer', status: 204, request_id: 'req_7' },
      message: 'The server sent a body that is empty.',
    });
    const down = clientWith([
      () => {
        throw new TypeError('fetch failed');
      },
    ]);
    expect(await failureOf(down.client.status.get())).toMatchObject({
      code: 'connection_failed',
      status: null,
    });
  });
});

describe('a page of a proxy, or JSON of another kind', () => {
  const page = () =>
    new Response('<html>\nSign in', { headers: { 'content-type': 'text/html; charset=utf-8' } });

  it.each(['csv', 'geojson', 'parquet', 'json'] as const)('is no answer in the format %s', async (format) => {
    const { client } = clientWith([page]);
    const asked = client.listings.search({ listing_type: 'sale', format } as { listing_type: 'sale' });
    await expect(asked).rejects.toMatchObject({ code: 'unreadable_answer', status: 200 });
  });

  it.each([[null], [[]], ['text'], [1]])('is no answer: %j', async (body) => {
    const { client } = clientWith([json(200, body)]);
    const calls = [
      () => client.properties.get({ uprn: 1 }),
      () => client.listings.search.pages({ listing_type: 'sale' }).next(),
      () => client.properties.countWithin({ type: 'Polygon', coordinates: [] }),
      () => client.jobs.wait('made-up', { signal: AbortSignal.timeout(5000) }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'unreadable_answer' });
  });
});

describe('a retry', () => {
  it('waits as long as Retry-After says after 429 and 503', async () => {
    const { client, seen, waits } = clientWith([
      refusal(429, 'rate_limited', { 'retry-after': '7' }),
      refusal(503, 'overloaded', { 'retry-after': '2' }),
      json(200, { count: 0 }),
    ]);
    expect(await client.addresses.search({ q: 'ab' })).toEqual({ count: 0 });
    expect(waits).toEqual([7_000, 2_000]);
    expect(seen).toHaveLength(3);
  });

  it('is the last after the given number of tries, and the last refusal is thrown', async () => {
    const { client, seen } = clientWith([refusal(429, 'rate_limited', { 'retry-after': '1' })], {
      retries: 3,
    });
    expect((await failureOf(client.account.get())).retry_after_s).toBe(1);
    expect(seen).toHaveLength(4);
    await failureOf(client.account.get({}, { retries: 0 }));
    expect(seen).toHaveLength(5);
  });

  it('is not made if the wait would be too long, or if the error is permanent', async () => {
    const patient = clientWith([refusal(429, 'rate_limited', { 'retry-after': '3600' })]);
    await failureOf(patient.client.account.get());
    for (const [status, code] of [
      [402, 'credits_exhausted'],
      [404, 'uprn_not_found'],
    ] as const) {
      const { client, seen } = clientWith([refusal(status, code)]);
      await failureOf(client.properties.get({ uprn: '1' }));
      expect(seen).toHaveLength(1);
    }
    expect([patient.seen.length, patient.waits]).toEqual([1, []]);
  });
});

describe('a retried call', () => {
  it('sends the same Idempotency-Key on all tries, that of the caller if given', async () => {
    const keys: (string | null)[] = [];
    const answers = [refusal(500, 'internal_error'), refusal(502, 'unavailable'), json(200, { count: 0 })];
    const { client, waits } = clientWith([], {
      random: () => 1,
      fetch: async (request) => {
        keys.push(request.headers.get('idempotency-key'));
        return answers[Math.min(keys.length, answers.length) - 1]!();
      },
    });
    await client.addresses.search({ q: 'ab' });
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
    expect(waits).toEqual([500, 1000]);
    await client.addresses.search({ q: 'ab' }, { headers: { 'idempotency-key': 'mine' } });
    expect(keys.at(-1)).toBe('mine');
  });

  it('is any call whose connection broke, also within the body', async () => {
    let tries = 0;
    const half = () =>
      new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) }));
    const { client } = clientWith([], {
      fetch: async () => {
        if (tries++ === 0) throw new TypeError('fetch failed');
        return tries === 2 ? half() : json(200, { count: 7 })();
      },
    });
    expect(await client.addresses.search({ q: 'ab' })).toEqual({ count: 7 });
    expect(tries).toBe(3);
  });

  it('is any call whose Idempotency-Key is in use by an abandoned attempt, but after no other conflict', async () => {
    const answered = clientWith([refusal(409, 'idempotency_key_in_use'), json(200, { count: 7 })]);
    expect(await answered.client.addresses.search({ q: 'ab' })).toEqual({ count: 7 });
    expect(answered.seen).toHaveLength(2);
    const off = clientWith([refusal(409, 'webhook_off'), json(200, {})]);
    expect((await failureOf(off.client.status.get())).code).toBe('webhook_off');
    expect(off.seen).toHaveLength(1);
  });

  it('is reported to the hooks', async () => {
    const calls: string[] = [];
    const { client } = clientWith([refusal(429, 'rate_limited'), json(200, {})], {
      hooks: {
        onRequest: ({ attempt }) => void calls.push(`request ${attempt}`),
        onResponse: ({ response }) => void calls.push(`response ${response.status}`),
        onRetry: ({ error }) => void calls.push(`retry ${error.code}`),
      },
    });
    await client.status.get();
    expect(calls).toEqual(['request 0', 'response 429', 'retry rate_limited', 'request 1', 'response 200']);
  });
});

describe('an area', () => {
  const triangle = [
    [1.4, 53.8],
    [1.5, 53.8],
    [1.5, 53.9],
    [1.4, 53.8],
  ];

  it('is a GeoJSON polygon in TypeScript and on the wire', async () => {
    const { client, seen } = clientWith([json(200, {})]);
    await client.prices.market({ polygon: { type: 'Polygon', coordinates: [triangle] } });
    const sent = new URL(seen[0]!.url).searchParams.get('polygon');
    expect(JSON.parse(sent!)).toEqual({ type: 'Polygon', coordinates: [triangle] });
  });

  it('may be a Feature or a FeatureCollection with one feature, as map programs write it, for every polygon argument', async () => {
    const { client, seen } = clientWith([json(200, { results: [], next_cursor: null })], { retries: 0 });
    const geometry = { type: 'Polygon' as const, coordinates: [triangle] };
    const feature = { type: 'Feature' as const, id: 1, properties: { name: 'made up' }, geometry };
    const collection = { type: 'FeatureCollection' as const, features: [feature] };
    for (const polygon of [feature, collection]) {
      await client.prices.market({ polygon });
      await client.valuations.developmentGdv({ polygon, units: [] });
      await client.properties.within(polygon).next();
      await client.jobs.quote({ operation: 'valuations.sale', area: { polygon } });
      await client
        .batch('prices.market', [{ polygon }])
        .next()
        .catch(() => {});
      const sent = seen.splice(0);
      expect(JSON.parse(new URL(sent[0]!.url).searchParams.get('polygon')!)).toEqual(polygon);
      expect(sent.slice(1).map(({ body }) => JSON.parse(body))).toMatchObject([
        { polygon },
        { polygon },
        { area: { polygon } },
        { polygon },
      ]);
    }
  });
});

describe('pages', () => {
  it('follow next_cursor to the end', async () => {
    const page = (n: number, next_cursor: string | null) => json(200, { results: [n], next_cursor });
    const { client, seen } = clientWith([page(1, 'two'), page(2, 'three'), page(3, null)]);
    const pages = [];
    for await (const one of client.listings.search.pages({ listing_type: 'sale', outcode: 'XE1' }))
      pages.push(one);
    expect(pages).toHaveLength(3);
    expect(seen.map((s) => new URL(s.url).searchParams.get('cursor'))).toEqual([null, 'two', 'three']);
  });
});

describe('the class of an error', () => {
  it.each([
    [401, 'invalid_key', InvalidKeyError],
    [402, 'credits_exhausted', PaymentRequiredError],
    [404, 'uprn_not_found', NotFoundError],
    [422, 'invalid_parameter', InvalidRequestError],
    [429, 'rate_limited', RateLimitedError],
    [503, 'overloaded', ServerError],
  ] as const)('for status %i is that of its cause', async (status, code, Class) => {
    const { client } = clientWith([refusal(status, code)], { retries: 0 });
    const error = await failureOf(client.account.get());
    expect(error).toBeInstanceOf(Class);
    expect(error.name).toBe(Class.name);
  });
});

describe('an aborted call', () => {
  it('throws the reason of the signal, also during a wait', async () => {
    const stop = new AbortController();
    const reason = new Error('no longer needed');
    const hanging = createClient({
      apiKey: 'k',
      fetch: (request) =>
        new Promise((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason)),
        ),
    });
    const pending = hanging.status.get({}, { signal: stop.signal });
    stop.abort(reason);
    await expect(pending).rejects.toBe(reason);

    const second = new AbortController();
    const refused = createClient({
      apiKey: 'k',
      fetch: async () => {
        setTimeout(() => second.abort(reason), 0);
        return refusal(429, 'rate_limited', { 'retry-after': '20' })();
      },
    });
    await expect(refused.status.get({}, { signal: second.signal })).rejects.toBe(reason);
  });

  it('throws a timeout by itself if the answer takes too long', async () => {
    const client = createClient({
      apiKey: 'k',
      timeoutMs: 20,
      fetch: (request) =>
        new Promise((_, reject) =>
          request.signal.addEventListener('abort', () => reject(request.signal.reason)),
        ),
    });
    expect(await failureOf(client.status.get())).toMatchObject({ code: 'timeout', status: null });
  });
});

it('sends nothing for an empty or missing part of a path', async () => {
  const { client, seen } = clientWith([json(200, {})]);
  for (const uprn of ['', undefined, null])
    await expect(client.properties.get({ uprn } as never), String(uprn)).rejects.toThrow(
      'uprn must not be empty',
    );
  expect(seen).toEqual([]);
});

describe('a client', () => {
  it('accepts the address with and without /v1, and refuses an invalid address or key', async () => {
    for (const baseUrl of ['https://a.example', 'https://a.example/v1', 'https://a.example/v1/']) {
      const { client, seen } = clientWith([json(200, {})], { baseUrl });
      await client.status.get();
      expect(seen[0]?.url).toBe('https://a.example/v1/status');
    }
    for (const baseUrl of ['/v1', 'localhost:8080', '127.0.0.1:8080/v1', 'ftp://a.example', 'http://'])
      expect(() => createClient({ apiKey: 'k', baseUrl }), baseUrl).toThrow(TypeError);
    expect(() => createClient({ apiKey: '' })).toThrow(TypeError);
    expect(() => createClient({ apiKey: 'a\r\nX-Other: 1' })).toThrow(TypeError);
  });
});
