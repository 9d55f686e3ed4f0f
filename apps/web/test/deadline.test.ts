import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fetchInTime, NoAnswer } from '../src/lib/deadline.ts';

let to: ServerResponse;
let began: () => void;
const server = createServer((_, response) => {
  to = response;
  response.write('a long ');
  began();
});

beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)));
afterEach(() => vi.useRealTimers());
afterAll(() => server.close());

async function begun(): Promise<Response> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const sent = new Promise<void>((go) => {
    began = go;
  });
  const answer = fetchInTime(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {});
  await sent;
  return answer;
}

test('an answer is read to its end as long as parts of it arrive, however slow the network is', async () => {
  const answer = await begun();
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = (await reader.read()).value!;
  for (const word of ['answer ', 'over ', 'a slow ', 'network']) {
    vi.advanceTimersByTime(50_000);
    to.write(word);
    text += (await reader.read()).value!;
  }
  to.end();
  expect((await reader.read()).done).toBe(true);
  expect(text).toBe('a long answer over a slow network');
});

test('an answer is given up if no part of it arrives for a minute', async () => {
  const answer = await begun();
  const read = expect(answer.text()).rejects.toThrow(NoAnswer);
  await new Promise(setImmediate);
  vi.advanceTimersByTime(60_001);
  await read;
});
