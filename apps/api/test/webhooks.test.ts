import { sentBy } from '@domesday/db';
import { emptyDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressProblemOf, createPublicFetch } from '../src/http/public-fetch.ts';
import { createDeliverer } from '../src/webhooks/deliver.ts';
import { startEndpoint } from './webhook-endpoint.ts';

let database: TestDatabase;
let api: TestApi;
let endpoint: Awaited<ReturnType<typeof startEndpoint>>;
beforeAll(async () => {
  database = await emptyDatabase();
  endpoint = await startEndpoint();
  api = await startTestApi(database, testClock(), { webhooks_anywhere: true, messages_every_ms: 20 });
});
afterAll(async () => {
  await api?.close();
  endpoint?.close();
  await database?.drop();
});

async function made(path: string, body: unknown) {
  const { status, body: answered } = await api.call(path, { body });
  expect([path, status, answered.error?.message]).toEqual([path, 201, undefined]);
  return answered;
}
describe('webhooks', () => {
  const deliveries = async (id: string) => (await api.call(`/webhooks/${id}/deliveries`)).body.deliveries;
  const webhook = async (id: string) => (await api.call(`/webhooks/${id}`)).body;
  const state = async (id: string) => webhook(id).then((one) => [one.status, one.off_reason]);
  const post = (path: string) => api.call(path, { method: 'POST' });
  const settled = (id: string, attempts: number) =>
    expect.poll(async () => (await deliveries(id))[0].attempts).toBe(attempts);

  const settledAs = (id: string, field: string, value: unknown) =>
    expect.poll(async () => (await deliveries(id))[0][field]).toBe(value);

  it('are signed with all secrets of the last day, even after two rotations, and the secret is not shown again', async () => {
    const { id, secret } = await made('/webhooks', { url: endpoint.urlOf('/hook') });
    expect((await api.call('/webhooks')).text).not.toContain(secret);
    const rotated = async () => (await post(`/webhooks/${id}/rotate`)).body.secret;
    const [lost, next] = [await rotated(), await rotated()];
    endpoint.received.splice(0);
    await post(`/webhooks/${id}/test`);
    const [during] = await endpoint.messages(1);
    const verify = (given: string, { raw, headers }: typeof during) => {
      // The library compares the timestamp with the clock of the machine.
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      const signature = new Webhook(given).sign(headers['webhook-id']!, at, raw);
      return headers['webhook-signature']!.split(' ').includes(signature);
    };
    expect([secret, lost, next].map((one) => verify(one, during))).toEqual([true, true, true]);
    api.clock.advance(25 * 3600 * 1000);
    await post(`/webhooks/${id}/test`);
    const [after] = await endpoint.messages(1);
    expect([secret, lost, next].map((one) => verify(one, after))).toEqual([false, false, true]);
  });

  it('are not delayed by a clock that was ahead and has been set back', async () => {
    const { id } = await made('/webhooks', { url: endpoint.urlOf('/hook') });
    endpoint.answers.status = 500;
    api.clock.advance(30 * 24 * 3600 * 1000);
    await post(`/webhooks/${id}/test`);
    await settledAs(id, 'last_status', 500);
    endpoint.answers.status = 200;
    api.clock.advance(-30 * 24 * 3600 * 1000);
    await settledAs(id, 'status', 'delivered');
  });

  it('keep the longest wait, before their last attempt, if the clock is set back by a minute', async () => {
    const { id } = await made('/webhooks', { url: endpoint.urlOf('/hook') });
    endpoint.answers.status = 500;
    await database.db.query(
      `insert into webhook_deliveries (webhook_id, type, body, attempts, created_at, next_at)
       values ($1, 'webhook.test', '{}', 8, $2, $2)`,
      [id, api.clock.now()],
    );
    await settled(id, 9);
    await settledAs(id, 'last_status', 500);
    const { next_at } = (await deliveries(id))[0];
    api.clock.advance(-60_000);
    await new Promise((done) => setTimeout(done, 1000));
    expect((await deliveries(id))[0]).toMatchObject({ status: 'pending', attempts: 9, next_at });
    api.clock.advance(60_000);
    await api.call(`/webhooks/${id}`, { method: 'DELETE' });
  });

  it('are tried for three days with the same id, follow no redirect, and are then switched off', async () => {
    const { id } = await made('/webhooks', { url: endpoint.urlOf('/hook') });
    endpoint.answers.status = 307;
    endpoint.received.splice(0);
    await post(`/webhooks/${id}/test`);
    await settled(id, 1);
    let waited_s = 0;
    for (const [i, wait_s] of [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 73_495].entries()) {
      expect(await state(id)).toEqual(['on', null]);
      api.clock.advance(wait_s * 1000);
      waited_s += wait_s;
      await settled(id, i + 2);
    }
    expect(waited_s).toBe(3 * 24 * 3600);
    await expect.poll(() => state(id)).toEqual(['off', 'failed']);
    expect(endpoint.received.map(({ path }) => path)).toEqual(Array(10).fill('/hook'));
    expect(new Set(endpoint.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await deliveries(id))[0]).toMatchObject({ status: 'failed', last_status: 307 });
    expect((await post(`/webhooks/${id}/test`)).body.error.code).toBe('webhook_off');

    endpoint.answers.status = 204;
    expect((await post(`/webhooks/${id}/switch-on`)).body.status).toBe('on');
    const [{ id: delivery }] = await deliveries(id);
    const [{ headers: before }] = endpoint.received.splice(0) as [
      (typeof endpoint.received)[number],
      ...typeof endpoint.received,
    ];
    expect((await post(`/webhooks/${id}/deliveries/${delivery}/replay`)).status).toBe(202);
    const [replayed] = await endpoint.messages(1);
    expect(replayed.headers['webhook-id']).toBe(before['webhook-id']);
    expect((await deliveries(id))[0]).toMatchObject({ status: 'delivered', last_status: 204 });
  });

  it('are switched off at once by a 410', async () => {
    const { id } = await made('/webhooks', { url: endpoint.urlOf('/hook') });
    endpoint.answers.status = 410;
    await post(`/webhooks/${id}/test`);
    await expect.poll(() => state(id)).toEqual(['off', 'gone']);
    endpoint.answers.status = 204;
    expect((await deliveries(id))[0]).toMatchObject({ status: 'failed', attempts: 1 });
  });

  it('get all their attempts again if the endpoint was off meanwhile, so that a busy answer does not switch it off', async () => {
    const { id } = await made('/webhooks', { url: endpoint.urlOf('/hook') });
    endpoint.answers.status = 410;
    await post(`/webhooks/${id}/test`);
    await expect.poll(() => state(id)).toEqual(['off', 'gone']);
    await database.db.query(
      `insert into webhook_deliveries (webhook_id, type, body, attempts, next_at, created_at)
       values ($1, 'webhook.test', '{}', 9, $2, $2)`,
      [id, new Date(api.clock.now().getTime() + 1000)],
    );
    endpoint.answers.status = 503;
    await post(`/webhooks/${id}/switch-on`);
    api.clock.advance(2000);
    await settledAs(id, 'last_status', 503);
    // The endpoint is on already, so switching it on again gives its messages no further attempts.
    await post(`/webhooks/${id}/switch-on`);
    expect([await state(id), (await deliveries(id))[0].attempts]).toEqual([['on', null], 1]);
    endpoint.answers.status = 204;
    api.clock.advance(5000);
    await settledAs(id, 'status', 'delivered');
  });

  it('are delivered beside a slow endpoint, and lock or write nothing while nothing is due', async () => {
    let free = () => {};
    endpoint.answers.slow = new Promise((done) => {
      free = done;
    });
    const stuck = await made('/webhooks', { url: endpoint.urlOf('/slow') });
    const quick = await made('/webhooks', { url: endpoint.urlOf('/hook') });
    endpoint.received.splice(0);
    for (let i = 0; i < 2; i++) await post(`/webhooks/${stuck.id}/test`);
    await expect.poll(() => endpoint.received.length).toBe(2);
    // Four more at once: deliveries under way count towards the four that one endpoint gets at a time.
    await database.db.query(
      `insert into webhook_deliveries (webhook_id, type, body, attempts, next_at, created_at)
       select $1, 'webhook.test', '{}', 0, $2, $2 from generate_series(1, 4)`,
      [stuck.id, api.clock.now()],
    );
    await expect.poll(() => endpoint.received.length).toBe(4);
    await post(`/webhooks/${quick.id}/test`);
    await expect.poll(async () => (await deliveries(quick.id))[0].status).toBe('delivered');
    expect(endpoint.received.filter(({ path }) => path === '/slow')).toHaveLength(4);
    const waiting = await deliveries(stuck.id);
    expect(waiting.map(({ status }: { status: string }) => status)).toEqual(Array(6).fill('pending'));
    free();
    const delivered = async () =>
      (await deliveries(stuck.id)).filter(({ status }: { status: string }) => status === 'delivered').length;
    await expect.poll(delivered).toBe(6);
    const locks = async () =>
      (await database.db.query('select xmin::text, xmax::text, ctid::text from watch_head')).rows;
    const before = await locks();
    await new Promise((done) => setTimeout(done, 200));
    expect(await locks()).toEqual(before);
  });

  it('are looked up once for many messages, not once for each, however many are due', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 10; i++) ids.push((await made('/webhooks', { url: endpoint.urlOf(`/${i}`) })).id);
    // So far ahead that the messenger of the other tests does not take them.
    const then = new Date('2100-01-01T00:00:00Z');
    await database.db.query(
      `insert into webhook_deliveries (webhook_id, type, body, next_at, created_at)
       select i, 'webhook.test', '{}', $2, $2 from unnest($1::uuid[]) i, generate_series(1, 20)`,
      [ids, then],
    );
    let looks = 0;
    const db = sentBy(database.db, (...given) => {
      if (String((given[0] as { text: string }).text).includes('skip locked')) looks++;
      return (database.db.query as (...all: unknown[]) => Promise<unknown>)(...given);
    });
    let sent = 0;
    const deliverer = createDeliverer({
      ...{ db, log: pino({ level: 'silent' }), now: () => then, onSent: () => {} },
      post: async () => {
        sent++;
        await new Promise((done) => setTimeout(done, 5 * Math.random()));
        return { status: 204, retry_after: null };
      },
    });
    const beginAll = async () => {
      while ((await deliverer.begin()) > 0);
      return sent;
    };
    // Called after the last delivery, which may have ended already, `someEnded` would wait for ever.
    while ((await beginAll()) < 200) await deliverer.someEnded();
    await deliverer.allEnded();
    expect(sent).toBe(200);
    expect(looks).toBeLessThan(100);
    await database.db.query('delete from webhooks where id = any ($1)', [ids]);
  });

  it('lose no message of a process that ended while it was sending', async () => {
    const { id } = await made('/webhooks', { url: endpoint.urlOf('/hook') });
    endpoint.answers.status = 204;
    endpoint.received.splice(0);
    // The state after a process is killed between taking a delivery and receiving the answer.
    await database.db.query(
      `insert into webhook_deliveries (webhook_id, type, body, attempts, next_at, created_at)
       values ($1, 'webhook.test', '{}', 1, $2, $3)`,
      [id, new Date(api.clock.now().getTime() + 60_000), api.clock.now()],
    );
    expect((await deliveries(id))[0].status).toBe('pending');
    api.clock.advance(61_000);
    await endpoint.messages(1);
    await expect.poll(async () => (await deliveries(id))[0].status).toBe('delivered');
  });

  it('are unknown to another account, and their deliveries are unknown to another endpoint', async () => {
    const mine = await made('/webhooks', { url: endpoint.urlOf('/hook') });
    const second = await made('/webhooks', { url: endpoint.urlOf('/hook') });
    endpoint.answers.status = 204;
    const { id: sent } = (await post(`/webhooks/${mine.id}/test`)).body;
    await settledAs(mine.id, 'status', 'delivered');
    const { secret: key } = await api.newKey();
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/rotate'],
      ['POST', '/switch-on'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['POST', `/deliveries/${sent}/replay`],
      ['DELETE', ''],
    ] as const) {
      const { status, body } = await api.call(`/webhooks/${mine.id}${path}`, { key, method });
      expect([method, path, status, body?.error?.code]).toEqual([method, path, 404, 'webhook_not_found']);
    }
    expect((await api.call('/webhooks', { key })).body.webhooks).toEqual([]);
    const replayed = await post(`/webhooks/${second.id}/deliveries/${sent}/replay`);
    expect([replayed.status, replayed.body.error?.code]).toEqual([404, 'delivery_not_found']);
    expect(await deliveries(second.id)).toEqual([]);
    expect((await api.call(`/webhooks/${second.id}/deliveries?cursor=${sent}`)).status).toBe(422);
    expect(await deliveries(mine.id)).toMatchObject([{ id: sent, status: 'delivered', attempts: 1 }]);
    expect(await webhook(mine.id)).toMatchObject({ status: 'on', old_secret_until: null });
    expect((await api.call(`/webhooks/${second.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await state(mine.id)).toEqual(['on', null]);
  });

  it('are independent: what happens to one does not change another of its account', async () => {
    const { answers } = endpoint;
    const [still, other] = [
      await made('/webhooks', { url: endpoint.urlOf('/hook') }),
      await made('/webhooks', { url: endpoint.urlOf('/hook') }),
    ];
    const all = async () => [await webhook(still.id), await deliveries(still.id)];
    const tested = async (id: string) => (await post(`/webhooks/${id}/test`)).body.id;
    answers.status = 204;
    const arrived = await tested(still.id);
    await settledAs(still.id, 'status', 'delivered');
    answers.status = 500;
    const waiting = await tested(still.id);
    await settledAs(still.id, 'last_status', 500);
    const before = await all();
    for (const [status, id] of Object.entries({ delivered: arrived, pending: waiting }))
      expect((await api.call(`/webhooks/${still.id}/deliveries?status=${status}`)).body.deliveries).toEqual([
        expect.objectContaining({ id }),
      ]);
    await post(`/webhooks/${other.id}/rotate`);
    await tested(other.id);
    await settledAs(other.id, 'last_status', 500);
    answers.status = 410;
    await tested(other.id);
    await expect.poll(() => state(other.id)).toEqual(['off', 'gone']);
    expect(await all()).toEqual(before);

    answers.status = 204;
    endpoint.received.splice(0);
    await post(`/webhooks/${still.id}/deliveries/${arrived}/replay`);
    expect((await endpoint.messages(1)).map(({ headers }) => headers['webhook-id'])).toEqual([
      `msg_${arrived}`,
    ]);
    api.clock.advance(6000);
    // The message of the endpoint that is off is due as well.
    expect((await endpoint.messages(1)).map(({ headers }) => headers['webhook-id'])).toEqual([
      `msg_${waiting}`,
    ]);
    await database.db.query(`update webhooks set status = 'off', off_reason = 'failed' where id = $1`, [
      still.id,
    ]);
    expect((await post(`/webhooks/${other.id}/switch-on`)).body.status).toBe('on');
    expect(await state(still.id)).toEqual(['off', 'failed']);
  });

  it('are delivered while another process takes the delivery to another endpoint', async () => {
    endpoint.answers.status = 204;
    const [taken, next] = [
      await made('/webhooks', { url: endpoint.urlOf('/hook') }),
      await made('/webhooks', { url: endpoint.urlOf('/hook') }),
    ];
    await database.db.query(
      `insert into webhook_deliveries (webhook_id, type, body, attempts, next_at, created_at)
       select id, 'webhook.test', '{}', 0, $2, $2 from unnest($1::uuid[]) as w (id)`,
      [[taken.id, next.id], new Date(api.clock.now().getTime() + 10_000)],
    );
    const status = async ({ id }: { id: string }) => (await deliveries(id))[0].status;
    const process = await database.db.connect();
    try {
      await process.query('begin');
      await process.query('select from webhook_deliveries where webhook_id = $1 for update', [taken.id]);
      api.clock.advance(11_000);
      await expect.poll(() => status(next)).toBe('delivered');
      expect(await status(taken)).toBe('pending');
    } finally {
      await process.query('rollback');
      process.release();
    }
    await expect.poll(() => status(taken)).toBe('delivered');
  });

  it('are not found by a test or a new watch that arrives while they are deleted', async () => {
    await database.db.query(
      `insert into dataset_loads (dataset, uri, content_hash, status, licence, attribution, started_at)
       values ('price-paid', 'made-up.csv', 'x', 'published', 'x', 'x', now())`,
    );
    const { id } = await made('/webhooks', { url: endpoint.urlOf('/gone') });
    const client = await database.db.connect();
    try {
      await client.query('begin');
      await client.query('delete from webhooks where id = $1', [id]);
      const watch = {
        webhook_id: id,
        outcode: 'XE1',
        events: ['sold'],
        purpose: 'a test',
        ends_on: '2027-06-30',
      };
      const calls = [post(`/webhooks/${id}/test`), api.call('/watches', { body: watch })];
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await database.db.query(waiting)).rowCount).toBe(2);
      await client.query('commit');
      expect((await Promise.all(calls)).map(({ status, body }) => [status, body.error.code])).toEqual([
        [404, 'webhook_not_found'],
        [404, 'webhook_not_found'],
      ]);
    } finally {
      client.release();
    }
  });

  it('are limited to twenty for an account, also if many are made concurrently', async () => {
    const { secret: key } = await api.newKey({ plan: 'scale' });
    const url = endpoint.urlOf('/hook');
    const all = await Promise.all(
      Array.from({ length: 22 }, () => api.call('/webhooks', { key, body: { url } })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(20).fill(201), 409, 409]);
    expect((await api.call('/webhooks', { key })).body.webhooks).toHaveLength(20);
  });

  it('must have an https address with a host name, and nothing is sent to a private address', async () => {
    const addresses = [
      'http://example.org/a',
      'https://127.0.0.1/a',
      'https://2130706433/a',
      'https://[::ffff:127.0.0.1]/a',
    ];
    for (const url of [
      ...addresses,
      'https://0.0.0.0/a',
      'https://example.org:22/a',
      'https://a:b@example.org/',
    ])
      expect([url, addressProblemOf(url, 'high_ports')]).toEqual([url, expect.any(String)]);
    expect(addressProblemOf('https://example.org:8443/a', 'high_ports')).toBeNull();
    const { port } = endpoint;
    endpoint.received.splice(0);
    // A name that leads to this machine is checked when it is connected to.
    const error = await createPublicFetch('high_ports')(`https://localhost:${port}/hook`, {}).catch(
      (thrown) => thrown,
    );
    expect(String(error.cause ?? error)).toContain('not on the public internet');
    expect(endpoint.received).toEqual([]);
  });
});
