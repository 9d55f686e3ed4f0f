import { createPool, type Db } from '@domesday/db';
import type { ApiConfig } from './config.ts';

interface Databases {
  db: Db;
  replicas: Db[];
  fiction: Db | undefined;
  all: Db[];
}

/**
 * As many connections as a lone call uses at once. For one that is opened anew PostgreSQL checks the password and plans
 * each statement again, and the call after a rest waits for that.
 */
const KEPT_OPEN = 5;

/** Opens a pool to each database of the configuration, with its limits. */
export function openDatabases(config: ApiConfig): Databases {
  const open = (address: string, pooled = false): Db =>
    createPool(address, {
      max: config.pool_size,
      kept_open: Math.min(KEPT_OPEN, config.pool_size),
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
