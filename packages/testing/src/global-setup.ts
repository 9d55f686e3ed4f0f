import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@domesday/db';
import type { TestProject } from 'vitest/node';
import { forgetOperator } from './own-settings.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    serverUrl: string;
    scratchFolder: string;
  }
}

/**
 * One PostgreSQL for the whole run: the server in TEST_DATABASE_URL if set (its user must be able to create databases),
 * else an embedded one in a temporary folder.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  forgetOperator();
  const scratchFolder = await mkdtemp(join(tmpdir(), 'domesday-test-'));
  const external = process.env.TEST_DATABASE_URL;
  const server = external
    ? { url: external, stop: async () => {} }
    : await startEmbedded({
        folder: join(scratchFolder, 'postgres'),
        settings: {
          max_connections: '200',
          fsync: 'off',
          full_page_writes: 'off',
          synchronous_commit: 'on',
          shared_buffers: '128MB',
        },
      });
  project.provide('serverUrl', server.url);
  project.provide('scratchFolder', scratchFolder);
  return async () => {
    await server.stop();
    await rm(scratchFolder, { recursive: true, force: true });
  };
}
