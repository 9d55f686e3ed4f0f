import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');

it('every test file can be imported if the real samples are absent', { timeout: 240_000 }, async () => {
  // The body of a skipped `describe` runs nevertheless.
  const { stdout } = await promisify(execFile)(process.execPath, [VITEST, 'list'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, DOMESDAY_SHARED_DATA: join(import.meta.dirname, 'absent') },
    maxBuffer: 64 * 2 ** 20,
  });
  expect(stdout).toContain('every test file can be imported if the real samples are absent');
});
