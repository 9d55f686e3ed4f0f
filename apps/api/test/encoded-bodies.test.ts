import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

const MARK = '\uFEFF';
const withBody = operationTable
  .filter(({ method }) => method === 'post')
  .map((entry) => {
    const { path, body } = exampleCall(entry);
    return { path, type: 'application/json', body: JSON.stringify(body) };
  });
const home = { address: '9 Quaxley Street', postcode: 'XE1 1AA' };
const operation = 'addresses.match';
const batches = [
  { path: `/batch?operation=${operation}`, type: 'application/x-ndjson', body: `${JSON.stringify(home)}\n` },
  {
    path: `/batch?operation=${operation}`,
    type: 'text/csv',
    body: '"address",postcode\n9 Quaxley Street,XE1 1AA\n',
  },
  { path: '/batch', type: 'application/json', body: JSON.stringify({ operation, items: [home] }) },
];
const every = [...withBody, ...batches];

async function send(path: string, type: string, body: string | Uint8Array, encoding?: string) {
  api.clock.advance(1000);
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${api.testKey}`,
      'content-type': type,
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    },
    body: body as never,
  });
  return { status: response.status, text: await response.text() };
}
const at = (path: string) => `${api.url}${path}`;

describe('a body', () => {
  it.each(every)('of $type to $path may begin with a byte order mark', async ({ path, type, body }) => {
    const plain = await send(at(path), type, body);
    const marked = await send(at(path), type, `${MARK}${body}`);
    const bare = (text: string) => text.replaceAll(/"(req_\w+(\.\d+)?)"/g, '""');
    expect([marked.status, bare(marked.text)]).toEqual([plain.status, bare(plain.text)]);
    expect(plain.text).toMatch(/"status":200|"data"|"meta"|"valuation"/);
  });

  it('may begin with a byte order mark that arrives byte by byte', async () => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      received += piece;
    });
    socket.write(
      `POST /v1/batch?operation=${operation} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.testKey}\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    for (const byte of Buffer.from(`${MARK}${JSON.stringify(home)}\n`).subarray(0, 6)) {
      socket.write(Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]));
      await sleep(5);
    }
    const rest = `${JSON.stringify(home)}\n`.slice(3);
    socket.write(`${rest.length.toString(16)}\r\n${rest}\r\n0\r\n\r\n`);
    while (!received.endsWith('0\r\n\r\n')) await sleep(10);
    socket.destroy();
    expect(received).toContain('{"index":0,"status":200');
  });

  const packed = [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    [', gzip', gzipSync],
    ['x-unheard-of', (text: string) => Buffer.from(text)],
  ] as const;
  const taken = [...every, { path: '/portal/session', type: 'application/json', body: '{"key":"x"}' }];
  it.each(taken)(
    'of $type to $path is refused as a whole if it is compressed',
    async ({ path, type, body }) => {
      for (const [encoding, pack] of packed) {
        const where = path.startsWith('/portal') ? new URL(path, api.url).href : at(path);
        const { status, text } = await send(where, type, pack(body), encoding);
        expect([encoding, status]).toEqual([encoding, 415]);
        expect(JSON.parse(text).error).toMatchObject({
          code: 'unsupported_media_type',
          message: expect.stringContaining('Content-Encoding'),
        });
      }
      const where = path.startsWith('/portal') ? new URL(path, api.url).href : at(path);
      for (const plain of ['identity', '', ',', 'identity, '])
        expect([plain, (await send(where, type, body, plain)).status]).not.toEqual([plain, 415]);
    },
  );
});

it('lists in the answer to OPTIONS the methods of every path that takes a body, and of the batch', async () => {
  const paths = [...new Set([...withBody.map(({ path }) => path), '/batch'])];
  for (const path of paths) {
    const answer = await api.call(path, { method: 'OPTIONS', key: null });
    expect([path, answer.status, answer.headers.get('allow'), answer.body.methods]).toEqual([
      path,
      200,
      'POST, OPTIONS',
      ['POST', 'OPTIONS'],
    ]);
  }
});
