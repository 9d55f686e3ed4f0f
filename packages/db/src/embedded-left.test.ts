import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbedded } from './embedded.ts';

// A loss of power may leave files that were not yet on the disk with their names but without content.

const folder = await mkdtemp(join(tmpdir(), 'domesday-left-'));
const data = join(folder, 'data');
const pid_file = join(data, 'postmaster.pid');
const started = () =>
  startEmbedded({ folder }).then(
    async (server) => {
      await server.stop();
      return 'it has started';
    },
    ({ message }: Error) => message,
  );
beforeAll(async () => void (await started()));
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each([
  ['global/pg_filenode.map', 'its file'],
  ['global/pg_control', 'its file'],
  ['PG_VERSION', 'its file'],
  ['pg_hba.conf', 'its file'],
  ['base/database/PG_VERSION', 'its file'],
  ['base/database/pg_filenode.map', 'its file'],
  ['pg_xact/0000', 'Could not read from file'],
  ['pg_multixact/offsets/0000', 'Could not read from file'],
  ['pg_logical/replorigin_checkpoint', 'could not read file'],
])('refuses a data folder whose file %s is empty, and says so', async (name, problem) => {
  const oids = (await readdir(join(data, 'base'))).map(Number).sort((a, b) => a - b);
  const part = name.replace('database', String(oids.at(-1)));
  const file = join(data, part);
  const before = await readFile(file);
  await writeFile(file, '');
  const message = await started();
  expect(message).toContain(`${data} is not whole: ${problem}`);
  expect(message).toContain(part);
  expect(existsSync(pid_file)).toBe(false);
  await writeFile(file, before);
});

it('starts despite an old empty postmaster.pid, but not if the file has just been made', async () => {
  await writeFile(pid_file, '');
  expect(await started()).toMatch(`The file ${pid_file} is empty, as a loss of power leaves it`);
  const two_minutes_ago = new Date(Date.now() - 120_000);
  await utimes(pid_file, two_minutes_ago, two_minutes_ago);
  expect(await started()).toBe('it has started');
});
