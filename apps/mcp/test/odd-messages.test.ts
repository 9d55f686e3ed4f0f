import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createMcpServer } from '../src/index.ts';
import { call, post, textOf } from './raw-client.ts';
import { GOOD_KEY, startStandInApi } from './stand-in-api.ts';

let api: Awaited<ReturnType<typeof startStandInApi>>;
let server: ReturnType<typeof createMcpServer>;
let url = '';

beforeAll(async () => {
  api = await startStandInApi();
  server = createMcpServer({ apiUrl: api.url });
  ({ url } = await server.listen());
});
afterEach(() => {
  api.calls.length = 0;
});
afterAll(async () => {
  await server.close();
  await api.close();
});

const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
const client = { name: 't', version: '1' };
const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: client };
const status = { name: 'svc_api_status', arguments: {} };
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const MODERN = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'svc_api_status',
};

it('refuses a body that is not UTF-8, instead of calling a tool with altered words', async () => {
  const text = JSON.stringify(call('svc_search_address', { q: 'Caf\u00e9 Street' }));
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${GOOD_KEY}` };
  const refused = await fetch(url, { method: 'POST', headers, body: Buffer.from(text, 'latin1') });
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error: the body is not UTF-8.' } },
  ]);
  expect(api.calls).toEqual([]);
  expect((await post(url, text, GOOD_KEY)).status).toBe(200);
  expect(api.calls[0]?.url).toContain('q=Caf%C3%A9+Street');
});

it.each<[what: string, sent: object, headers?: Record<string, string>]>([
  ['a progress token', message('tools/call', { ...status, _meta: { progressToken: null } })],
  ['a task', message('tools/call', { ...status, task: null })],
  ['capabilities', message('initialize', { ...hello, capabilities: { roots: null, sampling: null } })],
  [
    'a member of a capability',
    message('initialize', { ...hello, capabilities: { roots: { listChanged: null } } }),
  ],
  ['the title of a client', message('initialize', { ...hello, clientInfo: { ...client, title: null } })],
  ['an error beside a request', { ...message('ping', {}), error: null }],
  [
    'the log level of the newest revision',
    message('tools/call', { ...status, _meta: { ...ENVELOPE, 'io.modelcontextprotocol/logLevel': null } }),
    MODERN,
  ],
])('treats %s that is null as not given', async (_what, sent, headers) => {
  const answer = await post(url, sent, GOOD_KEY, headers);
  expect([answer.status, answer.message.error]).toEqual([200, undefined]);
  expect(answer.message.result).toBeDefined();
});

it('refuses a message whose id is null, and passes null arguments of a tool on as they were sent', async () => {
  const unnamed = await post(url, { ...message('tools/call', status), id: null }, GOOD_KEY);
  expect([unnamed.status, unnamed.message.error?.code]).toEqual([400, -32600]);
  const args = { uprn: '1', include: null, colour: null };
  const { text, is_error } = textOf(await post(url, call('svc_get_property', args), GOOD_KEY));
  expect([text, is_error]).toEqual([expect.any(String), false]);
});

it.each<[what: string, sent: object, at: string]>([
  ['a cursor that is a number', message('tools/list', { cursor: 0 }), 'cursor'],
  [
    'a capability that is no object',
    message('initialize', { ...hello, capabilities: { roots: true } }),
    'roots',
  ],
  [
    'a title that is a number',
    message('initialize', { ...hello, clientInfo: { ...client, title: 5 } }),
    'title',
  ],
  ['a task that is a number', message('tools/call', { ...status, task: 5 }), 'task'],
  [
    'a progress token that is a fraction',
    message('tools/list', { _meta: { progressToken: 1.5 } }),
    'progressToken',
  ],
  ['a progress token that is an object', message('ping', { _meta: { progressToken: {} } }), 'progressToken'],
])('names the place of %s in one sentence, as an error of the client', async (_what, sent, at) => {
  const { status: told, message: answer } = await post(url, sent, GOOD_KEY);
  expect([told, answer.id, answer.error?.code]).toEqual([400, 1, -32602]);
  expect(answer.error?.message).toMatch(/^Invalid params: [^\n[\]{}]+\.$/);
  expect(answer.error?.message).toContain(at);
});
