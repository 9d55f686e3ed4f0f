import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount, createKey } from '@domesday/api/accounts';
import { recordRelease } from '@domesday/builds/releases';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

// A repeated call that has been paid for is answered even if no credits are left.

const { house } = sandboxSamples();
let database: TestDatabase;
let api: TestApi;
let release: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  release = (await recordRelease(database.db, { today: '2026-11-10' })).name;
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const VALUE = `/valuations/${house.uprn}/sale`;

/** A key of a new account with 100 credits. */
async function newKey() {
  const account_id = await createAccount(database.db, 'free again', 'free');
  const { secret: key } = await createKey(database.db, { account_id, mode: 'live' });
  const spend = async () => {
    const spent = 'update account_months set credits_used = 100 where account_id = $1';
    expect((await database.db.query(spent, [account_id])).rowCount).toBe(1);
    api.clock.advance(3000);
  };
  return { key, account_id, spend };
}

async function call(path: string, key: string) {
  api.clock.advance(3000);
  const { status, headers } = await api.call(path, { key });
  return `${status} ${headers.get('x-credits-charged')}`;
}

async function batch(key: string, items: readonly object[], headers: Record<string, string> = {}) {
  api.clock.advance(3000);
  const response = await fetch(`${api.url}/batch?operation=valuations.sale`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson', ...headers },
    body: items.map((item) => `${JSON.stringify(item)}\n`).join(''),
  });
  const lines = (await response.text()).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as { status: number; credits: number });
}
async function endedJob(id: string, key: string) {
  for (;;) {
    api.clock.advance(3000);
    const { body } = await api.call(`/jobs/${id}`, { key });
    if (body.finished_at) return body;
    await sleep(50);
  }
}
const told = (lines: { status: number; credits: number }[]) =>
  lines.map(({ status, credits }) => `${status} ${credits}`);

it('repeats the paid lines of a batch free under its Idempotency-Key, and only those', async () => {
  const { key } = await newKey();
  const items = Array.from({ length: 40 }, () => ({ uprn: house.uprn }));
  const headers = { 'idempotency-key': 'whole-batch' };
  const first = told(await batch(key, items, headers));
  expect(first).toEqual([...Array(33).fill('200 3'), ...Array(7).fill('402 0')]);
  const again = told(await batch(key, items, headers));
  expect(again).toEqual([...Array(33).fill('200 0'), ...Array(7).fill('402 0')]);
  expect(told(await batch(key, items))).toEqual(Array(40).fill('402 0'));
  const other = await newKey();
  expect(told(await batch(other.key, items.slice(0, 2), headers))).toEqual(Array(2).fill('200 3'));
});

it('repeats a paid question to a release free, alone, in a batch and in a job', async () => {
  const { key, spend } = await newKey();
  expect(await call(`${VALUE}?release=${release}`, key)).toBe('200 3');
  await spend();
  expect(await call(`${VALUE}?release=${release}`, key)).toBe('200 0');
  const stored = async () => (await database.db.query('select from paid_questions')).rowCount;
  await expect.poll(stored).toBeGreaterThan(0);
  expect(await call(`${VALUE}?release=${release}`, (await newKey()).key)).toBe('200 3');
  expect(await call(`${VALUE}?release=${release}&floor_area_sqm=80`, key)).toBe('402 0');
  expect(await call(VALUE, key)).toBe('402 0');
  const items = [{}, { floor_area_sqm: 80 }].map((more) => ({ uprn: house.uprn, release, ...more }));
  expect(told(await batch(key, items))).toEqual(['200 0', '402 0']);
  const asked = { operation: 'valuations.sale', items, credit_ceiling: 10 };
  api.clock.advance(3000);
  const { body } = await api.call('/jobs', { key, body: asked });
  const ended = await endedJob(body.id, key);
  expect([ended.items_done, ended.credits, ended.reason]).toEqual([1, 0, 'credits_exhausted']);
});

it('repeats free what a job paid for, and quotes it at 0', async () => {
  const { key } = await newKey();
  const items = [{ uprn: house.uprn, release }];
  const job = async () => {
    api.clock.advance(3000);
    const { body } = await api.call('/jobs', {
      key,
      body: { operation: 'valuations.sale', items, credit_ceiling: 10 },
    });
    return (await endedJob(body.id, key)).credits;
  };
  expect(await job()).toBe(3);
  expect(await job()).toBe(0);
  expect(told(await batch(key, items))).toEqual(['200 0']);
  expect(await call(`${VALUE}?release=${release}`, key)).toBe('200 0');
  const quote = await api.call(`${VALUE}?release=${release}&quote=true`, { key });
  expect(quote.body.credits, quote.text).toBe(0);
});

/** Sends a call and cuts the connection before it can be known whether the answer was read. */
async function cut(path: string, key: string): Promise<void> {
  const { hostname, port } = new URL(api.url);
  const client = connect(Number(port), hostname);
  client.write(`GET /v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  await new Promise((done) => client.once('data', done));
  client.resetAndDestroy();
  await sleep(200);
}

it('repeats a call that was cut once free', async () => {
  const { key, spend } = await newKey();
  await cut(VALUE, key);
  await spend();
  expect(await call(VALUE, key)).toBe('200 0');
  expect(await call(VALUE, key)).toBe('402 0');
});

it('repeats a cut call free for a minute after its first cut, however often it is cut again', async () => {
  const { key, account_id } = await newKey();
  await cut(VALUE, key);
  for (const later_ms of [25_000, 25_000]) {
    api.clock.advance(later_ms);
    await cut(VALUE, key);
  }
  const spent = 'select credits_used from account_months where account_id = $1';
  expect((await database.db.query(spent, [account_id])).rows[0].credits_used).toBe(3);
  api.clock.advance(15_000);
  expect(await call(VALUE, key)).toBe('200 3');
});

it('repeats the line of a cut batch free for a minute after its first cut', async () => {
  const { key } = await newKey();
  const cutBatch = async () => {
    const { hostname, port } = new URL(api.url);
    const client = connect(Number(port), hostname);
    const body = JSON.stringify({ operation: 'valuations.sale', items: [{ uprn: house.uprn }] });
    client.write(
      `POST /v1/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    let text = '';
    await new Promise<void>((done) =>
      client.on('data', (chunk) => {
        text += chunk;
        if (text.includes('"index"')) done();
      }),
    );
    client.resetAndDestroy();
    await sleep(200);
    return Number(/"credits":(\d+)/.exec(text)![1]);
  };
  expect(await cutBatch()).toBe(3);
  for (const later_ms of [25_000, 25_000]) {
    api.clock.advance(later_ms);
    expect(await cutBatch()).toBe(0);
  }
  api.clock.advance(15_000);
  expect(told(await batch(key, [{ uprn: house.uprn }]))).toEqual(['200 3']);
});
