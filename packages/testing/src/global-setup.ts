import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@domesday/db';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { forgetOperator } from './own-settings.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    serverUrl: string;
    /** Prefix of the names of this run's databases. */
    databasePrefix: string;
    scratchFolder: string;
  }
}

/**
 * One PostgreSQL for the whole run: the server in TEST_DATABASE_URL if set (its user must be able to create databases),
 * else an embedded one in a temporary folder. Each run has its own databases, even on a permanent server, since the
 * schema may have changed since an earlier run.
 */
export default async function setup(project: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  forgetOperator();
  const scratchFolder = await mkdtemp(join(tmpdir(), 'domesday-test-'));
  const external = process.env.TEST_DATABASE_URL;
  const databasePrefix = `domesday_test_${randomBytes(4).toString('hex')}`;
  const server = external
    ? { url: external, stop: () => dropDatabases(external, databasePrefix) }
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
  project.provide('databasePrefix', databasePrefix);
  project.provide('scratchFolder', scratchFolder);
  return async () => {
    await server.stop();
    await rm(scratchFolder, { recursive: true, force: true });
  };
}

async function dropDatabases(server: string, prefix: string): Promise<void> {
  const url = new URL(server);
  url.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  try {
    const { rows } = await admin.query('select datname from pg_database where starts_with(datname, $1)', [
      prefix,
    ]);
    for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`);
  } finally {
    await admin.end();
  }
}
