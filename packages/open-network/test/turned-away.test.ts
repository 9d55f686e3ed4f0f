import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { logTurnedAway, type TurnedAway } from '../src/turned-away.ts';
import { answerUnreadable } from '../src/unreadable.ts';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** Sends the bytes to a new server. Returns the reasons for which it refused them. */
async function turnedAway(sent: string): Promise<TurnedAway[]> {
  const reasons: TurnedAway[] = [];
  const server = createServer({ headersTimeout: 100, connectionsCheckingInterval: 20 });
  answerUnreadable(
    server,
    () => '',
    (reason) => reasons.push(reason),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push({
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  const ended = new Promise((done) => socket.once('close', done));
  socket.write(Buffer.from(sent, 'latin1'));
  await ended;
  return reasons;
}

it.each<[TurnedAway, string]>([
  ['tls', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['proxy_protocol', 'PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['proxy_protocol', '\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c'],
  ['http2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['not_http', 'GET\r\n\r\n'],
  ['too_large', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['connect', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['late', 'GET / HTTP/1.1\r\nHost: a\r\n'],
])(
  'reports the reason for which a connection was refused before there was a request: %s',
  async (reason, sent) => {
    expect(await turnedAway(sent)).toEqual([reason]);
  },
);

it('does not report a connection without a request, as browsers open them', async () => {
  expect(await turnedAway('')).toEqual([]);
});

it('logs the first refusal for a reason at once, and those that follow soon as one count', async () => {
  const lines: [string, number][] = [];
  const info = ({ turned_away, count }: { turned_away: string; count: number }) =>
    void lines.push([turned_away, count]);
  const tell = logTurnedAway({ info } as Parameters<typeof logTurnedAway>[0], 60);
  for (let i = 0; i < 1000; i++) tell('tls');
  for (let i = 0; i < 2; i++) tell('late');
  const at_once: [string, number][] = [
    ['tls', 1],
    ['late', 1],
  ];
  expect(lines).toEqual(at_once);
  const later: [string, number][] = [
    ['tls', 999],
    ['late', 1],
  ];
  await expect.poll(() => lines).toEqual([...at_once, ...later]);
  await sleep(200);
  tell('tls');
  expect(lines).toEqual([...at_once, ...later, ['tls', 1]]);
});
