import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startHosted } from '../../mcp/test/front.ts';
import { openScene, type Scene } from '../../mcp/test/hosted-client.ts';
import { mcpCommand } from '../src/commands/mcp.ts';
import { examine } from '../src/mcp/doctor.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene?.close());

it('tests the whole sign-in flow with a key, and leaves no additional active key', async () => {
  const before = (await scene.keys()).filter((key) => key.revoked_at === null).length;
  const findings = await examine(scene.hosted.mcp, scene.key);
  expect(findings.filter(({ ok }) => !ok)).toEqual([]);
  expect(findings.at(-1)!.says).toMatch(/^\d\d tools listed; renewed; a replay ended/);
  expect((await scene.keys()).filter((key) => key.revoked_at === null)).toHaveLength(before);
});

it('tests the flow up to the page of consent without a key', async () => {
  const findings = await examine(scene.hosted.mcp, null);
  expect(findings.map(({ step, ok }) => [step, ok]).at(-1)).toEqual(['page of consent', true]);
});

it('names the fault: OAuth is off, the metadata give another address, the key is unknown, the server does not answer', async () => {
  const plain = await startHosted(scene.database, scene.clock, { oauth: false });
  const last = async (url: string, key: string | null = null) => (await examine(url, key)).at(-1)!;
  try {
    expect(await last(plain.mcp)).toMatchObject({ ok: false, says: expect.stringContaining('OAuth is off') });
  } finally {
    await plain.close();
  }
  expect(await last(scene.hosted.mcp.replace('127.0.0.1', 'localhost'))).toMatchObject({
    step: 'metadata of the resource',
    says: expect.stringContaining('letter by letter'),
  });
  expect((await last(scene.hosted.mcp, `svc_live_${'0'.repeat(40)}`)).says).toContain(
    'unknown or has been revoked',
  );
  expect((await last('http://127.0.0.1:1/mcp')).says).toContain('does not answer');
  expect((await last('http://property.example.org/mcp')).says).toContain('https only');
});

it.each([
  ['protected-resource', 'MCP server'],
  ['authorization-server', 'API'],
])(
  'says to which server a proxy must route the metadata if it routes them to the other: %s',
  async (lost, server) => {
    const proxy = createServer((request, response) => {
      const origin = `http://${request.headers.host}`;
      const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
      if (request.url === '/mcp') response.writeHead(401, { 'www-authenticate': `Bearer ${metadata}` });
      else if (request.url!.includes(lost)) response.writeHead(404);
      response.end(JSON.stringify({ resource: `${origin}/mcp`, authorization_servers: [origin] }));
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const found = await examine(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`, null);
    expect(found.at(-1)).toMatchObject({
      ok: false,
      says: expect.stringMatching(`${lost}.* answered 404: the proxy has to pass this path to the ${server}`),
    });
    proxy.close();
  },
);

it('prints texts of the server on one line without control characters', async () => {
  const hostile = createServer((request, response) => {
    const metadata = `resource_metadata="http://${request.headers.host}/metadata"`;
    if (request.method === 'POST') response.writeHead(401, { 'www-authenticate': `Bearer ${metadata}` });
    response.end(JSON.stringify({ resource: 'x\u001b[2J\u001b]0;title\u0007\nok     sign-in: \u202eright' }));
  });
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
  const said: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((text) => void said.push(text));
  try {
    const url = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}/mcp`;
    await mcpCommand().parseAsync(['doctor', url], { from: 'user' });
  } finally {
    log.mockRestore();
    hostile.close();
    process.exitCode = 0;
  }
  expect(said.at(-1)).toContain('resource is "x');
  for (const line of said) expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
