import { createKey } from '@domesday/api/accounts';
import { sandboxDatabase, sendBytes, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInPath } from '../src/portal/links.ts';

let database: TestDatabase;
let api: TestApi;
let origin: string;
/** A server that trusts no proxy of this machine. */
let other: TestApi;
let distrustful: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  origin = new URL(api.url).origin;
  other = await startTestApi(database, api.clock, {
    trusted_proxies: ['192.0.2.1'],
    public_url: 'https://property.example.org',
  });
  distrustful = new URL(other.url).origin;
});
afterAll(async () => {
  await other?.close();
  await api?.close();
  await database?.drop();
});

/** Signs in and returns the cookie and the token of the session. */
async function signIn(
  key: string,
  at = origin,
  headers: Record<string, string> = {},
): Promise<{ cookie: string; csrf: string; set: string }> {
  const answer = await fetch(`${at}/portal/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ key }),
  });
  expect(answer.status).toBe(204);
  const set = answer.headers.get('set-cookie')!;
  const cookie = set.split(';')[0]!;
  const session = await fetch(`${at}/portal/session`, { headers: { cookie } });
  const told = (await session.json()) as { csrf: string };
  return { cookie, csrf: told.csrf, set };
}

const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  fetch(`${origin}${path}`, { method, headers, redirect: 'manual' });

describe('a session of the portal', () => {
  it('is stored in a cookie that scripts cannot read and other sites cannot send, for twelve hours', async () => {
    const { set } = await signIn(api.testKey);
    expect(set).toMatch(/HttpOnly/i);
    expect(set).toMatch(/SameSite=Strict/i);
    expect(set).toMatch(/Max-Age=43200/i);
    expect(set).not.toMatch(/svc_/);
  });

  it.each([
    ['https', true],
    ['https, http', true],
    ['https,http', true],
    ['HTTPS', true],
    ['http, https', false],
    ['httpsx', false],
    ['http', false],
  ])(
    'sets a Secure cookie only if the proxy nearest to the browser reports TLS: %s',
    async (protocols, over_tls) => {
      // The protocol reported by a proxy is used even if the proxy is not trusted: it can only make the cookie safer.
      for (const at of [origin, distrustful]) {
        const { set } = await signIn(api.testKey, at, { 'x-forwarded-proto': protocols });
        expect(/; ?Secure(;|$)/.test(set)).toBe(over_tls);
      }
    },
  );

  it.each([
    ['property.example.org', true],
    ['Property.example.org:443', true],
    ['127.0.0.1:8080', false],
    ['elsewhere.example.org', false],
  ])(
    'sets a Secure cookie exactly for the host of the https public address, even if no proxy reports TLS: %s',
    async (host, over_tls) => {
      const body = JSON.stringify({ key: api.testKey });
      const head = [
        'POST /portal/session HTTP/1.1',
        `Host: ${host}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        'Connection: close',
      ];
      const asked = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
      const { headers } = await sendBytes(new URL(distrustful), asked, 10_000);
      expect(/; ?Secure(;|$)/.test(String(headers['set-cookie']))).toBe(over_tls);
    },
  );

  it('calls the API as its key, and is charged like its key', async () => {
    const { secret } = await api.newKey();
    const { cookie, csrf } = await signIn(secret);
    const answer = await ask('/v1/addresses/search?q=9+quaxley', { cookie, 'x-csrf-token': csrf });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-credits-charged')).toBe('1');
    expect(answer.headers.get('x-credits-remaining')).toBe('99');
  });

  it('cannot be used by the cookie alone, so that no other page can spend its credits', async () => {
    const { cookie } = await signIn(api.testKey);
    expect((await ask('/v1/account', { cookie })).status).toBe(401);
    expect((await ask('/v1/account', { cookie, 'x-csrf-token': 'x'.repeat(43) })).status).toBe(401);
    expect((await ask('/portal/session', { cookie }, 'DELETE')).status).toBe(401);
  });

  it('ends after twelve hours, at sign-out, and when its key is revoked', async () => {
    const { secret, key_id } = await api.newKey();
    const revoked = await signIn(secret);
    const out = await signIn(api.testKey);
    const old = await signIn(api.testKey);
    const status = async ({ cookie, csrf }: { cookie: string; csrf: string }) =>
      (await ask('/v1/account', { cookie, 'x-csrf-token': csrf })).status;
    expect([await status(revoked), await status(out), await status(old)]).toEqual([200, 200, 200]);
    await ask('/portal/session', { cookie: out.cookie, 'x-csrf-token': out.csrf }, 'DELETE');
    expect([await status(out), await status(old)]).toEqual([401, 200]);
    await database.db.query('update api_keys set revoked_at = now() where id = $1', [key_id]);
    api.clock.advance(3000);
    expect(await status(revoked)).toBe(401);
    api.clock.advance(12 * 3_600_000);
    expect(await status(old)).toBe(401);
  });

  it('begins with a key in whatever form it was pasted: as a header, in quotes, in a line of settings', async () => {
    const other = await api.newKey();
    const sign = (key: string) =>
      fetch(`${origin}/portal/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key }),
      });
    const key = api.testKey;
    for (const pasted of [
      `Bearer ${key}`,
      `"${key}"\r\n`,
      ` Authorization: Bearer ${key}`,
      `DOMESDAY_KEY='${key}'`,
    ])
      expect((await sign(pasted)).status, pasted).toBe(204);
    // It is unclear which of two keys is meant, and a part of a longer text is not a key.
    for (const pasted of [`${key} ${other.secret}`, `${key}0`])
      expect((await sign(pasted)).status, pasted).toBe(401);
  });

  it('is refused for a key that is unknown, revoked or not a key', async () => {
    const [gone, parent] = [await api.newKey(), await api.newKey()];
    const { account_id, key_id: parent_id } = parent;
    const sub = await createKey(database.db, { account_id, parent_id, mode: 'live' });
    await database.db.query('update api_keys set revoked_at = now() where id = any ($1)', [
      [gone.key_id, parent_id],
    ]);
    const revoked = [gone.secret, parent.secret, sub.secret];
    for (const key of ['svc_test_'.padEnd(49, 'x'), 'no key', 7, null, ...revoked]) {
      const answer = await fetch(`${origin}/portal/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key }),
      });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('set-cookie')).toBe(null);
    }
  });

  it('begins once with the token of a link, and not after a quarter of an hour', async () => {
    const path = await signInPath(database.db, api.testKey, api.clock.now());
    const foreign = await ask('/portal/sign-in?token=another', {});
    expect([foreign.headers.get('location'), foreign.headers.get('set-cookie')]).toEqual([
      '/account?link=used',
      null,
    ]);
    const first = await ask(path, {});
    expect(first.headers.get('location')).toBe('/');
    expect(first.headers.get('set-cookie')).toMatch(/domesday_session=/);
    const second = await ask(path, {});
    expect(second.headers.get('location')).toBe('/account?link=used');
    expect(second.headers.get('set-cookie')).toBe(null);
    const late = await signInPath(database.db, api.testKey, api.clock.now());
    api.clock.advance(16 * 60_000);
    expect((await ask(late, {})).headers.get('set-cookie')).toBe(null);
  });

  it('does not begin with a HEAD of its link, which mail scanners send before the reader clicks', async () => {
    const path = await signInPath(database.db, api.testKey, api.clock.now());
    const scanned = await ask(path, {}, 'HEAD');
    expect([scanned.status, scanned.headers.get('set-cookie')]).toEqual([405, null]);
    expect((await ask(path, {})).headers.get('set-cookie')).toMatch(/domesday_session=/);
  });

  it('is not charged for a HEAD', async () => {
    const { secret } = await api.newKey();
    const { cookie, csrf } = await signIn(secret);
    const path = '/portal/authorities/E06999001/rents';
    const session = { cookie, 'x-csrf-token': csrf };
    const head = await ask(path, session, 'HEAD');
    expect([head.status, head.headers.get('x-credits-charged')]).toEqual([405, null]);
    const { headers } = await ask(path, session);
    expect([headers.get('x-credits-charged'), headers.get('x-credits-remaining')]).toEqual(['2', '98']);
  });
});
