import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApi } from '@domesday/api';
import { createAccount, createKey } from '@domesday/api/accounts';
import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteOldJobs } from '../src/jobs/delete-jobs.query.ts';

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

const MB = 1024 * 1024;
const LINES = Buffer.from('{"uprn":"1"}\n'.repeat((20 * MB) / 13));
const STRANGE_CSV = Buffer.from(`nothing\n${'1\n'.repeat(10 * MB)}`);
const JSON_BODY = Buffer.from(
  `{"operation":"properties.get","items":[${'{"uprn":"1"},'.repeat(2 * MB)}{"uprn":"1"}]}`,
);

/** Sends a whole body before it reads anything, as many clients do. Returns the status, or the error of sending. */
function sendThenRead(path: string, key: string, headers: Record<string, string>, body: Buffer) {
  const { hostname, port } = new URL(api.url);
  const head = Object.entries({ Host: 'a', Authorization: `Bearer ${key}`, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return new Promise<string>((done) => {
    const socket = connect(Number(port), hostname);
    socket.once('error', (error: NodeJS.ErrnoException) => done(error.code!));
    socket.write(`POST /v1${path} HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n`);
    socket.write(body, () => {
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.once('close', () => done(/^HTTP\/1\.1 (\d+) .*\}$/s.exec(text)?.[1] ?? text));
    });
  });
}

describe('a refusal that is sent before a large body has arrived', () => {
  it('reaches a client that sends the whole body before it reads', async () => {
    const poor = await api.newKey({ plan: 'free' });
    const ndjson = { 'Content-Type': 'application/x-ndjson' };
    const asked = '?operation=properties.get';
    const nobody = `svc_live_${'0'.repeat(40)}`;
    const answers: Record<string, string> = {};
    for (const path of ['/batch', '/jobs']) {
      const send = (headers: Record<string, string>, body: Buffer, query = asked, key = api.testKey) => {
        api.clock.advance(11_000);
        return sendThenRead(path + query, key, headers, body);
      };
      answers[`${path} unknown key`] = await send(ndjson, LINES, asked, nobody);
      answers[`${path} other type`] = await send({ 'Content-Type': 'image/png' }, LINES);
      answers[`${path} compressed`] = await send({ ...ndjson, 'Content-Encoding': 'gzip' }, LINES);
      answers[`${path} no operation`] = await send(ndjson, LINES, '?operation=none');
      answers[`${path} unknown column`] = await send({ 'Content-Type': 'text/csv' }, STRANGE_CSV);
      answers[`${path} large JSON`] = await send({ 'Content-Type': 'application/json' }, JSON_BODY, '');
      answers[`${path} wrong key of repetition`] = await send({ ...ndjson, 'Idempotency-Key': ' ' }, LINES);
      for (let i = 0; i < 200; i++) {
        const { status } = await fetch(`${api.url}/account`, {
          headers: { Authorization: `Bearer ${poor.secret}` },
        });
        if (status === 429) break;
      }
      answers[`${path} too often`] = await sendThenRead(path + asked, poor.secret, ndjson, LINES);
    }
    answers['/jobs too many inputs'] = await sendThenRead(`/jobs${asked}`, api.testKey, ndjson, LINES);
    expect(answers).toEqual(
      Object.fromEntries([
        ...['/batch', '/jobs'].flatMap((path) => [
          [`${path} unknown key`, '401'],
          [`${path} other type`, '415'],
          [`${path} compressed`, '415'],
          [`${path} no operation`, '422'],
          [`${path} unknown column`, '422'],
          [`${path} large JSON`, '413'],
          [`${path} wrong key of repetition`, '400'],
          [`${path} too often`, '429'],
        ]),
        ['/jobs too many inputs', '422'],
      ]),
    );
  });
});

it.each([
  ['application/x-ndjson', ''],
  ['text/csv', 'uprn\n'],
])(
  'a batch of a known length (%s) is answered once it has arrived in full, for proxies that drop the rest otherwise',
  async (type, head) => {
    const { rows } = await database.db.query('select uprn from addresses order by uprn limit 120');
    const lines = rows.map(({ uprn }) =>
      head ? `${uprn}\n` : `${JSON.stringify({ uprn: String(uprn) })}\n`,
    );
    const body = head + lines.join('');
    const first = head + lines.slice(0, 110).join('');
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (piece) => {
      received += piece.toString();
    });
    socket.write(
      `POST /v1/batch?operation=properties.get HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.testKey}\r\nAccept: text/csv\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${first}`,
    );
    // Long enough for the first portion to be answered and sent.
    await sleep(400);
    expect(received).toBe('');
    socket.write(body.slice(first.length));
    while (!received.endsWith('\r\n0\r\n\r\n')) await sleep(20);
    socket.destroy();
    expect(received.match(/^\d+,,200,/gm)).toHaveLength(120);
  },
);

describe('a client that waits for 100 Continue before it sends its body', () => {
  const expecting = (path: string, key: string, type: string, body: string) =>
    new Promise<(number | string)[]>((done) => {
      const asked = request(`${api.url}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          expect: '100-continue',
          'content-type': type,
          'content-length': Buffer.byteLength(body),
        },
      });
      const seen: (number | string)[] = [];
      asked.on('continue', () => {
        seen.push('continue');
        asked.end(body);
      });
      asked.on('response', (response) => {
        done([...seen, response.statusCode!]);
        asked.destroy();
      });
      asked.flushHeaders();
    });

  it.each([
    ['/batch?operation=properties.get', 'application/x-ndjson', '{"uprn":"1"}\n', 200],
    ['/jobs?operation=properties.get', 'application/x-ndjson', '{"uprn":"1"}\n', 201],
    ['/properties/within', 'application/json', '{}', 400],
    ['/watches', 'application/json', '{}', 400],
    ['/webhooks', 'application/json', '{}', 400],
  ])(
    'receives 100 Continue at %s with a valid key, and 401 with an invented key',
    async (path, type, body, status) => {
      api.clock.advance(11_000);
      expect(await expecting(path, `svc_live_${'0'.repeat(40)}`, type, body)).toEqual([401]);
      expect(await expecting(path, api.testKey, type, body)).toEqual(['continue', status]);
    },
  );
});

describe('the inputs of a job that arrive slowly', () => {
  const arrival_ms = 600;

  it('may take as long when they are repeated with their Idempotency-Key as the first time', async () => {
    const server = await startApi(
      {
        host: '127.0.0.1',
        port: 0,
        database_url: database.url,
        log_level: 'silent',
        pool_size: 4,
        statement_timeout_ms: 30_000,
        redis_url: null,
      },
      { clock: testClock(), log: pino({ level: 'silent' }), arrival_ms },
    );
    const account_id = await createAccount(database.db, 'slow', 'scale');
    const { secret } = await createKey(database.db, { account_id, mode: 'live' });
    const send = async () => {
      const response = await fetch(`${server.url}/jobs?operation=properties.get`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secret}`,
          'content-type': 'application/x-ndjson',
          'idempotency-key': 'slow',
        },
        body: (async function* () {
          for (let i = 0; i < 6; i++) {
            yield Buffer.from('{"uprn":"1"}\n');
            await sleep(arrival_ms / 3);
          }
        })(),
        duplex: 'half',
      } as RequestInit);
      return [response.status, response.headers.get('idempotency-replayed')];
    };
    expect([await send(), await send()]).toEqual([
      [201, null],
      [200, 'true'],
    ]);
    await server.close();
  });

  it('are stored however long they take, and deleted an hour after the last input arrived', async () => {
    const many = Buffer.from('{"uprn":"1"}\n'.repeat(1100));
    const count = async (what: string) =>
      (await database.db.query(`select count(*)::int as n from ${what}`)).rows[0].n;
    const pass = async (minutes: number) => {
      api.clock.advance(minutes * 60_000);
      await deleteOldJobs(database.db, api.clock.now());
      return count("jobs where state = 'receiving'");
    };
    // A thousand inputs, in portions of fifty, are stored together.
    const stored = (thousands: number) =>
      expect
        .poll(() => count("job_inputs i join jobs j on j.id = i.job_id where state = 'receiving'"))
        .toBeGreaterThanOrEqual(20 * thousands);
    const left: number[] = [];
    const response = await fetch(`${api.url}/jobs?operation=properties.get`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.testKey}`, 'content-type': 'application/x-ndjson' },
      body: (async function* () {
        for (let i = 0; i < 3; i++) {
          yield many;
          await stored(i + 1);
          left.push(await pass(50));
        }
      })(),
      duplex: 'half',
    } as RequestInit);
    expect([response.status, left]).toEqual([201, [1, 1, 1]]);
    const leaves = new AbortController();
    const abandoned = fetch(`${api.url}/jobs?operation=properties.get`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.testKey}`, 'content-type': 'application/x-ndjson' },
      body: (async function* () {
        yield many;
        await stored(1);
        left.push(await pass(50), await pass(11));
        leaves.abort();
      })(),
      duplex: 'half',
      signal: leaves.signal,
    } as RequestInit);
    await expect(abandoned).rejects.toThrow();
    expect(left.slice(3)).toEqual([1, 0]);
  });
});
