import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LISTS } from './list-paths.ts';

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

/** Lists of a place, each with parameters that change which rows it has, or their order. */
const PAGED = {
  'listings.search': ['sort=price', 'max_price=100000000', 'radius_m=4999'],
  'planning.applications': ['days=3649', 'status=refused', 'q=extension'],
  'planning.hmo_register': ['status=active', 'licence_type=mandatory', 'radius_m=4999'],
};
const pathOf = (id: string) => LISTS[id]!.path;
const withParameter = (path: string, parameter: string) => {
  const [name, value] = parameter.split('=') as [string, string];
  const url = new URL(path, 'http://x');
  url.searchParams.set(name, value);
  return `${url.pathname}${url.search}`;
};
const cursorOf = async (id: string): Promise<string> => (await api.call(pathOf(id))).body.next_cursor;

describe.each(Object.entries(PAGED))('the cursor of %s', (id, others) => {
  it('continues where the page ended, also with another limit or form', async () => {
    const cursor = await cursorOf(id);
    for (const same of ['limit=4', 'format=csv', 'meta=lean'])
      expect([same, (await api.call(withParameter(`${pathOf(id)}&cursor=${cursor}`, same))).status]).toEqual([
        same,
        200,
      ]);
  });

  it('is refused with other parameters, whose list it would enter in the middle', async () => {
    const cursor = await cursorOf(id);
    for (const other of others) {
      const { status, body } = await api.call(withParameter(`${pathOf(id)}&cursor=${cursor}`, other));
      expect([other, status, body.error?.details[0].field]).toEqual([other, 422, 'cursor']);
    }
  });

  it('is refused free if it was altered, truncated or made for another list', async () => {
    const cursor = await cursorOf(id);
    const values = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const altered = values.flatMap((_value, i) =>
      ['no day', '', null, -1, 1e300, 1.5, '\0', 'infinity'].map((value) =>
        Buffer.from(JSON.stringify(values.with(i, value))).toString('base64url'),
      ),
    );
    const elsewhere = await Promise.all(
      Object.keys(PAGED)
        .filter((other) => other !== id)
        .map(cursorOf),
    );
    const whole = ['null', '[]', '{}', '7'].map((text) => Buffer.from(text).toString('base64url'));
    for (const one of [...altered, ...elsewhere, ...whole, cursor.slice(0, -2), cursor.toLowerCase()]) {
      const { status, headers } = await api.call(`${pathOf(id)}&cursor=${encodeURIComponent(one)}`, {
        key: api.liveKey,
      });
      expect([one, status, headers.get('x-credits-charged')]).toEqual([one, 422, '0']);
    }
  });
});

describe('the cursor of a list of the account', () => {
  it('is refused by the jobs if it does not name one of them, whatever its time', async () => {
    const body = { operation: 'properties.get', items: [{ uprn: '1' }] };
    for (let i = 0; i < 2; i++) await api.call('/jobs', { body });
    const { next_cursor } = (await api.call('/jobs?limit=1')).body;
    expect((await api.call(`/jobs?cursor=${next_cursor}`)).body.jobs).toHaveLength(1);
    const id = next_cursor.split('_')[1];
    const times = [
      '',
      '1',
      'now',
      '-271821-04-20T00:00:00.000Z',
      '0000-01-01',
      '2026-13-01',
      '+100000-01-01',
    ];
    for (const one of ['x', id, `${next_cursor}_1`, ...times.map((time) => `${time}_${id}`)])
      expect([one, (await api.call(`/jobs?cursor=${encodeURIComponent(one)}`)).status]).toEqual([one, 422]);
  });

  it('is refused by the deliveries if it does not name one of them, since an empty page would look like the end', async () => {
    const { secret } = await api.newKey({ plan: 'scale' });
    const make = async () => {
      const { body } = await api.call('/webhooks', { key: secret, body: { url: 'https://example.org/' } });
      for (let i = 0; i < 2; i++)
        await api.call(`/webhooks/${body.id}/test`, { key: secret, method: 'POST' });
      return body.id as string;
    };
    const [mine, other] = [await make(), await make()];
    const page = (id: string, cursor: string) =>
      api.call(`/webhooks/${id}/deliveries?limit=1&cursor=${cursor}`, { key: secret });
    const first = (await api.call(`/webhooks/${mine}/deliveries?limit=1`, { key: secret })).body;
    const second = (await page(mine, first.next_cursor)).body;
    expect(second.deliveries).toHaveLength(1);
    const last = second.deliveries[0].id;
    expect((await page(mine, last)).body).toEqual({ deliveries: [], next_cursor: null });
    expect((await page(other, first.next_cursor)).status).toBe(422);
    expect((await page(mine, mine)).status).toBe(422);
  });

  it.each(['jobs', 'watches', 'deliveries'])(
    'is null on the last page of %s, also if that page is full',
    async (list) => {
      const { secret } = await api.newKey({ plan: 'scale' });
      const ask = (path: string, body?: object, method = 'POST') =>
        api.call(path, { key: secret, body, method });
      const { id: webhook_id } = (await ask('/webhooks', { url: 'https://example.org/' })).body;
      const made = { webhook_id, events: ['sold'], purpose: 'a test', ends_on: '2027-01-31' };
      for (const outcode of ['XE1', 'XE2', 'XE3']) {
        await ask('/jobs', { operation: 'properties.get', items: [{ uprn: '1' }] });
        expect((await ask('/watches', { ...made, outcode })).status).toBe(201);
        await ask(`/webhooks/${webhook_id}/test`);
      }
      const path = list === 'deliveries' ? `/webhooks/${webhook_id}/deliveries` : `/${list}`;
      const page = async (limit: number, cursor = '') =>
        (await ask(`${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`, undefined, 'GET')).body;
      expect([(await page(3))[list].length, (await page(3)).next_cursor]).toEqual([3, null]);
      const first = await page(2);
      const second = await page(2, first.next_cursor);
      const lengths = [first, second].map((one) => one[list].length);
      expect([...lengths, second.next_cursor]).toEqual([2, 1, null]);
    },
  );
});

it('starts another job for an Idempotency-Key whose job was deleted, and returns the same job until then', async () => {
  const { secret, account_id } = await api.newKey({ plan: 'scale' });
  const start = async () =>
    api.call('/jobs', {
      key: secret,
      body: { operation: 'addresses.match', items: [{ address: '9 Quaxley Street', postcode: 'XE1 1AA' }] },
      headers: { 'Idempotency-Key': 'customers' },
    });
  const charged = async () =>
    Number(
      (await database.db.query('select sum(credits) as n from ledger where account_id = $1', [account_id]))
        .rows[0].n,
    );
  const first = await start();
  expect([first.status, (await start()).body.id]).toEqual([201, first.body.id]);
  const wait = async (credits: number) => {
    for (let tries = 0; tries < 200 && (await charged()) !== credits; tries++) {
      api.clock.advance(1000);
      await sleep(50);
    }
    expect(await charged()).toBe(credits);
  };
  await wait(1);
  await api.call(`/jobs/${first.body.id}`, { key: secret, method: 'DELETE' });
  const again = await start();
  expect([again.status, again.body.id === first.body.id]).toEqual([201, false]);
  await wait(2);
});
