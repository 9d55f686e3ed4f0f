import { Agent, get } from 'node:http';
import { callAndCut, sandboxDatabase, seeded, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

const CALLS = 300;
const BATCHES = 60;
let database: TestDatabase;
let api: TestApi;
let uprns: number[];
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  const { rows } = await database.db.query(
    'select uprn from addresses where postcode is not null order by uprn limit $1',
    [CALLS],
  );
  uprns = rows.map((row) => row.uprn);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const spent = async (account_ids: string[]) => {
  const { rows } = await database.db.query(
    `select (select coalesce(sum(credits), 0) from ledger where account_id = any($1))::int as ledger,
            (select coalesce(sum(credits_used), 0) from account_months where account_id = any($1))::int as months`,
    [account_ids],
  );
  return rows[0];
};
const headOf = (path: string, secret: string, more = '') =>
  `GET /v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${secret}${more}`;

it('charges nothing to a client that disconnected before the answer, and logs what the ledger says', async () => {
  const { secret, account_id, key_id } = await api.newKey({ plan: 'scale' });
  for (const uprn of uprns.slice(0, 20)) {
    await callAndCut(api.url, headOf(`/risks/${uprn}`, secret), '', 1);
    await callAndCut(api.url, headOf(`/risks/${uprn}`, secret, `\r\nIdempotency-Key: k${uprn}`), '', 1);
    api.clock.advance(1000);
  }
  await new Promise((done) => setTimeout(done, 500));
  expect(await spent([account_id])).toEqual({ ledger: 0, months: 0 });
  await api.close();
  const { rows } = await database.db.query(
    'select coalesce(sum(credits), 0)::int as credits from usage_days where key_id = $1',
    [key_id],
  );
  expect(rows[0].credits).toBe(0);
  api = await startTestApi(database);
});

const single = (uprn: number, secret: string) => ({
  head: headOf(`/properties/${uprn}`, secret),
  body: '',
  again: () => api.call(`/properties/${uprn}`, { key: secret }),
});
const batch = (uprn: number, secret: string) => {
  const body = { operation: 'properties.get', items: [{ uprn: String(uprn) }] };
  return {
    head: headOf('/batch', secret, '\r\nContent-Type: application/json').replace('GET', 'POST'),
    body: JSON.stringify(body),
    again: () => api.call('/batch', { key: secret, method: 'POST', body }),
  };
};

it.each([
  [`${CALLS} calls`, single, CALLS, 10],
  [`${BATCHES} batches of one line`, batch, BATCHES, 3],
])(
  'charges %s, cut at any moment and then repeated, once for each answer received',
  async (_, ask, calls, at_once) => {
    const keys = await Promise.all(Array.from({ length: at_once }, () => api.newKey({ plan: 'scale' })));
    const random = seeded(20_261_115);
    let cut = 0;
    const one = async (uprn: number, secret: string): Promise<void> => {
      api.clock.advance(300);
      const { head, body, again } = ask(uprn, secret);
      const { received } = await callAndCut(api.url, head, body, random() * 60);
      if (received) return;
      cut++;
      // The server notices the cut before the repetition arrives, as with a client that waits before retrying.
      await new Promise((done) => setTimeout(done, 150));
      const repeated = await again();
      expect(repeated.status, repeated.text).toBe(200);
    };
    const left = uprns.slice(0, calls);
    await Promise.all(
      keys.map(async ({ secret }) => {
        for (let uprn = left.pop(); uprn !== undefined; uprn = left.pop()) await one(uprn, secret);
      }),
    );
    expect(cut).toBeGreaterThan(calls / 10);
    expect(await spent(keys.map(({ account_id }) => account_id))).toEqual({ ledger: calls, months: calls });
    await api.close();
    const { rows } = await database.db.query(
      'select sum(credits)::int as credits from usage_days where key_id = any($1)',
      [keys.map(({ key_id }) => key_id)],
    );
    expect(rows[0].credits).toBe(calls);
    api = await startTestApi(database);
  },
);

it.each(['/valuations/development-gdv', '/batch', '/jobs'])(
  'frees the places of clients that disconnected before their request to %s was understood',
  async (path) => {
    const { secret } = await api.newKey({ plan: 'scale' });
    const head = headOf(path, secret, '\r\nContent-Type: application/json').replace('GET', 'POST');
    for (let n = 0; n < 45; n++) {
      api.clock.advance(1000);
      await callAndCut(api.url, head, '{}', (n % 15) / 2);
    }
    await new Promise((done) => setTimeout(done, 200));
    const { status, text } = await api.call(path, { key: secret, method: 'POST', body: {} });
    expect([400, 422], text).toContain(status);
  },
);

it('charges a call after which the connection closes, and the same call again after it', async () => {
  const { secret, account_id } = await api.newKey({ plan: 'scale' });
  const connections = new Set<string>();
  const ask = (agent: Agent, address = `${api.url}/properties/${uprns[0]}`) =>
    new Promise<boolean>((done, fail) => {
      api.clock.advance(300);
      const headers = { authorization: `Bearer ${secret}` };
      get(address, { agent, headers }, (response) => {
        connections.add(String(response.socket.localPort));
        response.resume().once('end', () => done(response.statusCode === 200));
      }).once('error', fail);
    });
  let answers = 0;
  const closing = new Agent({ keepAlive: false });
  while (connections.size < 10) if (await ask(closing)) answers++;
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  // A connection ends after a thousand requests; only the last of these need be charged.
  for (let n = 0; n < 900; n++) await ask(kept, new URL('/health', api.url).href);
  expect(connections.size).toBe(11);
  while (connections.size < 12) if (await ask(kept)) answers++;
  kept.destroy();
  expect(answers).toBeGreaterThan(20);
  expect(await spent([account_id])).toEqual({ ledger: answers, months: answers });
});
