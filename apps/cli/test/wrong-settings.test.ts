import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@domesday/testing/free-port';
import { expect, it } from 'vitest';
import { domesday } from './domesday.ts';

it('names every setting that the servers would refuse at a start, before a database is created', async () => {
  const home = await mkdtemp(join(tmpdir(), 'domesday-cli-'));
  try {
    const { code, err } = await domesday(['up'], {
      ...{ DOMESDAY_HOME: home, API_PORT: String(await freePort()), MCP_PORT: String(await freePort()) },
      ...{ POOL_SIZE: 'ten', MCP_TIMEOUT_MS: '30s', LOG_LEVEL: 'loud' },
    });
    expect(code).toBe(1);
    const said = err.trim().split('\n');
    expect(said.map((line) => line.replace(/^error: /, '').split(' ')[0])).toEqual([
      'POOL_SIZE',
      'LOG_LEVEL',
      'MCP_TIMEOUT_MS',
    ]);
    expect(await readdir(home)).toEqual([]);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
