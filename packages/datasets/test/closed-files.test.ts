import { link, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { registry } from '@domesday/datasets/registry';
import { refusal, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// A server may load for months: files that refusals leave open would add up until no file can be opened.

const BEGINNINGS = { 'page.csv': '<html>', 'cut.json': '{"records": [' };
/** Longer than any stream reads ahead, so that no file is closed because it was read to its end. */
const rest = '<p>Not a table.</p>\n'.repeat(80_000);

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
  for (const [name, begin] of Object.entries(BEGINNINGS)) await s.file(begin + rest, name);
});
afterAll(() => s?.drop());

async function filesOpen(name: string): Promise<number> {
  const open = await readdir('/proc/self/fd');
  const paths = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return paths.filter((path) => path.endsWith(name)).length;
}

describe.skipIf(process.platform !== 'linux')('a file that is refused', () => {
  it.each(Object.keys(registry))('is closed by %s', async (id) => {
    for (const end of Object.keys(BEGINNINGS)) {
      const name = `${id}-${end}`;
      await link(join(s.folder, end), join(s.folder, name));
      await refusal(s.load(id, [join(s.folder, name)])).catch(() => {});
      await expect.poll(() => filesOpen(name)).toBe(0);
    }
  });
});
