import { sendBytes } from '@domesday/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMcpServer } from '../src/index.ts';
import { startStandInApi } from './stand-in-api.ts';

// Requests that HTTP allows and few clients send. The API answers them too: every-refusal.test.ts,
// early-answers.test.ts.
let api: Awaited<ReturnType<typeof startStandInApi>>;
let server: ReturnType<typeof createMcpServer>;
let url: URL;
const lines: string[] = [];
beforeAll(async () => {
  api = await startStandInApi();
  server = createMcpServer({
    apiUrl: api.url,
    log: pino({}, { write: (line: string) => void lines.push(line) }),
  });
  url = new URL((await server.listen()).url);
});
afterAll(async () => {
  await server?.close();
  await api?.close();
});

const answered = (first: string, ...more: string[]) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const head = [first, ...more, 'Content-Type: application/json', `Content-Length: ${body.length}`];
  return sendBytes(url, Buffer.from(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`), 10_000);
};

it.each([
  ['the full URL instead of the path, which every server must accept', (at: URL) => `POST ${at} HTTP/1.1`],
  ['the full URL with a query', (at: URL) => `POST ${at}?a=b HTTP/1.1`],
  ['the path in HTTP/1.0', () => 'POST /mcp HTTP/1.0'],
])('answers a message to %s', async (_name, line) => {
  const { status, text } = await answered(line(url), `Host: ${url.host}`);
  expect([status, text]).toEqual([200, expect.stringContaining('"result":{}')]);
});

it('ignores an unknown Expect header', async () => {
  const { status } = await answered('POST /mcp HTTP/1.1', `Host: ${url.host}`, 'Expect: something');
  expect(status).toBe(200);
});

it('refuses a foreign Host header beside its own absolute URL', async () => {
  const { status } = await answered(`POST ${url} HTTP/1.1`, 'Host: other.example.org');
  expect(status).toBe(403);
});

it.each([
  ['bytes that are not HTTP', 400, 'GET\r\n\r\n'],
  ['the method CONNECT', 405, 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n'],
  ['a request without a host', 400, 'POST /mcp HTTP/1.1\r\nContent-Length: 0\r\n\r\n'],
  [
    'two Host headers',
    400,
    'POST /mcp HTTP/1.1\r\nHost: localhost\r\nHost: a.example\r\nContent-Length: 0\r\n\r\n',
  ],
  [
    'two Authorization headers',
    400,
    'POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nContent-Length: 0\r\n\r\n',
  ],
  [
    'headers that are too long',
    431,
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
  ],
])('says in an uncacheable body why it refuses %s', async (_name, expected, bytes) => {
  const { status, headers, text } = await sendBytes(url, Buffer.from(bytes), 10_000);
  expect([status, headers['cache-control']]).toEqual([expected, 'no-store']);
  const { error, id } = JSON.parse(text);
  expect(id).toBe(null);
  expect(error.message).toMatch(/^[A-Z].{10,}\.$/);
});

it('logs connections that it refuses before they send a readable request', async () => {
  lines.length = 0;
  await sendBytes(url, Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01', 'latin1'), 10_000);
  expect(lines.map((line) => JSON.parse(line).turned_away)).toEqual(['tls']);
});
