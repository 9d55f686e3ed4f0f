import { createKey } from '@domesday/api/accounts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from './front.ts';
import {
  authorization,
  codeFor,
  listTools,
  openScene,
  REDIRECT,
  registered,
  type Scene,
  tokenOf,
  UPRN,
  VERIFIER,
  Visitor,
} from './hosted-client.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
// The window for attempts passes.
beforeEach(() => scene.clock.advance(11_000));
afterAll(() => scene?.close());

describe('the authorisation server refuses', () => {
  const refusalOf = async (address: string) => {
    const answer = await new Browser().ask(address);
    const to = answer.headers.get('location');
    return { status: answer.status, to: to ? new URL(to) : null, text: await answer.text() };
  };

  it('a plain code challenge, or none', async () => {
    for (const changes of [
      { code_challenge_method: 'plain', code_challenge: VERIFIER },
      { code_challenge_method: undefined, code_challenge: VERIFIER },
      { code_challenge_method: undefined, code_challenge: undefined },
    ]) {
      const { to } = await refusalOf(await authorization(scene, changes));
      expect(to!.searchParams.get('error')).toBe('invalid_request');
    }
  });

  it('a redirect that the client has not registered, without redirecting to it', async () => {
    for (const redirect_uri of [
      'https://evil.example.com/',
      'http://127.0.0.1:49152/other',
      'http://evil.example/callback',
    ]) {
      const { status, to, text } = await refusalOf(await authorization(scene, { redirect_uri }));
      expect([status, to]).toEqual([400, null]);
      expect(text).toContain('The connection was not made');
    }
  });

  it('a NUL in a parameter of an authorisation request, which cannot be stored', async () => {
    for (const name of ['state', 'code_challenge', 'resource']) {
      const { status, to, text } = await refusalOf(await authorization(scene, { [name]: 'made\u0000up' }));
      expect([status, to, text]).toEqual([400, null, expect.stringContaining(`"${name}"`)]);
    }
  });

  it('in a registration only what cannot be stored: a NUL, or half of a character', async () => {
    for (const bad of ['\u0000', '\ud83d']) {
      const { status, body } = await registered(scene, {
        client_name: `by${bad}hand`,
        client_uri: `https://client.example.com/${bad}`,
        redirect_uris: [`${REDIRECT}?a=${bad}`, REDIRECT],
      });
      expect(status).toBe(201);
      expect(body).toMatchObject({ client_name: 'by hand', redirect_uris: [REDIRECT] });
      expect(body).not.toHaveProperty('client_uri');
    }
  });

  it('response_mode=form_post, whose page would need a script, by an error to the client', async () => {
    const { to } = await refusalOf(await authorization(scene, { response_mode: 'form_post' }));
    expect([to?.origin, to?.searchParams.get('error')]).toEqual([
      new URL(REDIRECT).origin,
      'unsupported_response_mode',
    ]);
  });

  it('to register a redirect that is neither of a known client nor on the loopback', async () => {
    for (const redirect of [
      'https://evil.example.com/callback',
      'https://claude.ai.evil.example/api/mcp/auth_callback',
    ])
      expect(await registered(scene, { redirect_uris: [redirect] })).toMatchObject({
        status: 400,
        body: { error: 'invalid_redirect_uri' },
      });
  });

  it('another audience, in the request and in the exchange', async () => {
    const { to } = await refusalOf(await authorization(scene, { resource: 'https://other.example.com/mcp' }));
    expect(to!.searchParams.get('error')).toBe('invalid_target');
    const form = await codeFor(scene);
    const other = await tokenOf(scene, { ...form, resource: 'https://other.example.com/mcp' });
    expect(other).toMatchObject({ status: 400, body: { error: 'invalid_target' } });
  });

  it('a token for another audience', async () => {
    const { body } = await tokenOf(scene, await codeFor(scene));
    await scene.database.db.query(
      `update oauth_records set payload = jsonb_set(payload, '{aud}', '"https://other.example.com/mcp"')
        where model = 'AccessToken'`,
    );
    expect((await listTools(scene, body.access_token!)).status).toBe(401);
  });

  it('a code that is used twice, and revokes the tokens and the key of its first use', async () => {
    const form = await codeFor(scene);
    const first = await tokenOf(scene, form);
    expect((await listTools(scene, first.body.access_token!)).status).toBe(200);
    expect(await tokenOf(scene, form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    scene.clock.advance(5_000);
    expect((await listTools(scene, first.body.access_token!)).status).toBe(401);
    expect((await scene.keys()).at(-1)!.revoked_at).not.toBeNull();
  });

  it('a refresh token that is used again after half a minute, and revokes its whole family', async () => {
    const form = await codeFor(scene);
    const { client_id } = form;
    const first = await tokenOf(scene, form);
    const renew = (refresh_token: string) =>
      tokenOf(scene, { grant_type: 'refresh_token', refresh_token, client_id });
    const second = await renew(first.body.refresh_token!);
    expect(second.status).toBe(200);
    scene.clock.advance(31_000);
    expect(await renew(first.body.refresh_token!)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    scene.clock.advance(5_000);
    expect((await listTools(scene, second.body.access_token!)).status).toBe(401);
    expect((await renew(second.body.refresh_token!)).status).toBe(400);
    expect((await scene.keys()).at(-1)!.revoked_at).not.toBeNull();
  });

  it('all but one of several concurrent uses of a code', async () => {
    const form = await codeFor(scene);
    const answers = await Promise.all([tokenOf(scene, form), tokenOf(scene, form), tokenOf(scene, form)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('a token that was revoked by its client, but no token of another client', async () => {
    const other = (await tokenOf(scene, await codeFor(scene))).body;
    const form = await codeFor(scene);
    const { body } = await tokenOf(scene, form);
    const handedBack = await fetch(`${scene.hosted.origin}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: body.refresh_token!, client_id: form.client_id }),
    });
    expect(handedBack.status).toBe(200);
    scene.clock.advance(5_000);
    expect((await listTools(scene, body.access_token!)).status).toBe(401);
    expect((await scene.keys()).at(-1)!.revoked_at).not.toBeNull();
    expect((await listTools(scene, other.access_token!)).status).toBe(200);
  });

  it('an access token after an hour, which can be renewed', async () => {
    const { client_id, ...form } = await codeFor(scene);
    const { body } = await tokenOf(scene, { ...form, client_id });
    expect((await listTools(scene, body.access_token!)).status).toBe(200);
    scene.clock.advance(3_600_000);
    expect((await listTools(scene, body.access_token!)).status).toBe(401);
    const renewal = { grant_type: 'refresh_token', refresh_token: body.refresh_token!, client_id };
    expect((await tokenOf(scene, renewal)).status).toBe(200);
  });

  it('paths that no tool needs: webhooks, watches, jobs, batches, and the portal', async () => {
    const { body } = await tokenOf(scene, await codeFor(scene));
    const { origin } = scene.hosted;
    const ask = (method: string, path: string, key: string) =>
      fetch(`${origin}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: JSON.stringify({ url: 'https://receiver.example.com/' }) } : {}),
      });
    const webhook = (await (await ask('POST', '/v1/webhooks', scene.key)).json()) as { id: string };
    for (const [method, path] of [
      ['GET', '/v1/webhooks'],
      ['POST', '/v1/webhooks'],
      ['POST', `/v1/webhooks/${webhook.id}/rotate`],
      ['DELETE', `/v1/webhooks/${webhook.id}`],
      ['GET', '/v1/watches'],
      ['GET', '/v1/changes'],
      ['GET', '/v1/jobs'],
      ['POST', '/v1/jobs'],
      ['POST', '/v1/batch'],
      ['POST', '/v1/properties/within'],
      ['GET', '/v1/tiles/prices/8/1/1'],
      ['GET', '/portal/keys'],
    ] as const) {
      const answer = await ask(method, path, body.access_token!);
      expect([path, answer.status]).toEqual([path, 401]);
    }
    expect((await ask('GET', `/v1/webhooks/${webhook.id}`, scene.key)).status).toBe(200);
    expect((await ask('GET', `/v1/properties/${UPRN}`, body.access_token!)).status).toBe(200);
    expect((await ask('GET', '/v1/account', body.access_token!)).status).toBe(200);
  });

  it.each([
    ['a wrong verifier', { code_verifier: `${VERIFIER}-other` }, 'invalid_grant'],
    ['another redirect', { redirect_uri: `${REDIRECT}/other` }, 'invalid_grant'],
    ['another audience', { resource: 'https://other.example.com/mcp' }, 'invalid_target'],
  ])('%s in the exchange of a code, and revokes the key made for it', async (_, changed, error) => {
    const form = await codeFor(scene);
    expect((await scene.keys()).at(-1)!.revoked_at).toBeNull();
    expect(await tokenOf(scene, { ...form, ...changed })).toMatchObject({ status: 400, body: { error } });
    expect((await scene.keys()).at(-1)!.revoked_at).not.toBeNull();
    expect((await tokenOf(scene, form)).body.error).toBe('invalid_grant');
  });

  it('a code of another client, which stays valid for its own client', async () => {
    const form = await codeFor(scene);
    const other = String((await registered(scene)).body.client_id);
    expect((await tokenOf(scene, { ...form, client_id: other })).body.error).toBe('invalid_grant');
    expect((await tokenOf(scene, form)).status).toBe(200);
  });

  it('a code that is exchanged too late, whose key is revoked at the next sign-in, and no other key', async () => {
    const used = await codeFor(scene);
    const first = await tokenOf(scene, used);
    const left = await codeFor(scene);
    scene.clock.advance(17 * 60_000);
    expect((await tokenOf(scene, left)).body.error).toBe('invalid_grant');
    await codeFor(scene);
    const [kept, ended] = (await scene.keys()).slice(-3);
    expect(ended!.revoked_at).not.toBeNull();
    expect(kept!.revoked_at).toBeNull();
    expect((await listTools(scene, first.body.access_token!)).status).toBe(200);
    scene.clock.advance(89 * 86_400_000);
    const renewal = { grant_type: 'refresh_token', refresh_token: first.body.refresh_token! };
    expect((await tokenOf(scene, { ...renewal, client_id: used.client_id })).status).toBe(200);
  });

  it('an unregistered client with a 401, after which clients register again', async () => {
    expect(
      await tokenOf(scene, { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'unknown' }),
    ).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
  });
});

describe('when the maximum of clients is registered', () => {
  const fill = (kept: string) =>
    scene.database.db.query(
      `insert into oauth_records (model, id_hash, payload, expires_at)
       select 'Client', sha256(($2 || i)::bytea), '{}', $1::timestamptz + $2::interval
         from generate_series(1, 10000) i`,
      [scene.clock.now(), kept],
    );
  afterEach(() => scene.database.db.query(`delete from oauth_records where payload = '{}'`));

  it('another client is registered, and one that never connected is deleted', async () => {
    const form = await codeFor(scene);
    const { body } = await tokenOf(scene, form);
    await fill('20 hours');
    expect((await registered(scene)).status).toBe(201);
    const { rows } = await scene.database.db.query(
      `select count(*)::int as clients from oauth_records where model = 'Client'`,
    );
    expect(rows[0].clients).toBeLessThanOrEqual(10_000);
    // Clients that have connected stay connected.
    const renewed = await tokenOf(scene, {
      grant_type: 'refresh_token',
      refresh_token: body.refresh_token!,
      client_id: form.client_id,
    });
    expect(renewed.status).toBe(200);
  });

  it('and all of them are connected, no other client is registered', async () => {
    await fill('80 days');
    // Deletes clients of earlier tests that never connected.
    await scene.database.db.query(
      `delete from oauth_records where model = 'Client' and expires_at < $1::timestamptz + interval '2 days'`,
      [scene.clock.now()],
    );
    expect((await registered(scene)).status).toBe(503);
  });
});

describe('the page of consent', () => {
  const opened = async () => {
    const browser = new Browser();
    const begun = await browser.ask(await authorization(scene));
    const page = new URL(begun.headers.get('location')!, scene.hosted.origin).href;
    return { browser, page };
  };

  it('runs only its own script, loads nothing, allows no frame, and writes the name of a client as text', async () => {
    const visitor = new Visitor();
    const transport = new StreamableHTTPClientTransport(new URL(scene.hosted.mcp), { authProvider: visitor });
    await expect(new Client({ name: 'test', version: '1.0.0' }).connect(transport)).rejects.toThrow();
    const browser = new Browser();
    const begun = await browser.ask(visitor.asked!.href);
    const answer = await browser.ask(new URL(begun.headers.get('location')!, scene.hosted.origin).href);
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; form-action 'self' http:\/\/127\.0\.0\.1:49152; base-uri 'none'; frame-ancestors 'none'$/,
    );
    const html = await answer.text();
    expect(html).toContain('Test &lt;client&gt;');
    expect(html.split('<script>')).toHaveLength(2);
    expect(html).not.toMatch(/<script[^>]|<client>|\son\w+=|\sstyle=|src=|href=/);
  });

  it('makes one key, however often it is sent, and does not report a failed connection', async () => {
    const before = (await scene.keys()).length;
    const { browser, page } = await opened();
    const form = { key: scene.key, cap: '', decision: 'allow' };
    const [first, again] = [await browser.ask(page, form), await browser.ask(page, form)];
    expect([first.status, again.status]).toEqual([303, 303]);
    const led = await browser.ask(new URL(again.headers.get('location')!, page).href);
    expect(new URL(led.headers.get('location')!).searchParams.get('code')).toBeTruthy();
    const late = await browser.ask(page, form);
    expect(late.status).toBe(400);
    expect(await late.text()).toContain('It was answered already');
    expect(await scene.keys()).toHaveLength(before + 1);
  });

  it('makes one key and one grant for concurrent clicks, each of which continues', async () => {
    const before = (await scene.keys()).length;
    const grants = async () =>
      (await scene.database.db.query(`select expires_at from oauth_records where model = 'Grant'`)).rows
        .length;
    const granted = await grants();
    const { browser, page } = await opened();
    const form = { key: scene.key, cap: '', decision: 'allow' };
    const sent = await Promise.all(Array.from({ length: 5 }, () => browser.ask(page, form)));
    expect(sent.map((one) => one.status)).toEqual(Array(5).fill(303));
    const led = await browser.ask(new URL(sent[4]!.headers.get('location')!, page).href);
    expect(new URL(led.headers.get('location')!).searchParams.get('code')).toBeTruthy();
    expect(await scene.keys()).toHaveLength(before + 1);
    expect(await grants()).toBe(granted + 1);
  });

  it('refuses a text that is no key, an unknown key, a sub-key and an invalid limit, and does not show the key again', async () => {
    const { browser, page } = await opened();
    const parent = (await scene.keys())[0]!;
    const sub = await createKey(scene.database.db, {
      account_id: scene.account_id,
      mode: 'live',
      parent_id: parent.id,
    });
    for (const [form, words] of [
      [{ key: 'something', cap: '', decision: 'allow' }, 'This is not a key of this service'],
      [{ key: `svc_live_${'0'.repeat(40)}`, cap: '', decision: 'allow' }, 'unknown or has been revoked'],
      [{ key: sub.secret, cap: '', decision: 'allow' }, 'This is a sub-key'],
      [{ key: scene.key, cap: '-5', decision: 'allow' }, 'must be a whole number'],
      [{ key: scene.key, cap: '10000000000', decision: 'allow' }, 'must be a whole number'],
    ] as const) {
      const answer = await browser.ask(page, form);
      const html = await answer.text();
      expect(answer.status).toBe(422);
      expect(html).toContain(words);
      expect(html).not.toContain(form.key);
    }
  });

  it('makes no key if the holder refuses, and tells the client', async () => {
    const before = (await scene.keys()).length;
    const back = await new Browser().consent(await authorization(scene), {
      key: '',
      cap: '',
      decision: 'deny',
    });
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(await scene.keys()).toHaveLength(before);
  });

  it('cannot be used by a browser that did not begin the request', async () => {
    const { page } = await opened();
    expect((await new Browser().ask(page)).status).toBe(400);
    expect((await new Browser().ask(page, { key: scene.key, cap: '', decision: 'allow' })).status).toBe(400);
  });
});
