import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ALONE = pathToFileURL(join(import.meta.dirname, 'run/alone.mjs')).href;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'domesday-alone-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A process that writes one line when it begins and one when it ends, and waits in between. */
function worker(name: string, wait_ms: number) {
  const program = `
    import { appendFileSync } from 'node:fs';
    import { alone } from ${JSON.stringify(ALONE)};
    const log = (what) => appendFileSync(${JSON.stringify(join(folder, 'log'))}, what + '\\n');
    alone(${JSON.stringify(join(folder, 'lock'))}, () => {
      log('begin ${name}');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${wait_ms});
      log('end ${name}');
    });`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
}

const log = async (): Promise<string[]> =>
  (await readFile(join(folder, 'log'), 'utf8').catch(() => '')).trim().split('\n');

it('lets only one command at a time prepare the checkout, even after one was killed', async () => {
  const killed = worker('killed', 600_000);
  await expect.poll(log).toContain('begin killed');
  const others = ['a', 'b', 'c'].map((name) => worker(name, 300));
  const ends = others.map((child) => once(child, 'exit'));
  killed.kill('SIGKILL');
  await Promise.all(ends);
  const lines = (await log()).slice(1);
  expect(lines).toHaveLength(6);
  for (let i = 0; i < lines.length; i += 2) expect(lines[i + 1]).toBe(lines[i]!.replace('begin', 'end'));
});
