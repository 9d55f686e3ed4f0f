import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closingServer } from '@domesday/testing/closing-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import {
  addressProblemOf,
  createPublicFetch,
  createPublicPost,
  isPublicAddress,
} from '../http/public-fetch.ts';
import { redirectAllowed } from './client-rules.ts';

let asked = 0;
const inside = createServer((_request, response) => {
  asked++;
  response.end('{}');
});
beforeAll(() => new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve)));
afterAll(() => inside.close());

it('classifies an address as public or private, however it is written', () => {
  for (const inner of [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '198.18.0.1',
    '::1',
    '::ffff:127.0.0.1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])
    expect([inner, isPublicAddress(inner)]).toEqual([inner, false]);
  for (const outer of ['8.8.8.8', '2606:4700::1111']) expect(isPublicAddress(outer)).toBe(true);
});

it('allows only https addresses with a host name at the standard port', () => {
  for (const address of [
    'http://client.example.com/a.json',
    'https://client.example.com:8443/a.json',
    'https://127.0.0.1/a.json',
    'https://[::1]/a.json',
    'https://2130706433/a.json',
    'file:///etc/passwd',
  ])
    expect([address, addressProblemOf(address)]).toEqual([address, expect.any(String)]);
  for (const address of [
    'nonsense',
    'client.example.com/a.json',
    'https://client.example.com:65536/',
    'https:client.example.com/a.json',
    'https:/client.example.com/a.json',
    'https:///client.example.com/a.json',
  ])
    for (const reach of ['https', 'high_ports', 'any'] as const)
      expect([address, addressProblemOf(address, reach)]).toEqual([
        address,
        expect.stringContaining('The address is incomplete'),
      ]);
  expect(addressProblemOf('https://client.example.com/a.json')).toBeNull();
  // URL parsers drop line breaks, so the address asked would differ from the one shown. Some programs end the host name
  // at a backslash, and some take the text before an @ as part of the name.
  for (const shown of [
    'https://client.example.com/\nX: y',
    'https://client.exa\tmple.com/',
    ' https://a.example.com/',
    'https://a.example.com\\@b.example.com/',
    'https:\\\\a.example.com/',
  ])
    for (const reach of ['https', 'high_ports', 'any'] as const)
      expect(addressProblemOf(shown, reach)).toContain('neither blanks nor control characters');
});

it('connects to no address of this machine, even if a host name resolves to one', async () => {
  const fetchDocument = createPublicFetch();
  const { port } = inside.address() as AddressInfo;
  for (const address of [`http://127.0.0.1:${port}/`, `https://localhost:${port}/`])
    await expect(fetchDocument(address, {})).rejects.toThrow();
  const error = await fetchDocument('https://localhost/', {}).catch((thrown: Error) => thrown);
  expect(String((error as Error).cause ?? error)).toContain('not on the public internet');
  expect(asked).toBe(0);
});

it('survives a server that closes its connection before the answer is read', async () => {
  const { origin, close } = await closingServer();
  // An uncaught error fails the run.
  expect((await createPublicFetch('any')(`${origin}/50000`, {})).status).toBe(404);
  const message = { headers: {}, body: '', signal: AbortSignal.timeout(5000) };
  expect((await createPublicPost('any')(`${origin}/50000`, message)).status).toBe(404);
  await new Promise((done) => setTimeout(done, 50));
  close();
});

it('sends authorisation codes only to known clients, to the loopback and to addresses that the operator lists', () => {
  const further = ['https://agent.example.org/callback'];
  for (const good of [
    'https://claude.ai/api/mcp/auth_callback',
    'https://claude.com/api/mcp/auth_callback',
    'https://chatgpt.com/connector_platform_oauth_redirect',
    'https://chatgpt.com/connector/oauth/abc-1',
    'http://localhost:3118/callback',
    'http://[::1]:5000/',
    'https://agent.example.org/callback',
  ])
    expect([good, redirectAllowed(good, further)]).toEqual([good, true]);
  for (const bad of [
    'https://claude.ai/api/mcp/auth_callback/..',
    'https://claude.ai.example/api/mcp/auth_callback',
    'http://claude.ai/api/mcp/auth_callback',
    'https://agent.example.org/other',
    'https://localhost/callback',
    'http://localhost.example.com/',
    'http://user@127.0.0.1/',
    // Parsed in two ways: browsers read the loopback host, other programs another host or none.
    'http://127.0.0.1\\@a.example/callback',
    'http://local\thost/callback',
    ' http://localhost/callback',
    'http:localhost/callback',
    'http:///localhost/callback',
    'javascript:alert(1)',
  ])
    expect([bad, redirectAllowed(bad, further)]).toEqual([bad, false]);
});

it.each([
  'https://property.example.org/v1',
  'https://property.example.org/?a=1',
  'https://property.example.org/#a',
])('refuses a public address to which /v1 cannot be appended: %s', (PUBLIC_URL) => {
  const env = { DATABASE_URL: 'postgres://domesday@127.0.0.1/domesday', PUBLIC_URL };
  expect(() => readConfig(env)).toThrow('PUBLIC_URL must end before /v1');
  expect(readConfig({ ...env, PUBLIC_URL: 'https://a.example/homes/' }).public_url).toBe(
    'https://a.example/homes/',
  );
});

it('is off unless OAUTH=on and the public address is reachable by clients', () => {
  const env = { DATABASE_URL: 'postgres://domesday@127.0.0.1/domesday' };
  expect(readConfig({ ...env, PUBLIC_URL: 'https://property.example.org' }).oauth).toBeUndefined();
  expect(
    readConfig({
      ...env,
      PUBLIC_URL: 'https://property.example.org/',
      OAUTH: 'on',
      OAUTH_REDIRECTS: 'https://a.example/b, ',
    }).oauth,
  ).toEqual({ issuer: 'https://property.example.org', redirects: ['https://a.example/b'] });
  for (const wrong of [undefined, 'http://property.example.org', 'https://property.example.org/v1'])
    expect(() => readConfig({ ...env, OAUTH: 'on', PUBLIC_URL: wrong })).toThrow(
      'OAUTH=on needs a PUBLIC_URL',
    );
  expect(() => readConfig({ ...env, OAUTH: 'yes' })).toThrow('OAUTH must be on or off');
});
