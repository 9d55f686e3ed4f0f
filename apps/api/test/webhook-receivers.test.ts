import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { emptyDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addressProblemOf, createPublicPost, isPublicAddress } from '../src/http/public-fetch.ts';
import { whyUnreached } from '../src/webhooks/unreached.ts';
import { EXPIRED, KEY, SELF_SIGNED } from './certificates.ts';

let database: TestDatabase;
let api: TestApi;
const servers: { close(): unknown }[] = [];
beforeAll(async () => {
  database = await emptyDatabase();
  api = await startTestApi(database, testClock(), { webhooks_anywhere: true, messages_every_ms: 20 });
});
afterAll(async () => {
  for (const server of servers) server.close();
  await api?.close();
  await database?.drop();
});

/** An endpoint that answers the head of each request as it likes. */
function receiver(answer: (socket: Socket) => void, host = '127.0.0.1', port = 0): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => answer(socket));
    });
    server.once('error', fail).listen(port, host, () => done((server.address() as { port: number }).port));
    servers.push(server);
  });
}

/** The outcome of the first attempt. */
async function outcomeOf(url: string) {
  const { secret } = await api.newKey({ plan: 'scale' });
  const { id } = (await api.call('/webhooks', { key: secret, body: { url } })).body;
  await api.call(`/webhooks/${id}/test`, { key: secret, method: 'POST' });
  const read = async () =>
    (
      await database.db.query(
        'select status, last_status, last_error, next_at from webhook_deliveries where webhook_id = $1',
        [id],
      )
    ).rows[0];
  const over = async () => {
    const { status, last_status, last_error } = await read();
    return status !== 'pending' || last_status !== null || last_error !== null;
  };
  await expect.poll(over).toBe(true);
  return read();
}

const head = (status: string, ...headers: string[]) =>
  `${[`HTTP/1.1 ${status} x`, ...headers].join('\r\n')}\r\n\r\n`;
const LENGTH_0 = 'Content-Length: 0';

describe('a message', () => {
  it('is delivered if the response head has a 2xx status, whatever the body', async () => {
    const bodies: Record<string, (socket: Socket) => void> = {
      'HTTP/1.0 without a length': (socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nfine'),
      'nothing more': (socket) => socket.write(head('200', 'Content-Length: 400')),
      'chunks without end': (socket) => {
        socket.write(head('200', 'Transfer-Encoding: chunked'));
        const timer = setInterval(() => socket.write('5\r\nhello\r\n'), 5);
        socket.once('close', () => clearInterval(timer));
      },
      'what is not gzip': (socket) =>
        socket.end(`${head('200', 'Content-Encoding: gzip', 'Content-Length: 5')}hello`),
      'six encodings': (socket) =>
        socket.end(head('200', 'Content-Encoding: gzip, gzip, gzip, gzip, gzip, gzip', LENGTH_0)),
      'early hints before': (socket) => socket.end(head('103', 'Link: a') + head('202', LENGTH_0)),
      'a reset': (socket) => void socket.write(head('200', LENGTH_0), () => socket.resetAndDestroy()),
    };
    await Promise.all(
      Object.entries(bodies).map(async ([name, answer]) => {
        const { status, last_error } = await outcomeOf(`http://127.0.0.1:${await receiver(answer)}/`);
        expect([name, status, last_error]).toEqual([name, 'delivered', null]);
      }),
    );
    const six = await receiver((socket) => socket.end(head('200', LENGTH_0)), '::1').catch(() => null);
    if (six) expect((await outcomeOf(`http://[::1]:${six}/`)).status).toBe('delivered');
  });

  it('is tried again after any other status, which the delivery states', async () => {
    const after = async (status: number) => {
      const port = await receiver((socket) => socket.end(head(String(status), 'Location: /', LENGTH_0)));
      const told = await outcomeOf(`http://127.0.0.1:${port}/`);
      expect(told).toMatchObject({ status: 'pending', last_status: status });
      expect(told.last_error).toBe(`The endpoint answered ${status}.`);
    };
    await Promise.all([301, 304, 307, 401, 407, 408, 421, 425, 429, 500, 503, 999].map(after));
  });

  it('is tried again if the endpoint was reached but did not answer, and the error does not say unreachable', async () => {
    const closed = /^The endpoint closed the connection before it answered/;
    const unread = /^The endpoint was reached, but its answer is not readable HTTP/;
    const receivers: [RegExp, (socket: Socket) => void][] = [
      [unread, (socket) => socket.end(head('200', `X-A: ${'a'.repeat(100_000)}`, LENGTH_0))],
      [unread, (socket) => socket.end('no HTTP\r\n\r\n')],
      [unread, (socket) => socket.end(head('100'))],
      [closed, (socket) => void socket.end()],
      [closed, (socket) => void socket.end('HTTP/1.1 200 OK\r\nX-A: ')],
      [closed, (socket) => void socket.resetAndDestroy()],
    ];
    await Promise.all(
      receivers.map(async ([words, answer]) => {
        const told = await outcomeOf(`http://127.0.0.1:${await receiver(answer)}/`);
        expect(told).toMatchObject({ status: 'pending', last_status: null });
        expect(told.last_error).toMatch(words);
      }),
    );
    expect((await outcomeOf('http://127.0.0.1:1/')).last_error).toMatch(/could not be reached: ./);
  });

  it('is tried again, with the reason, if the endpoint does not answer within the time limit', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const clock = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => timeout(ms === 15_000 ? 200 : ms));
    try {
      const told = await outcomeOf(`http://127.0.0.1:${await receiver(() => {})}/`);
      expect(told).toMatchObject({ status: 'pending', last_status: null });
      expect(told.last_error).toBe('The endpoint did not answer within 15 s.');
    } finally {
      clock.mockRestore();
    }
  });

  it('reaches every port that an endpoint may have, also those that browsers block', async () => {
    const at = (port: number) => receiver((socket) => socket.end(head('200', LENGTH_0)), '127.0.0.1', port);
    const port = await Promise.any([10_080, 6000, 6566, 6697].map(at));
    expect((await outcomeOf(`http://127.0.0.1:${port}/`)).status).toBe('delivered');
  });

  it('waits as long as Retry-After asks, up to the longest wait between two attempts', async () => {
    const wait_s = async (status: number, retry_after: string) => {
      const answer = head(String(status), `Retry-After: ${retry_after}`, LENGTH_0);
      const { next_at } = await outcomeOf(
        `http://127.0.0.1:${await receiver((socket) => socket.end(answer))}/`,
      );
      return Math.round((next_at.getTime() - api.clock.now().getTime()) / 1000);
    };
    const in_an_hour = new Date(api.clock.now().getTime() + 3_600_000).toUTCString();
    const waits = await Promise.all([
      wait_s(429, '120'),
      wait_s(503, in_an_hour),
      wait_s(429, '999999999'),
      wait_s(429, '1'),
      wait_s(429, 'soon'),
      wait_s(500, '120'),
      // No number of seconds and no date of HTTP, though JavaScript reads a day of 2040.
      wait_s(503, '40.1'),
    ]);
    const expected = [120, 3600, 73_495, 5, 5, 5, 5];
    for (const [i, seconds] of expected.entries())
      expect(Math.abs(waits[i]! - seconds)).toBeLessThanOrEqual(3);
  });

  it('does not wait for messages to other endpoints, however many of them are slow', async () => {
    let slow = 0;
    const port = await receiver((socket) => {
      slow++;
      void sleep(500).then(() => socket.end(head('500', LENGTH_0)));
    });
    const accounts = await Promise.all([0, 1].map(() => api.newKey({ plan: 'scale' })));
    for (const { account_id } of accounts)
      await database.db.query(
        `with made as (
           insert into webhooks (account_id, url, secret, created_at)
             select $1, $2 || n, 'whsec_', now() from generate_series(1, 15) n returning id)
         insert into webhook_deliveries (webhook_id, type, body, created_at, next_at)
           select id, 'webhook.test', '{}', now(), $3::timestamptz - interval '1 hour' from made, generate_series(1, 100)`,
        [account_id, `http://127.0.0.1:${port}/`, api.clock.now()],
      );
    await expect.poll(() => slow).toBeGreaterThan(50);
    let before = 0;
    const healthy = await receiver((socket) => {
      before = slow;
      socket.end(head('200', LENGTH_0));
    });
    expect((await outcomeOf(`http://127.0.0.1:${healthy}/`)).status).toBe('delivered');
    expect(before).toBeLessThan(1000);
    for (const { account_id } of accounts)
      await database.db.query('delete from webhooks where account_id = $1', [account_id]);
  });

  it('is left to the next process if its process stops before the endpoint has answered', async () => {
    const other = await startTestApi(database, testClock(), { webhooks_anywhere: true });
    await api.close();
    let asked = 0;
    const port = await receiver(() => void asked++);
    const { secret } = await other.newKey({ plan: 'scale' });
    const url = `http://127.0.0.1:${port}/`;
    const { id } = (await other.call('/webhooks', { key: secret, body: { url } })).body;
    await other.call(`/webhooks/${id}/test`, { key: secret, method: 'POST' });
    await expect.poll(() => asked).toBe(1);
    await other.close();
    const { rows } = await database.db.query('select * from webhook_deliveries where webhook_id = $1', [id]);
    expect(rows).toMatchObject([{ status: 'pending', attempts: 1, last_error: null }]);
    api = await startTestApi(database, testClock(), { webhooks_anywhere: true, messages_every_ms: 20 });
  });

  it('reaches an endpoint whose TLS handshake takes some seconds', async () => {
    // Its reply is not a certificate, but the client has waited for it.
    const port = await receiver((socket) => void sleep(2500).then(() => socket.end('late')));
    const { last_error } = await outcomeOf(`https://localhost:${port}/`);
    expect(last_error).not.toMatch(/timeout/i);
  });
});

/** An endpoint that begins with TLS. */
function tlsReceiver(options: TlsOptions): Promise<number> {
  return new Promise((done) => {
    const server = createTlsServer(options, (socket) => void socket.on('error', () => {}));
    server
      .on('tlsClientError', () => {})
      .listen(0, '127.0.0.1', () => {
        done((server.address() as { port: number }).port);
      });
    servers.push(server);
  });
}

const coded = (code: string, message = '') => whyUnreached(Object.assign(new Error(message), { code }));

describe('a TLS error', () => {
  it.each<[string, () => Promise<number>, RegExp]>([
    ['signs itself', () => tlsReceiver({ key: KEY, cert: SELF_SIGNED }), /signed by itself. Use/],
    ['has expired', () => tlsReceiver({ key: KEY, cert: EXPIRED }), /has expired.* Renew/],
    ['has no certificate', () => tlsReceiver({}), /Offer TLS 1\.2 or 1\.3 with a certificate/],
    ['speaks http', () => receiver((socket) => socket.end(head('400', LENGTH_0))), /Correct the address/],
    ['hangs up', () => receiver((socket) => socket.end()), /whether it speaks https/],
  ])('is explained in words that say what to do, for an endpoint that %s', async (_, listen, words) => {
    const { last_error } = await outcomeOf(`https://localhost:${await listen()}/`);
    expect(last_error).toMatch(words);
    expect(last_error).not.toMatch(/SSL routines|openssl/);
  });

  it('is explained for host names, certificate authorities and client certificates', () => {
    expect(coded('ERR_TLS_CERT_ALTNAME_INVALID')).toMatch(/another host name/);
    expect(coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE')).toMatch(/Send the whole chain/);
    expect(coded('CERT_SIGNATURE_FAILURE')).toMatch(/refused \(CERT_SIGNATURE_FAILURE\)/);
    expect(coded('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'alert certificate required')).toMatch(
      /client/,
    );
    expect(coded('ECONNREFUSED')).toBe('The endpoint could not be reached: ECONNREFUSED');
  });
});

describe('the address of an endpoint', () => {
  it('must be no private address, however it is written, and have no password', () => {
    for (const host of [
      '127.0.0.1.',
      '0177.0.0.1',
      '0x7f.1',
      '2130706433',
      '0',
      '①②⑦.⓪.⓪.①',
      '127%2e0.0.1',
      '[::1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[fe80::1]',
      'a@example.org',
      ':b@example.org',
    ]) {
      const problem = addressProblemOf(`https://${host}/a`, 'high_ports');
      expect([host, problem]).toEqual([host, expect.any(String)]);
    }
    expect(addressProblemOf('http://a:b@127.0.0.1/', 'any')).toEqual(expect.any(String));
  });

  it('must be on the public internet, not in an unassigned range', () => {
    for (const address of [
      '::10.0.0.1',
      '4000::1',
      'e000::1',
      '100:0:0:1::1',
      'fec0::1',
      '::ffff:0:10.0.0.1',
    ])
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });

  it('is checked by what its name resolves to, also with a trailing dot', async () => {
    let asked = 0;
    const port = await receiver((socket) => {
      asked++;
      socket.end(head('200', LENGTH_0));
    });
    const message = { headers: {}, body: '{}', signal: AbortSignal.timeout(10_000) };
    for (const name of ['localhost', 'localhost.', 'LOCALHOST', 'a.localhost'])
      await expect(createPublicPost('high_ports')(`https://${name}:${port}/`, message)).rejects.toThrow(
        /not on the public internet|ENOTFOUND|EAI_AGAIN/,
      );
    expect(asked).toBe(0);
  });
});

it('deletes a watch after its last day, also if nothing is loaded', async () => {
  const { secret } = await api.newKey({ plan: 'scale' });
  const hook = { url: 'http://127.0.0.1:9/' };
  const { id: webhook_id } = (await api.call('/webhooks', { key: secret, body: hook })).body;
  const today = api.clock.now().toISOString().slice(0, 10);
  await database.db.query(
    `insert into dataset_loads (dataset, uri, content_hash, status, licence, attribution, started_at)
     values ('price-paid', 'made-up.csv', 'x', 'published', 'x', 'x', now())`,
  );
  const watch = { webhook_id, outcode: 'XE1', events: ['sold'], purpose: 'a test', ends_on: today };
  const { id } = (await api.call('/watches', { key: secret, body: watch })).body;
  await database.db.query('delete from dataset_loads');
  api.clock.set(`${today}T23:59:58Z`);
  await sleep(200);
  expect((await api.call(`/watches/${id}`, { key: secret })).status).toBe(200);
  api.clock.advance(2000);
  const status = async () => (await api.call(`/watches/${id}`, { key: secret })).status;
  await expect.poll(status).toBe(404);
  expect((await api.call('/watches', { key: secret })).body.total).toBe(0);
});
