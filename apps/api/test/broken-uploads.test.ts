import { connect, type Socket } from 'node:net';
import { startApi } from '@domesday/api';
import { createAccount, createKey } from '@domesday/api/accounts';
import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const LINES: string[] = [];
const { house } = sandboxSamples();
const INPUT = `${JSON.stringify({ uprn: String(house.uprn) })}\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const metrics_token = 'made-up-token-of-the-collector';

let database: TestDatabase;
let api: Awaited<ReturnType<typeof startApi>>;
let secret: string;
beforeAll(async () => {
  database = await sandboxDatabase();
  const config = { host: '127.0.0.1', port: 0, database_url: database.url, redis_url: null };
  const limits = { log_level: 'info', pool_size: 4, statement_timeout_ms: 5000, metrics_token };
  const log = pino({ level: 'info' }, { write: (line: string) => void LINES.push(line) });
  api = await startApi({ ...config, ...limits }, { clock: testClock(), log, arrival_ms: 30_000 });
  const account_id = await createAccount(database.db, 'broken uploads', 'scale');
  ({ secret } = await createKey(database.db, { account_id, mode: 'live' }));
});
beforeEach(() => {
  LINES.length = 0;
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

/** A request whose body continues, and everything that its connection receives until it closes. */
function upload(path: string) {
  const socket: Socket = connect({
    port: Number(new URL(api.url).port),
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  let text = '';
  socket.on('data', (piece) => {
    text += piece;
  });
  socket.on('error', () => {});
  const closed = new Promise<string>((done) => socket.once('close', () => done(text)));
  socket.on('end', () => socket.end());
  const type = 'Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked';
  const head = `POST /v1${path}?operation=properties.get HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${secret}`;
  socket.write(`${head}\r\n${type}\r\n\r\n${chunk(INPUT)}`);
  return { socket, closed, text: () => text };
}

describe('an upload that breaks off', () => {
  it.each([
    ['that continues with bytes that are not HTTP', 'no chunk\r\n'],
    ['whose connection ends before its last chunk', null],
  ])('ends answers that have begun, without adding an error to them: one %s', async (_, rest) => {
    const { socket, closed, text } = upload('/batch');
    await expect.poll(text).toContain('"index":0');
    if (rest === null) socket.end();
    else socket.write(rest);
    const whole = await closed;
    expect(whole.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(whole).not.toContain('"error"');
    // The last chunk is missing, so that a partial answer is not taken for the whole.
    expect(whole.endsWith('0\r\n\r\n')).toBe(false);
  });

  it('is refused with 400 if no answer has begun', async () => {
    const { socket, closed } = upload('/jobs');
    socket.write('no chunk\r\n');
    expect(await closed).toMatch(/^HTTP\/1\.1 400 .*"malformed_request"/s);
  });

  it.each(['/batch', '/jobs'])('is not logged as a server fault if the client left: %s', async (path) => {
    const { socket, text } = upload(path);
    if (path === '/batch') await expect.poll(text).toContain('"index":0');
    socket.resetAndDestroy();
    await expect.poll(() => LINES.some((line) => line.includes('"status":499'))).toBe(true);
    const metrics = await fetch(api.url.replace('/v1', '/metrics'), {
      headers: { authorization: `Bearer ${metrics_token}` },
    });
    expect(await metrics.text()).not.toMatch(/refused_total\{code="(unavailable|internal_error)"\}/);
    expect(LINES.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)).toEqual([]);
  });
});
