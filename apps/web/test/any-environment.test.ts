import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const web = resolve(import.meta.dirname, '..');
const vite = resolve(web, '../../node_modules/vite/bin/vite.js');

/** The names of the files that are built with this `NODE_ENV`; the names contain a hash of the content. */
async function built(NODE_ENV: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'domesday-portal-'));
  const to = ['--outDir', relative(web, folder), '--emptyOutDir'];
  const how = ['--logLevel', 'warn', '--configLoader', 'runner'];
  try {
    await promisify(execFile)(process.execPath, [vite, 'build', ...to, ...how], {
      cwd: web,
      env: { ...process.env, NODE_ENV },
    });
    return (await readdir(join(folder, 'assets'))).sort();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

it('builds the same portal whatever NODE_ENV the shell has', async () => {
  const [usual, ...others] = await Promise.all(['production', 'development', 'test'].map(built));
  expect(usual!.length).toBeGreaterThan(20);
  expect(others).toEqual([usual, usual]);
});
