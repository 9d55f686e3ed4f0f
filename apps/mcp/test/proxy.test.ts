import { createServer, request as rawRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMcpServer } from '../src/index.ts';
import { call, post, textOf } from './raw-client.ts';
import { errorBody, GOOD_KEY, startStandInApi } from './stand-in-api.ts';

const LINES: string[] = [];
let at_ms = 1_000_000;
let api: Awaited<ReturnType<typeof startStandInApi>>;
let server: ReturnType<typeof createMcpServer>;
let url = '';

beforeAll(async () => {
  api = await startStandInApi();
  const log = pino({ level: 'info' }, { write: (line: string) => void LINES.push(line) });
  server = createMcpServer({ apiUrl: api.url, log, timeoutMs: 300, now: () => at_ms });
  ({ url } = await server.listen());
});
afterEach(() => {
  api.replyWith(null);
  api.calls.length = 0;
  LINES.length = 0;
  at_ms += 60_000;
});
afterAll(async () => {
  await server.close();
  await api.close();
});

const list = { jsonrpc: '2.0', id: 'list-1', method: 'tools/list' };
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
};

describe('the endpoint', () => {
  it('states its name and version without a key, as an event stream', async () => {
    const { status, headers, raw, message } = await post(url, initialize, null);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/event-stream');
    expect(raw).toMatch(/^event: message\n/m);
    expect(message.result?.serverInfo).toEqual({ name: 'svc', version: '1.0.0' });
    expect(api.calls).toEqual([]);
  });

  it('answers GET and DELETE with 405 and the allowed method', async () => {
    for (const method of ['GET', 'DELETE', 'OPTIONS']) {
      const response = await fetch(url, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST');
      expect(response.headers.get('www-authenticate')).toBeNull();
    }
  });

  it('answers 404 for a trailing slash and for every other path', async () => {
    for (const path of ['/mcp/', '/', '/sse', '/.well-known/oauth-protected-resource', '//']) {
      const response = await fetch(url.replace('/mcp', path), { method: 'POST', body: '{}' });
      expect(response.status, path).toBe(404);
      expect(response.headers.get('www-authenticate')).toBeNull();
    }
  });

  it('reports without a key that it is alive', async () => {
    const response = await fetch(url.replace('/mcp', '/health'));
    expect([response.status, await response.text()]).toEqual([200, '{"status":"ok"}']);
    expect(api.calls).toEqual([]);
  });

  it('refuses broken JSON, batches, deep nesting and other values with JSON-RPC errors', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const cases: [string, number, number][] = [
      ['{"jsonrpc":', 400, -32700],
      ['', 400, -32700],
      [JSON.stringify([list, list]), 400, -32600],
      ['null', 400, -32600],
      ['"tools/list"', 400, -32600],
      [`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${deep}}`, 400, -32600],
    ];
    for (const [body, status, code] of cases) {
      const answer = await post(url, body, GOOD_KEY);
      expect([answer.status, answer.message.error?.code], body.slice(0, 60)).toEqual([status, code]);
    }
    expect(api.calls).toEqual([]);
  });

  it.each([
    [
      'initialize without capabilities',
      { ...initialize, params: { ...initialize.params, capabilities: null } },
    ],
    ['initialize without a version', { ...initialize, params: {} }],
    ['a call without the name of a tool', { ...call('x', {}), params: { name: 7 } }],
    ['a call with a list for arguments', call('svc_api_status', [])],
    ['params that are not an object', { ...call('x', {}), params: 'x' }],
  ])('says in a sentence what is wrong with %s, as an error of the client', async (_what, message) => {
    const { status, message: answer } = await post(url, message, GOOD_KEY);
    expect(status).toBe(400);
    expect(answer.error?.code).toBe(-32602);
    expect(answer.error?.message).toMatch(/^Invalid params: [^\n]+\.$/);
  });

  it('has no initialize method in the revision without sessions', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'initialize' };
    const { status, message } = await post(url, { ...initialize, params: { _meta } }, GOOD_KEY, headers);
    expect([status, message.error?.code]).toEqual([404, -32601]);
  });

  it('accepts a body that begins with a byte order mark, and refuses a compressed one', async () => {
    const text = JSON.stringify(call('svc_api_status', {}));
    const marked = await post(url, `\uFEFF${text}`, GOOD_KEY, { 'content-encoding': ' ,' });
    expect([marked.status, marked.message.error]).toEqual([200, undefined]);
    expect((await post(url, text, GOOD_KEY, { 'content-encoding': 'identity' })).status).toBe(200);
    for (const encoding of ['gzip', 'br', 'deflate', 'x-unheard-of', ', gzip']) {
      const packed = await post(url, text, GOOD_KEY, { 'content-encoding': encoding });
      expect([encoding, packed.status]).toEqual([encoding, 415]);
      expect(packed.message.error?.message).toContain('Content-Encoding');
    }
  });

  it('refuses a body over 256 KB, declared or not', async () => {
    const large = JSON.stringify(call('svc_search_address', { q: 'x'.repeat(300_000) }));
    expect((await post(url, large, GOOD_KEY)).status).toBe(413);
    const undeclared = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(undeclared.status).toBe(413);
    expect(api.calls).toEqual([]);
  });

  it('refuses pages of other sites and foreign host names, and accepts clients without an Origin', async () => {
    expect((await post(url, initialize, null, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(url, initialize, null, { origin: 'null' })).status).toBe(403);
    expect((await post(url, initialize, null, { origin: 'http://localhost:3000' })).status).toBe(200);
    expect(await statusWithHost('evil.example')).toBe(403);
    expect(await statusWithHost('localhost:1234')).toBe(200);
  });

  it('accepts clients that name only one of the two content types', async () => {
    for (const accept of ['application/json', 'text/event-stream', '*/*']) {
      expect((await post(url, initialize, null, { accept })).status, accept).toBe(200);
    }
  });

  it('answers a notification with 202 and no body', async () => {
    const answer = await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, null);
    expect([answer.status, answer.raw]).toEqual([202, '']);
  });
});

describe('tools/list', () => {
  it('needs a key: 401 with the id of the message, and no request to sign in', async () => {
    for (const key of [null, 'svc_live_wrong']) {
      const answer = await post(url, list, key);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(answer.headers.get('www-authenticate')).toBeNull();
      expect(answer.message.id).toBe('list-1');
      expect(answer.message.error?.message).toContain('Authorization: Bearer');
    }
  });

  it('checks a key with the REST layer at most once in two seconds', async () => {
    await post(url, list, GOOD_KEY);
    await post(url, list, GOOD_KEY);
    expect(api.calls.map((c) => c.url)).toEqual(['/v1/account']);
    at_ms += 2_001;
    await post(url, list, GOOD_KEY);
    expect(api.calls).toHaveLength(2);
  });

  it('lists every tool of the contract, without an output schema', async () => {
    const { message } = await post(url, list, GOOD_KEY);
    expect(message.result?.tools?.map((t) => t.name)).toContain('svc_api_status');
    for (const tool of message.result?.tools ?? []) expect(tool).not.toHaveProperty('outputSchema');
  });

  it('treats a key over its rate limit as valid, and answers 503 if the key cannot be checked', async () => {
    api.replyWith({ status: 429, body: errorBody(429, 'rate_limited', 'Slow down.') });
    expect((await post(url, list, GOOD_KEY)).status).toBe(200);
    at_ms += 60_000;
    api.replyWith({ status: 500, body: 'no' });
    expect((await post(url, list, GOOD_KEY)).status).toBe(503);
  });
});

describe('tools/call', () => {
  it('passes the traceparent of its caller on to the REST layer', async () => {
    const traces: unknown[] = [];
    const rest = createServer((request, response) => {
      traces.push(request.headers.traceparent);
      response.end('{}');
    });
    await new Promise<void>((done) => rest.listen(0, '127.0.0.1', done));
    const { port } = rest.address() as AddressInfo;
    const traced = createMcpServer({ apiUrl: `http://127.0.0.1:${port}` });
    const at = (await traced.listen()).url;
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await post(at, call('svc_api_status', {}), GOOD_KEY, { traceparent });
    await post(at, call('svc_api_status', {}), GOOD_KEY);
    expect(traces).toEqual([traceparent, undefined]);
    await traced.close();
    rest.close();
  });

  it("passes the caller's own key on, and returns the body unchanged", async () => {
    api.replyWith({ status: 200, body: { uprn: 998000000001, note: 'a\nb' } });
    const answer = await post(url, call('svc_get_property', { uprn: '998000000001' }), GOOD_KEY);
    expect(textOf(answer)).toEqual({ text: '{"uprn":998000000001,"note":"a\\nb"}', is_error: false });
    expect(answer.message.result).not.toHaveProperty('structuredContent');
    expect(api.calls).toEqual([
      {
        method: 'GET',
        url: '/v1/properties/998000000001?meta=lean',
        authorization: `Bearer ${GOOD_KEY}`,
        body: undefined,
      },
    ]);
  });

  it('passes the Idempotency-Key on, so that a call whose answer was lost is repeated free', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    await post(url, call('svc_get_property', { uprn: '998000000001' }), GOOD_KEY, headers);
    expect(api.calls.map((c) => c.idempotency_key)).toEqual(['once']);
  });

  it('reads Idempotency-Key and traceparent from _meta, for clients that set no headers', async () => {
    const message = call('svc_get_property', { uprn: '1' }) as { params: object };
    const _meta = {
      'Idempotency-Key': 'mine',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    };
    await post(url, { ...message, params: { ...message.params, _meta } }, GOOD_KEY, {
      'Idempotency-Key': 'other',
    });
    expect(api.calls.map((c) => c.idempotency_key)).toEqual(['mine']);
  });

  it('returns the request id in _meta, where it costs a model no tokens', async () => {
    const { message } = await post(url, call('svc_get_property', { uprn: '1' }), GOOD_KEY);
    expect(message.result?._meta).toEqual({ 'X-Request-Id': 'req_1' });
  });

  it('converts the types of arguments that models send', async () => {
    await post(
      url,
      call('svc_get_property', { uprn: 998000000001, fields: 'uprn, address', include: null }),
      GOOD_KEY,
    );
    await post(
      url,
      call('svc_get_property', { uprn: 998000000001, include: '["history","provenance"]' }),
      GOOD_KEY,
    );
    await post(url, call('svc_search_address', { q: 12, limit: '5' }), GOOD_KEY);
    await post(url, call('svc_match_address', { address: '1 Row & Co', postcode: 'XE1 1AA' }), GOOD_KEY);
    const homes = {
      listing_type: 'sale',
      max_price: '£300,000',
      min_price: '95k',
      reduced: 'Yes',
      outcode: 'XE1',
    };
    await post(url, call('svc_search_listings', { ...homes, radius_m: '500 m' }), GOOD_KEY);
    expect(api.calls.map((c) => [c.method, c.url, c.body])).toEqual([
      ['GET', '/v1/properties/998000000001?fields=uprn%2Caddress&meta=lean', undefined],
      ['GET', '/v1/properties/998000000001?include=history%2Cprovenance&meta=lean', undefined],
      ['GET', '/v1/addresses/search?q=12&limit=5&meta=lean', undefined],
      ['POST', '/v1/addresses/match?meta=lean', { address: '1 Row & Co', postcode: 'XE1 1AA' }],
      [
        'GET',
        '/v1/listings?listing_type=sale&max_price=300000&min_price=95000&reduced=true&outcode=XE1&radius_m=500&meta=lean',
        undefined,
      ],
    ]);
  });

  it('names a wrong argument in the result, without calling the REST layer', async () => {
    await post(url, list, GOOD_KEY);
    api.calls.length = 0;
    const cases: [string, object, string][] = [
      ['svc_get_property', {}, '"uprn" is missing'],
      ['svc_get_property', { uprn: '9 Quaxley Street' }, 'svc_match_address finds the UPRN'],
      ['svc_property_title', { title_number: 'AB' }, '0-3 letters, 1-6 digits'],
      [
        'svc_search_listings',
        { listing_type: 'sale', max_price: 'cheap' },
        '"max_price" must be of type number',
      ],
      ['svc_get_property', { uprn: '1', colour: 'red' }, 'no argument "colour"'],
      ['svc_get_property', { uprn: '1', include: 'everything' }, 'provenance, history'],
      ['svc_search_address', { q: 'ab', limit: 'many' }, '"limit" must be of type integer'],
      ['svc_account_info', { verbose: true }, 'takes none'],
    ];
    for (const [tool, args, words] of cases) {
      const { text, is_error } = textOf(await post(url, call(tool, args), GOOD_KEY));
      expect(is_error).toBe(true);
      expect(text).toContain(words);
      expect(text).toContain('Nothing was charged');
    }
    expect(api.calls).toEqual([]);
  });

  it('refuses an unknown key without describing the arguments', async () => {
    for (const args of [{ uprn: '1' }, { colour: 'red' }]) {
      const { text, is_error } = textOf(await post(url, call('svc_get_property', args), null));
      expect(is_error).toBe(true);
      expect(text).toContain('401 invalid_key');
      expect(text).not.toContain('colour');
    }
  });

  it('says that a charge is unknown if the answer was lost, and that none was made if nobody listens', async () => {
    api.replyWith({ status: 200, body: '', silent: true });
    const late = textOf(await post(url, call('svc_get_property', { uprn: '1' }), GOOD_KEY));
    expect(late.is_error).toBe(true);
    expect(late.text).toContain('did not answer in time');
    expect(late.text).toContain('not known whether');
    api.replyWith({ status: 200, body: '', hang_up: true });
    expect(textOf(await post(url, call('svc_get_property', { uprn: '1' }), GOOD_KEY)).text).toContain(
      'broke off',
    );

    const alone = createMcpServer({ apiUrl: 'http://127.0.0.1:1' });
    const { url: lonely } = await alone.listen();
    const { text, is_error } = textOf(await post(lonely, call('svc_api_status', {}), GOOD_KEY));
    await alone.close();
    expect(is_error).toBe(true);
    expect(text).toContain('cannot be reached');
    expect(text).toContain('Nothing was charged');
  });

  it('answers an unknown tool with a protocol error', async () => {
    const { message } = await post(url, call('svc_no_such_tool', {}), GOOD_KEY);
    expect(message.error?.code).toBe(-32602);
  });

  it('logs one line with the operation and the request id, without the key or the arguments', async () => {
    await post(url, call('svc_search_address', { q: 'Harbour Row' }), GOOD_KEY);
    expect(LINES).toHaveLength(1);
    expect(JSON.parse(LINES[0]!)).toMatchObject({
      tool: 'svc_search_address',
      operation: 'addresses.search',
      status: 200,
      request_id: 'req_1',
    });
    expect(LINES[0]).not.toContain(GOOD_KEY);
    expect(LINES[0]).not.toContain('Harbour');
  });
});

it('finishes a running call before it stops', async () => {
  const slow = createMcpServer({ apiUrl: api.url });
  const { url: slow_url } = await slow.listen();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    api.replyWith(() => {
      resolve();
      return { status: 200, body: '{"done":true}', hold: held };
    });
  });
  const pending = post(slow_url, call('svc_api_status', {}), GOOD_KEY);
  await reached;
  const closing = slow.close();
  release();
  expect(textOf(await pending).text).toBe('{"done":true}');
  await closing;
  await expect(fetch(slow_url)).rejects.toThrow();
});

/** `fetch` does not let a caller choose the Host. */
function statusWithHost(host: string): Promise<number | undefined> {
  const { port } = new URL(url);
  const body = JSON.stringify(initialize);
  return new Promise((resolve, reject) => {
    const headers = { host, 'content-type': 'application/json', accept: 'text/event-stream' };
    const outgoing = rawRequest(
      { port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
