import { operationTable } from '@domesday/contract';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Browser, startHosted } from './front.ts';
import {
  authorization,
  codeFor,
  connected,
  DOCUMENT,
  listTools,
  OWN_SCHEME,
  openScene,
  registered,
  type Scene,
  tokenOf,
  UPRN,
  Visitor,
} from './hosted-client.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
// The window for attempts passes.
beforeEach(() => scene.clock.advance(11_000));
afterAll(() => scene?.close());

describe('a hosted client', () => {
  it('signs in with the SDK, calls a tool, and spends the capped credits of its own sub-key', async () => {
    const before = (await scene.keys()).length;
    const { client, back } = await connected(scene);
    expect(back.searchParams.get('iss')).toBe(scene.hosted.origin);
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(20);
    const answer = await client.callTool({ name: 'svc_get_property', arguments: { uprn: UPRN } });
    expect(answer.isError).toBeFalsy();
    await client.close();
    const made = await scene.keys();
    expect(made).toHaveLength(before + 1);
    expect(made.at(-1)).toMatchObject({
      label: 'Test <client>',
      monthly_cap: 20,
      mode: 'live',
      used_this_month: 1,
      parent_id: made[0]!.id,
    });
  });

  it('is identified by its own metadata document, fetched once, with any port of the loopback', async () => {
    const visitor = new Visitor();
    visitor.clientMetadataUrl = DOCUMENT;
    scene.hosted.seen.length = 0;
    const { client } = await connected(scene, visitor);
    expect((await client.listTools()).tools.length).toBeGreaterThan(20);
    await client.close();
    expect(scene.hosted.seen).not.toContain('POST /oauth/register');
    expect(new URL(visitor.asked!).searchParams.get('client_id')).toBe(DOCUMENT);
  });

  it('renews its token, with a new refresh token each time', async () => {
    const { visitor, client } = await connected(scene);
    await client.close();
    const before = visitor.kept!;
    visitor.kept = { ...before, access_token: 'x'.repeat(43) };
    const again = new Client({ name: 'test', version: '1.0.0' });
    await again.connect(
      new StreamableHTTPClientTransport(new URL(scene.hosted.mcp), { authProvider: visitor }),
    );
    expect((await again.listTools()).tools.length).toBeGreaterThan(20);
    await again.close();
    expect(visitor.kept!.refresh_token).not.toBe(before.refresh_token);
  });

  it('stays signed in if its token expires during concurrent calls, and if new tokens were lost', async () => {
    const { visitor, client } = await connected(scene);
    const { refresh_token } = visitor.kept!;
    scene.clock.advance(3_600_000);
    const call = () => client.callTool({ name: 'svc_get_property', arguments: { uprn: UPRN } });
    const answers = await Promise.all([call(), call(), call(), call()]);
    expect(answers.map(({ isError }) => Boolean(isError))).toEqual([false, false, false, false]);
    // As if no answer with new tokens had arrived and the client tried again.
    scene.clock.advance(20_000);
    visitor.kept = { ...visitor.kept!, access_token: 'x'.repeat(43), refresh_token: refresh_token! };
    expect((await call()).isError).toBeFalsy();
    await client.close();
    expect((await scene.keys()).at(-1)!.revoked_at).toBeNull();
  });

  it('is refused once its sub-key is revoked, and cannot renew its token', async () => {
    const { visitor, client } = await connected(scene);
    await client.close();
    const mine = (await scene.keys()).at(-1)!;
    await scene.database.db.query('update api_keys set revoked_at = now() where id = $1', [mine.id]);
    scene.clock.advance(5_000);
    expect((await listTools(scene, visitor.kept!.access_token)).status).toBe(401);
    const { client_id } = visitor.information!;
    const renewed = await tokenOf(scene, {
      grant_type: 'refresh_token',
      refresh_token: visitor.kept!.refresh_token!,
      client_id,
    });
    expect(renewed).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('gets the methods of every operation from OPTIONS as the API answers them', async () => {
    const wrong: string[] = [];
    for (const { path, method } of operationTable) {
      const address = `${scene.hosted.origin}/v1${path.replaceAll(/\{\w+\}/g, '1')}`;
      const [told, head] = await Promise.all(
        ['OPTIONS', 'HEAD'].map((asked) => fetch(address, { method: asked })),
      );
      const allowed = told!.headers.get('allow');
      if (allowed !== `${method.toUpperCase()}, OPTIONS` || head!.status !== 405)
        wrong.push(`${path}: ${allowed}, HEAD ${head!.status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('may still send a key in the header instead', async () => {
    expect((await listTools(scene, scene.key)).status).toBe(200);
  });
});

/** Where a browser is sent after the holder of a key has agreed. */
const answered = async (asked: { client_id: string; redirect_uri: string }): Promise<URL> =>
  new Browser().consent(await authorization(scene, asked), { key: scene.key, cap: '', decision: 'allow' });

describe('the authorisation server', () => {
  it('is named by its metadata in the 401 of every first message', async () => {
    const answer = await listTools(scene, null);
    expect(answer.status).toBe(401);
    const address = `${scene.hosted.origin}/.well-known/oauth-protected-resource/mcp`;
    expect(answer.headers.get('www-authenticate')).toContain(`resource_metadata="${address}"`);
    const resource = await (await fetch(address)).json();
    expect(resource).toMatchObject({
      resource: scene.hosted.mcp,
      authorization_servers: [scene.hosted.origin],
    });
    const server = await (
      await fetch(`${scene.hosted.origin}/.well-known/oauth-authorization-server`)
    ).json();
    expect(server).toEqual({
      issuer: scene.hosted.origin,
      authorization_endpoint: `${scene.hosted.origin}/oauth/authorize`,
      token_endpoint: `${scene.hosted.origin}/oauth/token`,
      registration_endpoint: `${scene.hosted.origin}/oauth/register`,
      revocation_endpoint: `${scene.hosted.origin}/oauth/revoke`,
      scopes_supported: ['property:read'],
      response_types_supported: ['code'],
      response_modes_supported: ['fragment', 'query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  it('lists the methods of each of its paths in a 405, and answers HEAD like GET', async () => {
    const { origin } = scene.hosted;
    const reads = ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource/mcp'];
    const paths: Record<string, string> = {
      ...Object.fromEntries([...reads, '/oauth/authorize'].map((path) => [path, 'GET, HEAD'])),
      ...Object.fromEntries(['token', 'revoke', 'register'].map((name) => [`/oauth/${name}`, 'POST'])),
      '/oauth/consent/none': 'GET, HEAD, POST',
    };
    for (const [path, allowed] of Object.entries(paths)) {
      const { status, headers } = await fetch(origin + path, { method: 'DELETE' });
      expect([path, status, headers.get('allow')]).toEqual([path, 405, allowed]);
    }
    for (const path of reads) expect((await fetch(origin + path, { method: 'HEAD' })).status).toBe(200);
  });

  it('answers a registration with 201 and the registered metadata', async () => {
    const { status, body } = await registered(scene, {
      client_name: 'asks for more',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      scope: 'everything',
      token_endpoint_auth_method: 'client_secret_post',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      client_id: expect.any(String),
      token_endpoint_auth_method: 'none',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
    });
    expect(body).not.toHaveProperty('client_secret');
  });

  it('registers a client with those of its redirects that are allowed, and lists them', async () => {
    const redirect_uris = [
      'https://pages.example.com/redirect',
      'http://127.0.0.1/',
      'http://127.0.0.1:33418/',
    ];
    const { status, body } = await registered(scene, { redirect_uris });
    expect([status, body.redirect_uris]).toEqual([201, redirect_uris.slice(1)]);
    const client_id = String(body.client_id);
    const back = await answered({ client_id, redirect_uri: 'http://127.0.0.1:49999/' });
    expect([back.origin, back.searchParams.has('code')]).toEqual(['http://127.0.0.1:49999', true]);
  });

  it('redirects to the scheme of a desktop client if the operator allows it', async () => {
    const { status, body } = await registered(scene, { redirect_uris: [OWN_SCHEME] });
    expect(status).toBe(201);
    const back = await answered({ client_id: String(body.client_id), redirect_uri: OWN_SCHEME });
    expect(back.href).toMatch(/^made-up\.client:\/\/signed-in\/callback\?code=/);
  });

  it('stores neither keys nor codes nor tokens in plain text', async () => {
    const { visitor, client } = await connected(scene);
    await client.close();
    const { rows } = await scene.database.db.query('select payload::text as text from oauth_records');
    const kept = rows.map((row) => row.text).join('\n');
    for (const secret of [scene.key, visitor.kept!.access_token, visitor.kept!.refresh_token!])
      expect(kept).not.toContain(secret);
  });
});

it.each([
  ['ahead', 2],
  ['behind', -2],
])('signs in and renews tokens on a server whose clock is two hours %s', async (_where, hours) => {
  const real = Date.now;
  const code = await codeFor(scene);
  const asked = vi.spyOn(Date, 'now').mockImplementation(() => real() + hours * 3_600_000);
  try {
    const first = await tokenOf(scene, code);
    expect(first).toMatchObject({ status: 200, body: { expires_in: 3600 } });
    asked.mockRestore();
    expect((await listTools(scene, first.body.access_token!)).status).toBe(200);
    const { client_id } = code;
    const renewed = { grant_type: 'refresh_token', refresh_token: first.body.refresh_token!, client_id };
    expect(await tokenOf(scene, renewed)).toMatchObject({ status: 200, body: { expires_in: 3600 } });
  } finally {
    asked.mockRestore();
  }
});

it("limits the cookies of a sign-in by max-age, not by a date, which the browser's clock could miss", async () => {
  const browser = new Browser();
  const begun = await browser.ask(await authorization(scene));
  const page = new URL(begun.headers.get('location')!, scene.hosted.origin);
  const sent = await browser.ask(page.href, { key: scene.key, cap: '', decision: 'allow' });
  const back = await browser.ask(new URL(sent.headers.get('location')!, scene.hosted.origin).href);
  const [made, ended] = [begun, back].map(({ headers }) => headers.getSetCookie());
  expect(made).not.toEqual([]);
  for (const cookie of made!) expect(cookie).toMatch(/; max-age=[1-9]\d*;/);
  expect(ended).not.toEqual([]);
  for (const cookie of ended!) expect(cookie).toContain('; max-age=0;');
  for (const cookie of [...made!, ...ended!]) expect(cookie).not.toMatch(/expires/i);
});

it('gives only the public https address, whatever an internal proxy or a client states', async () => {
  const issuer = 'https://property.example.org';
  const hosted = await startHosted(scene.database, scene.clock, { issuer });
  try {
    const forged = { 'x-forwarded-host': 'other.example.org', 'x-forwarded-proto': 'ftp' };
    const told = await fetch(`${hosted.origin}/.well-known/oauth-authorization-server`, { headers: forged });
    const addresses = Object.entries((await told.json()) as Record<string, unknown>)
      .filter(([name]) => name === 'issuer' || name.endsWith('_endpoint'))
      .map(([, address]) => String(address));
    expect(addresses).toHaveLength(5);
    for (const address of addresses) expect(new URL(address).origin).toBe(issuer);

    const there = { ...scene, hosted: { ...hosted, mcp: `${issuer}/mcp` } };
    const browser = new Browser();
    const begun = await browser.ask(await authorization(there));
    const page = new URL(begun.headers.get('location')!, hosted.origin);
    const sent = await browser.ask(page.href, { key: scene.key, cap: '', decision: 'allow' });
    expect(sent.status).toBe(303);
    expect(new URL(sent.headers.get('location')!, issuer).origin).toBe(issuer);
  } finally {
    await hosted.close();
  }
});

it('has no OAuth paths unless OAuth is turned on', async () => {
  const plain = await startHosted(scene.database, scene.clock, { oauth: false });
  try {
    for (const path of [
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-authorization-server',
      '/oauth/authorize',
    ])
      expect((await fetch(plain.origin + path)).status).toBe(404);
    expect(
      (await fetch(plain.mcp, { method: 'POST', body: '{}' })).headers.get('www-authenticate'),
    ).toBeNull();
  } finally {
    await plain.close();
  }
});
