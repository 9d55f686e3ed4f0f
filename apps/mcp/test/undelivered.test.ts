import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createUndelivered } from '../src/undelivered.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

it('releases an answer once the next request of its connection shows that it was read', async () => {
  const undelivered = createUndelivered(Date.now);
  const answers: WeakRef<object>[] = [];
  const http = createServer(async (_, response) => {
    const id = undelivered.watch(response);
    const result = await undelivered.answer(id, `call ${answers.length}`, async () => ({ content: [] }));
    answers.push(new WeakRef(result));
    response.end('{}');
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const { port } = http.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<void>((done, fail) => {
      request({ port, host: '127.0.0.1', agent }, (response) => response.resume().on('end', done))
        .on('error', fail)
        .end();
    });
  await ask();
  // The server notices the next request after it has finished this one.
  await sleep(50);
  await ask();
  collect();
  expect(answers.map((answer) => answer.deref() !== undefined)).toEqual([false, true]);
  agent.destroy();
  await new Promise((done) => http.close(done));
});

it('repeats a paid answer for a minute after its first cut, however often it is cut again', async () => {
  let now_ms = 0;
  let asked = 0;
  const undelivered = createUndelivered(() => now_ms);
  const http = createServer(async (_, response) => {
    const id = undelivered.watch(response);
    await undelivered.answer(id, 'the same call', async () => {
      asked++;
      return { content: [] };
    });
    response.socket!.destroy();
    response.end('{}');
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const { port } = http.address() as AddressInfo;
  const ask = async () => {
    await new Promise<void>((done) =>
      request({ port, host: '127.0.0.1' })
        .on('error', () => done())
        .end(),
    );
    await sleep(50);
  };
  for (now_ms = 0; now_ms <= 50_000; now_ms += 25_000) await ask();
  expect(asked).toBe(1);
  now_ms = 65_000;
  await ask();
  expect(asked).toBe(2);
  await new Promise((done) => http.close(done));
});
