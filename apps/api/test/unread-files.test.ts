import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { TRUSTED_BY_DEFAULT, trustIn } from '@domesday/open-network/address';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Listening, listen } from '../src/http/listen.ts';
import { portalFiles } from '../src/portal/files.ts';

/** Twice as large as the largest file of the portal. */
const FILE_BYTES = 2_000_000;
const folder = mkdtempSync(join(tmpdir(), 'domesday-files-'));
let server: Listening;
const sockets: Socket[] = [];

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  const page = Buffer.from('<!doctype html>'.padEnd(FILE_BYTES, 'x'));
  // As the build lays them out: each file beside its compressed forms.
  for (const name of ['index.html', 'assets/large.js']) {
    writeFileSync(join(folder, name), page);
    writeFileSync(join(folder, `${name}.gz`), gzipSync(page));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(page));
  }
  const arrival_ms = 30_000;
  const trust = trustIn(TRUSTED_BY_DEFAULT);
  server = await listen(express().use(portalFiles(folder)), {
    host: '127.0.0.1',
    port: 0,
    arrival_ms,
    trust,
  });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const MOST_MB = 400;

it(`uses less than ${MOST_MB} MB for 1,000 connections with 16 requests each for files that nobody reads`, async () => {
  const paths = ['/', '/assets/large.js', '/homes/1', '/docs'];
  const requests = (i: number) => `GET ${paths[i % paths.length]} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(16);
  const before_bytes = process.memoryUsage().rss;
  let peak_bytes = before_bytes;
  const watch = setInterval(() => {
    peak_bytes = Math.max(peak_bytes, process.memoryUsage().rss);
  }, 20);
  await Promise.all(
    Array.from(
      { length: 1000 },
      (_, i) =>
        new Promise<void>((done, fail) => {
          const socket = connect(server.port, '127.0.0.1', () => {
            socket.pause();
            socket.write(requests(i), () => done());
          });
          socket.on('error', fail);
          sockets.push(socket);
        }),
    ),
  );
  // Every connection is being answered by now, and continues until its client's window is full.
  for (let i = 0; i < 10; i++) {
    await sleep(500);
    expect((await fetch(`http://127.0.0.1:${server.port}/`, { method: 'HEAD' })).status).toBe(200);
  }
  clearInterval(watch);
  expect((peak_bytes - before_bytes) / 1024 ** 2).toBeLessThan(MOST_MB);
});
