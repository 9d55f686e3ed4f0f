import { createPool, type Db } from '@domesday/db';
import type { ApiConfig } from './config.ts';

interface Databases {
  db: Db;
  replicas: Db[];
  fiction: Db | undefined;
  all: Db[];
}

/** Opens a pool to each database of the configuration, with its limits. */
export function openDatabases(config: ApiConfig): Databases {
  const open = (address: string, pooled = false): Db =>
    createPool(address, {
      max: config.pool_size,
      statement_timeout_ms: config.statement_timeout_ms,
      // The server cancels a statement in time; if it does not, the connection is given up shortly after.
      query_timeout_ms: config.statement_timeout_ms + 1000,
      connection_timeout_ms: 3000,
      application_name: 'domesday-api',
      pooled,
    });
  const db = open(config.database_url, config.pooled ?? false);
  const replicas = (config.read_database_urls ?? []).map((address) => open(address));
  const fiction = config.fictional_database_url ? open(config.fictional_database_url) : undefined;
  return { db, replicas, fiction, all: [db, ...replicas, ...(fiction ? [fiction] : [])] };
}
