import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMcpServer } from '../src/index.ts';
import { errorBody, GOOD_KEY, startStandInApi } from './stand-in-api.ts';

let api: Awaited<ReturnType<typeof startStandInApi>>;
let server: ReturnType<typeof createMcpServer>;
let url: URL;

beforeAll(async () => {
  api = await startStandInApi();
  server = createMcpServer({ apiUrl: api.url });
  url = new URL((await server.listen()).url);
});
afterEach(() => api.replyWith(null));
afterAll(async () => {
  await server.close();
  await api.close();
});

interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  getServerVersion(): { name: string; version: string } | undefined;
  close(): Promise<void>;
}

const withKey = (key: string | null): { requestInit: RequestInit } => ({
  requestInit: { headers: key === null ? {} : { authorization: `Bearer ${key}` } },
});

const connect: Record<string, (key: string | null) => Promise<AnyClient>> = {
  'sdk 1.32': async (key) => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(url, withKey(key)) as never);
    return client as AnyClient;
  },
  ...Object.fromEntries(
    (['legacy', 'auto', { pin: '2026-07-28' }] as const).map((mode) => [
      `client 2.4, ${JSON.stringify(mode)}`,
      async (key: string | null) => {
        const client = new ModernClient({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
        await client.connect(new ModernTransport(url, withKey(key)));
        return client as AnyClient;
      },
    ]),
  ),
};

describe.each(Object.keys(connect))('%s', (name) => {
  it('lists the tools, calls one, and reads the text of a refusal', async () => {
    const client = await connect[name]!(GOOD_KEY);
    expect(client.getServerVersion()).toMatchObject({ name: 'svc', version: '1.0.0' });
    const { tools } = await client.listTools();
    expect(tools.map((t) => t.name)).toContain('svc_get_property');

    api.replyWith({ status: 200, body: { uprn: 998000000001 } });
    expect(
      await client.callTool({ name: 'svc_get_property', arguments: { uprn: 998000000001 } }),
    ).toMatchObject({
      content: [{ type: 'text', text: '{"uprn":998000000001}' }],
    });

    api.replyWith({ status: 404, body: errorBody(404, 'uprn_not_found', 'No property has this UPRN.') });
    const refused = await client.callTool({ name: 'svc_get_property', arguments: { uprn: '1' } });
    expect(refused).toMatchObject({
      isError: true,
      content: [
        { type: 'text', text: expect.stringContaining('No property has this UPRN. Nothing was charged.') },
      ],
    });
    await client.close();
  });

  it('connects without a key, reads the refusal of a call, and may not list the tools', async () => {
    const client = await connect[name]!(null);
    expect(await client.callTool({ name: 'svc_get_property', arguments: { uprn: '1' } })).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining('401 invalid_key') }],
    });
    await expect(client.listTools()).rejects.toThrow(/401|valid API key/);
    await client.close();
  });
});
