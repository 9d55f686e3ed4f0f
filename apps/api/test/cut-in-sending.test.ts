import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

// A client may read most of a batch and then cut the connection before the end of it could be sent.

const { house } = sandboxSamples();
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

const spent = async (account_id: string): Promise<number> => {
  const { rows } = await database.db.query(
    'select coalesce(sum(credits), 0)::int as spent from ledger where account_id = $1',
    [account_id],
  );
  return rows[0].spent;
};

/** The credits that are charged, once they have not changed for a while. */
async function settled(account_id: string): Promise<number> {
  let before = -1;
  for (let same = 0, now = await spent(account_id); same < 10; same = now === before ? same + 1 : 0) {
    before = now;
    await sleep(50);
    now = await spent(account_id);
  }
  return before;
}

/** Waits for the first charge, which a slow machine has not settled at once. */
const untilMore = (account_id: string, began: number) =>
  expect.poll(() => spent(account_id)).toBeGreaterThan(began);

/** A connection that does not read what it is sent. */
function open(): Socket {
  const { hostname, port } = new URL(api.url);
  return connect(Number(port), hostname)
    .on('error', () => {})
    .pause();
}

const batch = async (secret: string, account_id: string): Promise<Socket> => {
  const client = open();
  const items = Array.from({ length: 1000 }, () => ({ uprn: house.uprn }));
  const body = JSON.stringify({ operation: 'properties.get', items });
  client.write(
    `POST /v1/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const began = await spent(account_id);
  await untilMore(account_id, began);
  for (let before = -1, now = began; now !== before; ) {
    before = now;
    await sleep(1000);
    now = await settled(account_id);
  }
  return client;
};

it('refunds the portion of a batch that was cut while it was sent, once and not repeatedly', async () => {
  const { secret, account_id } = await api.newKey({ plan: 'scale' });
  const taken = async () => {
    const client = await batch(secret, account_id);
    const charged = await spent(account_id);
    client.resetAndDestroy();
    return charged - (await settled(account_id));
  };
  expect(await taken()).toBeGreaterThan(0);
  expect(await taken()).toBe(0);
  api.clock.advance(25 * 3_600_000);
  expect(await taken()).toBeGreaterThan(0);
}, 120_000);
