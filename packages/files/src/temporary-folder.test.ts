import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainModule } from '@domesday/testing/plain-module';
import { afterEach, beforeEach, expect, it } from 'vitest';

let temporary: string;
let module: string;
const started: ChildProcess[] = [];
beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'domesday-temporary-'));
  module = await plainModule(join(import.meta.dirname, 'temporary-folder.ts'), temporary);
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await rm(temporary, { recursive: true, force: true });
});

/** Starts a process that unpacks something and then waits; returns the process and its folder. */
async function unpacking(): Promise<[ChildProcess, string]> {
  const script = join(temporary, 'unpack.mjs');
  await writeFile(
    script,
    `import { writeFileSync } from 'node:fs';
    import { temporaryFolder } from '${module}';
    const folder = await temporaryFolder('unpacked');
    writeFileSync(folder + '/data', 'unpacked');
    console.log(folder);
    setInterval(() => {}, 1000);`,
  );
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, TMPDIR: temporary, TEMP: temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const [line] = await once(child.stdout!, 'data');
  return [child, String(line).trim()];
}

it.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'removes the unpacked files when %s ends the process, and the process still ends by that signal',
  async (signal) => {
    const [child, folder] = await unpacking();
    child.kill(signal);
    expect((await once(child, 'exit'))[1]).toBe(signal);
    expect(existsSync(folder)).toBe(false);
  },
);

it('removes the unpacked files of a killed process, and none of a living one', async () => {
  const [killed, left] = await unpacking();
  const [, in_use] = await unpacking();
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const [, own] = await unpacking();
  expect([left, in_use, own].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  expect(await readdir(in_use)).toEqual(['data']);
});
