import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { startEmbedded } from './embedded.ts';

it.runIf(process.getuid?.() === 0)(
  'starts in a folder that it makes where root may make no user namespace, and names one that its user may not enter',
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
