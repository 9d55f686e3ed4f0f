import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createMcpServer } from '../src/index.ts';
import { call, post } from './raw-client.ts';
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

it('refuses a body that is not UTF-8, instead of calling a tool with other words than were sent', async () => {
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
