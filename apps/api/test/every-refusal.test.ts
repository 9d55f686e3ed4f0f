import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKey } from '@domesday/api/accounts';
import document from '@domesday/contract/openapi.json' with { type: 'json' };
import {
  departures,
  exampleCall,
  operationTable,
  parametersOf,
  sandboxDatabase,
  sendBytes,
  type TestDatabase,
} from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestSchemaOf } from '../src/http/check/operation-schema.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const ledgerRows = async (): Promise<number> =>
  (await database.db.query('select count(*) as n from ledger')).rows[0].n;

describe.each(operationTable)('$id', (entry) => {
  const { path, body } = exampleCall(entry);
  const request = body === undefined ? {} : { body };

  it('refuses a call without a key like a call with a wrong key', async () => {
    const without = await api.call(path, { key: null, ...request });
    const malformed = await api.call(path, { key: 'letmein', ...request });
    const unknown = await api.call(path, { key: `svc_live_${'0'.repeat(40)}`, ...request });
    for (const answer of [without, malformed, unknown]) {
      expect(answer.status).toBe(401);
      expect(answer.body.error.code).toBe('invalid_key');
      expect(departures(entry, 401, answer.body)).toEqual([]);
      expect(answer.headers.get('x-credits-charged')).toBeNull();
      expect(answer.headers.get('x-request-id')).toBe(answer.body.error.request_id);
    }
    // A text without the form of a key is refused with a hint and never looked up.
    expect(malformed.body.error.message).toContain('keys begin with svc_live_ or svc_test_');
    expect(unknown.body.error.message).toContain('unknown or has been revoked');
  });

  it('refuses a call that cannot be paid before any work, and charges nothing', async () => {
    const { secret } = await api.newKey({ monthly_cap: 0 });
    const before = await ledgerRows();
    const answer = await api.call(path, { key: secret, ...request });
    if (entry.credits === 0) expect(answer.status, answer.text).toBe(200);
    else {
      expect(answer.status, answer.text).toBe(402);
      expect(answer.body.error.code).toBe('key_cap_reached');
      expect(departures(entry, 402, answer.body)).toEqual([]);
    }
    expect(await ledgerRows()).toBe(before);
  });

  it('refuses a call over the rate limit, with the seconds to wait', async () => {
    const { secret } = await api.newKey({ mode: 'test' });
    const now = api.clock.now().toISOString();
    let last = { status: 0 } as Awaited<ReturnType<TestApi['call']>>;
    for (let i = 0; i < 51; i++) {
      last = await api.call('/account', { key: secret });
      api.clock.set(now);
    }
    const answer = await api.call(path, { key: secret, ...request });
    expect(last.status).toBe(429);
    expect(answer.status).toBe(429);
    expect(answer.body.error.code).toBe('rate_limited');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(10);
    expect(departures(entry, 429, answer.body)).toEqual([]);
  });

  it('names an unknown parameter, and the known ones', async () => {
    const answer = await api.call(`${path}${path.includes('?') ? '&' : '?'}colour=blue`, request);
    expect(answer.status, answer.text).toBe(422);
    expect(answer.body.error).toMatchObject({ code: 'unknown_parameter', details: [{ field: 'colour' }] });
    const [detail] = answer.body.error.details;
    expect(detail.issue).toMatch(/^is not known here(: there (is|are) |$)/);
    const told = detail.issue.split(/there (?:is|are) /)[1]?.split(', ') ?? [];
    const taken = parametersOf(entry).filter((one) => one.in === 'query' || one.in === 'body');
    expect(told.sort()).toEqual([...new Set(taken.map(({ name }) => name))].sort());
    expect(answer.body.error.message).toContain(detail.issue);
    expect(departures(entry, 422, answer.body)).toEqual([]);
  });

  const withBody = body === undefined ? [] : [body];
  it.each(withBody)(
    'says whether a misplaced parameter belongs in the query or in the body',
    async (sent) => {
      const asked = parametersOf(entry);
      const names = (place: string) => asked.filter((one) => one.in === place).map(({ name }) => name);
      const [query, members] = [names('query'), names('body')];
      expect(query.length * members.length).toBeGreaterThan(0);
      for (const name of query.filter((one) => !members.includes(one))) {
        const answer = await api.call(path, { body: { ...(sent as object), [name]: 'true' } });
        const issue = 'belongs in the query, not in the body';
        expect(answer.body.error.details).toContainEqual({ field: name, issue });
      }
      for (const name of members.filter((one) => !query.includes(one))) {
        const answer = await api.call(`${path}?${name}=1`, request);
        const issue = 'belongs in the body, not in the query';
        expect(answer.body.error.details).toContainEqual({ field: name, issue });
      }
    },
  );

  it('refuses another method and names its own', async () => {
    const answer = await api.call(path, { method: 'DELETE' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')?.toLowerCase()).toContain(entry.method);
  });
});

it('says that a setting of a batch belongs in the query, not in the body', async () => {
  for (const name of ['meta', 'exclude_licences', 'notice']) {
    const body = { operation: 'addresses.match', items: [{ address: '9 Quaxley Street' }], [name]: 'x' };
    const answer = await api.call('/batch', { body });
    expect(answer.status).toBe(422);
    expect(answer.body.error.message).toBe(`The parameter "${name}" belongs in the query, not in the body.`);
  }
});

describe('requests that are no operation', () => {
  it('are refused with 405 if their method is HEAD, instead of being charged', async () => {
    const { secret, account_id } = await api.newKey();
    const headers = { Authorization: `Bearer ${secret}` };
    const answer = await fetch(`${api.url}/properties/998000000001`, { method: 'HEAD', headers });
    expect(answer.status).toBe(405);
    const { rows } = await database.db.query('select 1 from ledger where account_id = $1', [account_id]);
    expect(rows).toEqual([]);
  });

  it.each([
    ['with the method CONNECT', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n', 405],
    ['without a Host', 'GET /v1/account HTTP/1.1\r\n', 400],
    ['with two Host headers', 'GET /v1/account HTTP/1.1\r\nHost: a\r\nhost: b\r\n', 400],
    [
      'with two Authorization headers',
      'GET /v1/account HTTP/1.1\r\nHost: a\r\nAuthorization: a\r\nAuthorization: b\r\n',
      400,
    ],
    [
      'with two Content-Type headers',
      'GET /v1/account HTTP/1.1\r\nHost: a\r\nContent-Type: a\r\nContent-Type: b\r\n',
      400,
    ],
    ['with an unknown Expect header', 'GET /v1/account HTTP/1.1\r\nHost: a\r\nExpect: 200-maybe\r\n', 401],
    ['with headers beyond 16 KB', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(17_000)}\r\n`, 431],
    ['with an address beyond 16 KB', `GET /v1/account?${'a'.repeat(17_000)} HTTP/1.1\r\nHost: a\r\n`, 431],
  ])('%s get the same error body as all others', async (_what, head, status) => {
    const answer = await sendBytes(new URL(api.url), Buffer.from(`${head}Connection: close\r\n\r\n`), 10_000);
    expect(answer.status).toBe(status);
    expect(departures(operationTable[0]!, 415, JSON.parse(answer.text))).toEqual([]);
  });

  it('get 404 if their path is unknown, with and without a key', async () => {
    expect((await api.call('/nowhere')).body.error.code).toBe('unknown_path');
    expect((await api.call('/nowhere', { key: null })).body.error.code).toBe('unknown_path');
  });

  it('get an error that links to its section in the guide, which has one for every code', async () => {
    const answer = await api.call('/account', { key: null });
    expect(answer.body.error.docs_url).toBe('/docs/guides/errors#invalid_key');
    const guide = await readFile(join(import.meta.dirname, '../../../docs/guides/7-errors.md'), 'utf8');
    const told = [...guide.matchAll(/<a id="([a-z_]+)">/g)].map((m) => m[1]);
    expect(told.sort()).toEqual([...document.components.schemas.ErrorCode.enum].sort());
  });

  it('are refused if their body is malformed, too large or of another type', async () => {
    const send = (body: string, type = 'application/json') =>
      api.call('/addresses/match', { body, headers: { 'Content-Type': type } });
    expect((await send('{"address": ')).body.error.code).toBe('malformed_request');
    expect((await send('"just a string"')).status).toBe(400);
    expect((await send('[]')).status).toBe(400);
    expect((await send('null')).status).toBe(400);
    expect((await send('{}')).body.error.code).toBe('missing_parameter');
    expect((await send('x=1', 'application/x-www-form-urlencoded')).body.error.code).toBe(
      'unsupported_media_type',
    );
    const large = await send(JSON.stringify({ address: 'x'.repeat(300_000), postcode: 'XE1 1AA' }));
    expect(large.status).toBe(413);
    expect(large.body.error.code).toBe('body_too_large');
  });

  it.each(['q=quaxley&q=street', 'q=quaxley&q=quaxley', 'q=quaxley&limit=1&limit=2', 'q=quaxley&q='])(
    'are refused if a parameter is given twice: %s',
    async (query) => {
      const answer = await api.call(`/addresses/search?${query}`);
      expect(answer.status).toBe(422);
      expect(answer.body.error.details).toEqual([
        { field: query.split('&').at(-1)!.split('=')[0], issue: 'is given more than once' },
      ]);
    },
  );

  it.each(
    operationTable.flatMap((entry) => {
      const names = requestSchemaOf(entry).parameters.map(({ name }) => name);
      const upperOf = (name: string) => name.replace(/^min_/, 'max_').replace(/_min$/, '_max');
      const bounded = names.filter((name) => upperOf(name) !== name && names.includes(upperOf(name)));
      return bounded.map((name) => [entry.id, name, upperOf(name), entry] as const);
    }),
  )(
    'of %s are refused free if %s is greater than %s, instead of being charged for an empty list',
    async (_id, low, high, entry) => {
      const { secret, account_id } = await api.newKey();
      const url = new URL(exampleCall(entry).path, 'http://a');
      url.searchParams.set(low, '4');
      url.searchParams.set(high, '3');
      const answer = await api.call(`${url.pathname}${url.search}`, { key: secret });
      expect([answer.status, answer.body.error?.details]).toEqual([
        422,
        [{ field: low, issue: `must be at most ${high}, 3` }],
      ]);
      const { rows } = await database.db.query('select 1 from ledger where account_id = $1', [account_id]);
      expect(rows).toEqual([]);
      url.searchParams.set(high, '4');
      expect((await api.call(`${url.pathname}${url.search}`, { key: secret })).status).not.toBe(422);
    },
  );

  it('for the contract get the document that the server validates with, without a key', async () => {
    const answer = await api.call('/openapi.json', {
      key: null,
      headers: { 'X-Forwarded-For': '192.0.2.1' },
    });
    const { fileURLToPath } = await import('node:url');
    const file = fileURLToPath(import.meta.resolve('@domesday/contract/openapi.json'));
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(await readFile(file, 'utf8'));
  });

  it('for the contract get the full server URL if they come directly from this machine, and otherwise /v1', async () => {
    const named = async (given: Record<string, string>) => {
      const headers = { 'Accept-Encoding': 'identity', ...given };
      const { body } = await api.call('/openapi.json', { key: null, headers });
      return body.servers.map((one: { url: string }) => one.url);
    };
    expect(await named({})).toEqual([api.url]);
    for (const header of ['X-Forwarded-For', 'Forwarded', 'Via'])
      expect([header, await named({ [header]: '192.0.2.1' })]).toEqual([header, ['/v1']]);
    const asked = 'GET /v1/openapi.json HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n';
    const other = await sendBytes(new URL(api.url), Buffer.from(asked), 10_000);
    expect(JSON.parse(other.text).servers[0].url).toBe('/v1');
  });

  it('for the documentation get a page whose parts all come from this server', async () => {
    const page = await api.call('/docs', { key: null });
    expect(page.status).toBe(200);
    const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((m) => m[1]!);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) {
      expect(part).not.toMatch(/^(https?:)?\/\//);
      const answer = await fetch(new URL(part, `${api.url}/docs/`));
      expect(answer.status, part).toBe(200);
      await answer.arrayBuffer();
    }
  });
});

describe('keys', () => {
  it('stop working within five seconds if they or their parent are revoked', async () => {
    const parent = await api.newKey();
    const sub = await createKey(database.db, {
      account_id: parent.account_id,
      mode: 'live',
      parent_id: parent.key_id,
    });
    expect((await api.call('/account', { key: sub.secret })).status).toBe(200);
    await database.db.query('update api_keys set revoked_at = now() where id = $1', [parent.key_id]);
    api.clock.advance(5000);
    expect((await api.call('/account', { key: parent.secret })).status).toBe(401);
    expect((await api.call('/account', { key: sub.secret })).status).toBe(401);
  });

  it('are stored only as a hash and their first characters', async () => {
    const { secret, key_id } = await api.newKey();
    const { rows } = await database.db.query('select * from api_keys where id = $1', [key_id]);
    expect(rows[0].hash).toEqual(createHash('sha256').update(secret).digest());
    const bytes = Object.values(rows[0]).map((value) => (value instanceof Buffer ? value : String(value)));
    // No column contains eight characters in a row of the secret, as text or as bytes, beyond those that listings show.
    for (let from = 8; from + 8 <= secret.length; from++)
      for (const value of bytes) expect(value.includes(secret.slice(from, from + 8))).toBe(false);
  });

  it.each(['live', 'test'] as const)('of mode %s begin with the mode, and all differ', async (mode) => {
    const made = await Promise.all(Array.from({ length: 5 }, () => api.newKey({ mode })));
    for (const { secret } of made) {
      expect(secret).toMatch(new RegExp(`^svc_${mode}_[0-9A-Za-z]{40}$`));
      expect(new Set(secret.slice(9)).size).toBeGreaterThan(10);
      const { body } = await api.call('/account', { key: secret });
      expect([body.key.mode, secret.startsWith(body.key.prefix)]).toEqual([mode, true]);
    }
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(made.length);
  });

  it('are refused without a look-up if they are truncated, longer, of another mode or with other characters', async () => {
    const { secret } = await api.newKey();
    const odd = [
      secret.slice(0, -1),
      `${secret}0`,
      secret.replace('svc_live_', 'svc_prod_'),
      secret.replace('svc_live_', 'SVC_LIVE_'),
      `${secret.slice(0, -1)}-`,
      secret.slice('svc_live_'.length),
      'a'.repeat(8000),
    ];
    for (const key of odd) {
      const answer = await api.call('/account', { key });
      expect(answer.status).toBe(401);
      expect(answer.body.error.message).toContain('keys begin with');
      expect(answer.text).not.toContain(key);
    }
  });

  it('of a parent with thousands of sub-keys are listed up to 200, with the total, those in force first', async () => {
    const parent = await api.newKey();
    const { account_id, key_id: parent_id } = parent;
    const first = await createKey(database.db, { account_id, mode: 'live', parent_id });
    await database.db.query(
      `insert into api_keys (account_id, parent_id, hash, prefix, mode, revoked_at)
       select $1, $2::uuid, sha256(convert_to($2::uuid::text || n, 'UTF8')), 'svc_live_' || n, 'live', now()
         from generate_series(1, 2000) n`,
      [account_id, parent_id],
    );
    const { body } = await api.call('/account', { key: parent.secret });
    expect([body.sub_keys.length, body.sub_keys_total, body.sub_keys[0].id]).toEqual([200, 2001, first.id]);
  });

  it('are listed to their parent, those in force and the newest first, and a sub-key sees only itself', async () => {
    const parent = await api.newKey();
    const made = (label: string) =>
      createKey(database.db, {
        account_id: parent.account_id,
        mode: 'live',
        parent_id: parent.key_id,
        monthly_cap: 7,
        label,
      });
    const sub = await made('letting team');
    const newer = await made('sales team');
    const revoked = await made('former team');
    await database.db.query('update api_keys set revoked_at = now() where id = $1', [revoked.id]);
    const ofParent = await api.call('/account', { key: parent.secret });
    const ofSub = await api.call('/account', { key: sub.secret });
    expect(ofParent.body.sub_keys.map((k: { id: string }) => k.id)).toEqual([newer.id, sub.id, revoked.id]);
    expect(ofParent.body.sub_keys_total).toBe(3);
    expect([ofSub.body.sub_keys, ofSub.body.sub_keys_total]).toEqual([undefined, undefined]);
    expect(ofSub.body.credits).toMatchObject({ allowance: 7, used: 0, remaining: 7 });
    for (const key of [parent.secret, sub.secret, sub.secret, (await api.newKey()).secret])
      expect((await api.call('/addresses/search?q=9+quaxley', { key })).status).toBe(200);
    const calls = async (key: string) => {
      const { body } = await api.call('/account/usage', { key });
      const searches = body.endpoints.find(({ operation }: Endpoint) => operation === 'addresses.search');
      return [searches.calls, searches.credits, body.keys.map((one: { key_id: string }) => one.key_id)];
    };
    expect(await calls(sub.secret)).toEqual([2, 2, [sub.id]]);
    expect(await calls(parent.secret)).toEqual([3, 3, [parent.key_id, sub.id]]);
  });
});

interface Endpoint {
  operation: string;
}
