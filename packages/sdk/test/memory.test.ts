import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createClient } from '../src/index.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const line = (index: number) =>
  `${JSON.stringify({ index, status: 200, credits: 0, body: { pad: 'x'.repeat(20_000) } })}\n`;

const client = createClient({
  apiKey: 'svc_test_key',
  baseUrl: 'https://api.example',
  fetch: async (request) => {
    if (request.method === 'GET') return new Response(endless());
    const { length } = (await request.text()).trim().split('\n');
    return new Response(Array.from({ length }, (_, i) => line(i)).join(''));
  },
});

function endless(): ReadableStream {
  let index = 0;
  return new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(line(index++))),
  });
}

function* inputs() {
  for (;;) yield { uprn: '1' };
}

/**
 * Bytes in use after this many further lines: the least of several collections, since buffers are freed a little later.
 */
async function heldAfter(lines: AsyncIterator<unknown>, count: number): Promise<number> {
  for (let i = 0; i < count; i++) await lines.next();
  const held: number[] = [];
  for (let i = 0; i < 5; i++) {
    await new Promise((done) => setTimeout(done, 50));
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    held.push(heapUsed + arrayBuffers);
  }
  return Math.min(...held);
}

it.each([
  ['a batch', () => client.batch('properties.get', inputs(), { portion: 20 })],
  ['a job', () => client.jobs.results('made-up')],
])('holds no results of %s in memory that its reader has used', async (_, read) => {
  const lines = read();
  const before = await heldAfter(lines, 500);
  const after = await heldAfter(lines, 3000);
  await lines.return();
  // All results together are 60 MB. Other tests in this process may hold some memory too.
  expect(after - before).toBeLessThan(30_000_000);
});
