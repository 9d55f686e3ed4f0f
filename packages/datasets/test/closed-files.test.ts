import { readdir, readlink } from 'node:fs/promises';
import { registry } from '@domesday/datasets/registry';
import { type Bench, openBench } from '@domesday/testing/location-bench';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// A server loads for months: what a refusal leaves open adds up until nothing can be opened.

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench?.close());

/** Longer than any stream reads ahead, so that nothing closes by coming to its end. */
const rest = '<p>Not a table.</p>\n'.repeat(200_000);

async function filesOpen(name: string): Promise<number> {
  const open = await readdir('/proc/self/fd');
  const paths = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return paths.filter((path) => path.endsWith(name)).length;
}

describe.skipIf(process.platform !== 'linux')('a file that is refused', () => {
  it.each(Object.keys(registry))('is closed by %s', async (id) => {
    for (const [end, begin] of Object.entries({ 'page.csv': '<html>', 'cut.json': '{"records": [' })) {
      const name = `${id}-${end}`;
      await bench.refusal(id, name, begin + rest).catch(() => {});
      await expect.poll(() => filesOpen(name)).toBe(0);
    }
  });
});
