import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { startEmbedded } from './embedded.ts';
import { startFailure } from './embedded-failure.ts';
import { createPool } from './pool.ts';

it.runIf(process.getuid?.() === 0)(
  'makes its folder if root may not create a user namespace, and names a folder that its user may not enter',
  async () => {
    const bin = await mkdtemp(join(tmpdir(), 'domesday-without-unshare-'));
    await writeFile(join(bin, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
    const closed = startEmbedded({ folder: join(bin, 'closed', 'postgres') });
    await expect(closed).rejects.toThrow(`may not enter ${bin}. Name a folder elsewhere in DOMESDAY_HOME`);
    await chmod(bin, 0o755);
    const server = await startEmbedded({ folder: join(bin, 'new', 'home', 'postgres') });
    await server.stop();
    expect((await stat(join(bin, 'new', 'home', 'postgres'))).mode & 0o777).toBe(0o700);
    vi.unstubAllEnvs();
    await rm(bin, { recursive: true, force: true });
  },
);

it('says that it needs a user of the system if a container runs it with an unknown user id', async () => {
  // What initdb of PostgreSQL 18 says.
  const said = 'initdb ended with 1: initdb: could not look up effective user ID 12345: user does not exist';
  const { message } = await startFailure('its data folder could not be made', said, tmpdir());
  expect(message).toMatch(/^The embedded PostgreSQL runs only as a user of this system, .*DATABASE_URL/);
});

it('reaches its server even if environment variables of PostgreSQL clients ask for encryption and another server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'domesday-other-clients-'));
  for (const [name, value] of Object.entries({ PGSSLMODE: 'require', PGHOST: '192.0.2.1', PGPORT: '1' }))
    vi.stubEnv(name, value);
  const server = await startEmbedded({ folder });
  try {
    for (const url of [server.url, server.local_url]) {
      const db = createPool(url, { max: 1 });
      expect((await db.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
      await db.end();
    }
  } finally {
    await server.stop();
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  }
});

const hasNetworks = spawnSync('unshare', ['--net', 'true']).status === 0;
it.runIf(hasNetworks)(
  'says at once that the machine has no loopback address, and does not wait for it',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'domesday-without-loopback-'));
    const script = `import { startEmbedded } from ${JSON.stringify(import.meta.resolve('./embedded.ts'))};
      await startEmbedded({ folder: ${JSON.stringify(folder)} }).catch(({ message }) => console.log(message));`;
    const run = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', script];
    for (const before of ['true', 'ip link set lo up && ip addr del 127.0.0.1/8 dev lo']) {
      const within = ['--net', 'sh', '-c', `${before}; exec "$@"`, 'sh', ...run];
      const { stdout } = spawnSync('unshare', within, { encoding: 'utf8' });
      expect(stdout).toMatch(
        /^The embedded PostgreSQL is reached at 127\.0\.0\.1, which this machine does not have \(/,
      );
      expect(stdout).toContain('set DATABASE_URL');
    }
    await rm(folder, { recursive: true, force: true });
  },
);
