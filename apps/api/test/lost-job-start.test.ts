import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

// The connection breaks at the worst moment: the job has started, but the reply never arrives.

let database: TestDatabase;
let api: TestApi;
let wire: Server;
const sockets = new Set<Socket>();
/** What the proxy does when a job is next started. */
let next: 'through' | 'lose the reply' | 'lose the statement' = 'through';

beforeAll(async () => {
  database = await sandboxDatabase();
  const direct = new URL(database.url);
  wire = createServer((client) => {
    const server = connect(Number(direct.port), direct.hostname);
    let lost = false;
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (chunk) => {
      const starts = chunk.includes('start-job') && next !== 'through';
      if (!starts || next === 'lose the reply') server.write(chunk);
      if (!starts) return;
      next = 'through';
      lost = true;
      setTimeout(() => client.destroy(), 300);
    });
    server.on('data', (chunk) => void (lost || client.write(chunk)));
  });
  await new Promise<void>((done) => wire.listen(0, '127.0.0.1', done));
  const proxied = new URL(direct);
  proxied.port = String((wire.address() as AddressInfo).port);
  api = await startTestApi({ ...database, url: proxied.href });
});
afterAll(async () => {
  await api?.close();
  for (const socket of sockets) socket.destroy();
  wire?.close();
  await database?.drop();
});

const start = (key: string) =>
  api.call('/jobs', {
    key,
    body: { operation: 'properties.get', items: [{ uprn: String(sandboxSamples().house.uprn) }] },
  });

it("answers with the job that was started if the database's reply was lost", async () => {
  const { secret } = await api.newKey();
  next = 'lose the reply';
  const started = await start(secret);
  expect(started.status).toBe(201);
  expect((await api.call(`/jobs/${started.body.id}`, { key: secret })).status).toBe(200);
});

it('leaves no job behind if the statement that starts it was lost', async () => {
  const { secret, account_id } = await api.newKey();
  next = 'lose the statement';
  expect((await start(secret)).status).toBe(503);
  const { rows } = await database.db.query('select 1 from jobs where account_id = $1', [account_id]);
  expect(rows).toEqual([]);
});
