import { connect } from 'node:net';
import { trustIn } from '@domesday/open-network/address';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allowLongBody, type Listening, listen } from './listen.ts';

let server: Listening;
beforeAll(async () => {
  const app = express();
  app.post('/:answer', (req, res) => {
    allowLongBody(req);
    // Replaces the minute after which a connection is closed.
    req.socket.setTimeout(100);
    if (req.params.answer === 'begun') res.write('line\n');
    req.on('error', () => {}).resume();
  });
  const trust = trustIn([]);
  server = await listen(app, { host: '127.0.0.1', port: 0, arrival_ms: 60_000, trust });
});
afterAll(() => server?.close());

/** The answer to a body that stops halfway. */
const answered = (path: string) =>
  new Promise<string>((done) => {
    let text = '';
    const socket = connect(server.port, '127.0.0.1');
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    socket.once('close', () => done(text));
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"uprn":"1"}\n`);
  });

it('answers 408 with the reason if a body stops arriving, unless the answer has begun', async () => {
  const text = await answered('/waits');
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  expect(JSON.parse(text.split('\r\n\r\n')[1]!).error).toMatchObject({
    code: 'malformed_request',
    message: 'The request took too long to arrive.',
    status: 408,
  });
  const begun = await answered('/begun');
  expect(begun).toMatch(/^HTTP\/1\.1 200 /);
  expect(begun).not.toContain('408');
});
