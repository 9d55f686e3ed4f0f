import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@domesday/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asApiError } from '../errors.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-socket-'));
  // The files that a killed PostgreSQL leaves.
  await writeFile(join(folder, '.s.PGSQL.2'), '');
});
afterAll(() => rm(folder, { recursive: true }));

/** The error of a statement that is sent to this database. */
async function errorOf(url: string): Promise<Error> {
  const pool = createPool(url, { max: 1 });
  try {
    await pool.query('select 1');
  } catch (error) {
    return error as Error;
  } finally {
    await pool.end();
  }
  throw new Error('It was answered.');
}

const socket = (port: number) =>
  `postgres://nobody@localhost:${port}/none?host=${encodeURIComponent(folder)}`;

it('answers 503 if the socket of PostgreSQL is missing or is a file, or if nobody listens at its port', async () => {
  const free = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => free.once('listening', listening));
  const { port } = free.address() as { port: number };
  await new Promise((closed) => free.close(closed));
  for (const [url, code] of [
    [socket(1), 'ENOENT'],
    [socket(2), 'ECONNREFUSED'],
    [`postgres://nobody@127.0.0.1:${port}/none`, 'ECONNREFUSED'],
  ] as const) {
    const error = await errorOf(url);
    const { status, retry_after_s } = asApiError(error).error;
    expect({ code: (error as { code?: string }).code, status, retry_after_s }).toEqual({
      code,
      status: 503,
      retry_after_s: 2,
    });
  }
});

it('answers 503 if PostgreSQL refuses a connection by an internal fault, as with a full disk', async () => {
  const text = 'SFATAL\0VFATAL\0CXX000\0Mcould not write init file\0\0';
  const refusal = Buffer.alloc(5 + text.length);
  refusal.write('E');
  refusal.writeInt32BE(4 + text.length, 1);
  refusal.write(text, 5);
  const full = createServer((client) => client.once('data', () => client.end(refusal))).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((listening) => full.once('listening', listening));
  const { port } = full.address() as { port: number };
  const error = await errorOf(`postgres://nobody@127.0.0.1:${port}/none`);
  expect(error.message).toContain('could not write init file');
  expect(asApiError(error).error).toMatchObject({ status: 503, retry_after_s: 2 });
  full.close();
});
