import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMcpServer } from '../src/index.ts';
import { call, post, textOf } from './raw-client.ts';
import { GOOD_KEY, startStandInApi } from './stand-in-api.ts';

let api: Awaited<ReturnType<typeof startStandInApi>>;
let server: ReturnType<typeof createMcpServer>;
let url: string;
beforeAll(async () => {
  api = await startStandInApi();
  server = createMcpServer({ apiUrl: api.url });
  ({ url } = await server.listen());
});
afterAll(async () => {
  await server?.close();
  await api?.close();
});

it('answers tools from an API of 1.1.0, which has no lean form, while an upgrade replaces the processes one by one', async () => {
  const details = [{ field: 'meta', issue: 'is not known here' }];
  const refused = { error: { code: 'unknown_parameter', message: 'meta is not known here.', details } };
  api.replyWith((asked) =>
    asked.url.includes('meta=') ? { status: 422, body: refused } : { status: 200, body: { uprn: 1 } },
  );
  const tool = call('svc_get_property', { uprn: '1', fields: ['uprn', 'address'] });
  expect(textOf(await post(url, tool, GOOD_KEY))).toEqual({ text: '{"uprn":1}', is_error: false });
  expect(api.calls.map((one) => one.url)).toEqual([
    '/v1/properties/1?fields=uprn%2Caddress&meta=lean',
    '/v1/properties/1?fields=uprn%2Caddress',
  ]);
});
