import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { createMcpServer } from '../src/index.ts';
import { startStandInApi } from './stand-in-api.ts';

// Proxies such as Caddy and ingress-nginx pass on the name that clients call as Host.

let api: Awaited<ReturnType<typeof startStandInApi>>;
beforeAll(async () => {
  api = await startStandInApi();
});
afterAll(() => api.close());

/** The answers of a server with these settings to the first message of a client that calls it by each name. */
async function answered(env: NodeJS.ProcessEnv, names: string[]): Promise<(number | undefined)[]> {
  const { host, allowed_hosts } = readConfig(env);
  const server = createMcpServer({ apiUrl: api.url, host, allowedHosts: allowed_hosts });
  const { port } = await server.listen();
  try {
    return await Promise.all(names.map((name) => statusWithHost(port, name)));
  } finally {
    await server.close();
  }
}

function statusWithHost(port: number, host: string): Promise<number | undefined> {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
  return new Promise((done, fail) => {
    request({ port, path: '/mcp', method: 'POST', headers: { host, 'content-type': 'application/json' } })
      .on('response', (response) => done(response.resume().statusCode))
      .on('error', fail)
      .end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }));
  });
}

describe('a server with a public address', () => {
  const PUBLIC_URL = 'https://Property.example.org:8443';

  it('accepts its host name with any port, and no other host name', async () => {
    const names = ['property.example.org', 'property.example.org:8443', 'localhost', 'other.example.org'];
    expect(await answered({ PUBLIC_URL }, names)).toEqual([200, 200, 200, 403]);
  });

  it('accepts the additional host names too', async () => {
    const env = { PUBLIC_URL, MCP_ALLOWED_HOSTS: 'mcp.example.org' };
    const names = ['property.example.org', 'mcp.example.org', 'other.example.org'];
    expect(await answered(env, names)).toEqual([200, 200, 403]);
  });

  it('accepts every host name if it listens on every interface and no additional names are set', async () => {
    expect(await answered({ PUBLIC_URL, HOST: '0.0.0.0' }, ['property.example.org', 'mcp'])).toEqual([
      200, 200,
    ]);
  });
});

it('refuses host names that are not configured', async () => {
  expect(await answered({}, ['property.example.org', 'localhost'])).toEqual([403, 200]);
});

it.each([undefined, 'https://property.example.org/homes'])(
  'refuses OAuth without an address or under a path, like the API: %s',
  (PUBLIC_URL) => {
    expect(() => readConfig({ OAUTH: 'on', PUBLIC_URL })).toThrow('OAUTH=on needs a PUBLIC_URL');
    expect(readConfig({ OAUTH: 'on', PUBLIC_URL: 'https://a.example' }).oauth_issuer).toBe(
      'https://a.example',
    );
  },
);
