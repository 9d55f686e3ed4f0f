import type { AddressInfo } from 'node:net';
import { sandboxDatabase } from '@domesday/testing';
import express from 'express';
import { expect, it } from 'vitest';
import { readyProbe } from '../src/http/health/ready.ts';

const STANDSTILL_MS = 2500;

it('does not mistake its own blocked event loop for a database that does not answer', async () => {
  const database = await sandboxDatabase();
  const { db } = database;
  const probe = readyProbe(
    db,
    async () => ({ db }),
    Date.now,
    () => false,
  );
  const server = express()
    .get('/health/ready', (req, res) => {
      const answered = probe(req, res);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STANDSTILL_MS);
      return answered;
    })
    .listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
  expect([answer.status, await answer.json()]).toMatchObject([200, { ready: true }]);
  server.close();
  await database.drop();
});
