import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount, createKey } from '@domesday/api/accounts';
import { createPool, type Db, migrate } from '@domesday/db';
import { CORE_DATASETS } from '@domesday/sandbox';
import { loadSandbox } from '@domesday/testing';
import type { Target } from './client.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { type Process, startServer } from './process.ts';
import { startProxy, type TcpProxy } from './proxy.ts';

/** The environment of every fault: a database with a small country, and a proxy in front of it. */
export interface Stage {
  folder: string;
  postgres: Postgres;
  /** Directly to the database, past the proxy. */
  db: Db;
  /** Between the API and the database. */
  wire: TcpProxy;
  /** The address of the database for the API, through the proxy. */
  wire_url: string;
  /** Length of the load before, during and after a fault, milliseconds. */
  beat_ms: number;
  /** The one API process that most faults share; started by the first. */
  api(): Promise<Process>;
  close(): Promise<void>;
}

export async function setStage(options: {
  beat_ms: number;
  folder?: string;
  settings?: Record<string, string>;
  datasets?: readonly string[];
}): Promise<Stage> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'domesday-faults-')));
  const postgres = await startPostgres(join(folder, 'postgres'), {
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    ...options.settings,
  });
  await migrate(postgres.url);
  const db = createPool(postgres.url, { max: 4 });
  await loadSandbox(db, { datasets: options.datasets ?? CORE_DATASETS, home: join(folder, 'home') });
  await db.query("insert into plans values ('faults', 2000000000, 1000000)");
  const wire = await startProxy([postgres.port]);
  const url = new URL(postgres.url);
  url.port = String(wire.port);
  let api: Promise<Process> | undefined;
  return {
    folder,
    postgres,
    db,
    wire,
    wire_url: url.href,
    beat_ms: options.beat_ms,
    api: () => {
      api ??= startServer('api', { DATABASE_URL: url.href });
      return api;
    },
    close: async () => {
      await api?.then((one) => one.stop());
      await db.end();
      await wire.close();
      await postgres.stop();
      if (!options.folder) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A new account with high limits, and a client of it. */
export async function newTarget(
  stage: Stage,
  origin: string,
  options: { kind?: 'rest' | 'mcp'; repeatable?: boolean } = {},
): Promise<Target & { account_id: string }> {
  const account_id = await createAccount(stage.db, 'made for a fault', 'faults');
  const { secret: key } = await createKey(stage.db, { account_id, mode: 'live' });
  return { kind: options.kind ?? 'rest', repeatable: options.repeatable ?? false, origin, key, account_id };
}

/**
 * The credits that an account used, by the ledger and by the counters of its months and keys, which must agree.
 */
export async function creditsFound(db: Db, account_id: string): Promise<number> {
  const { rows } = await db.query(
    `select (select coalesce(sum(credits), 0) from ledger where account_id = $1) as ledger,
            (select coalesce(sum(credits_used), 0) from account_months where account_id = $1) as account,
            (select coalesce(sum(m.credits_used), 0) from key_months m join api_keys k on k.id = m.key_id
             where k.account_id = $1) as keys`,
    [account_id],
  );
  const { ledger, account, keys } = rows[0];
  if (ledger !== account || ledger !== keys)
    throw new Error(`The books disagree: ledger ${ledger}, account ${account}, keys ${keys}.`);
  return ledger;
}

/** Number of charges of the accounts in the ledger. */
export async function chargesFound(db: Db, account_ids: string[]): Promise<number> {
  const { rows } = await db.query(
    'select count(*) as n from ledger where account_id = any ($1) and credits > 0',
    [account_ids],
  );
  return rows[0].n;
}
