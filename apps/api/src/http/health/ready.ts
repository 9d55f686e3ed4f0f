import { setTimeout as sleep } from 'node:timers/promises';
import { latestLoads } from '@domesday/builds/releases';
import type { Schema } from '@domesday/contract';
import { type Db, EXTENSIONS, isUnnamedPooler, migrations } from '@domesday/db';
import { operatorCommand } from '@domesday/loading/operator-command';
import type { Request, Response } from 'express';
import { isCertificateTrouble } from '../errors.ts';
import { appliedMigrations, lackingExtensions, refusesWrites } from './ready.query.ts';

type Check = Schema<'ReadinessCheck'>;

/** The database has 20 times 100 ms to answer. Counted in steps, so that a pause of this process uses up only one. */
const PATIENCE_STEPS = 20;
const STEP_MS = 100;
const FRESH_MS = 1000;
const NO_SUCH_TABLE = '42P01';

/**
 * Checks what this server needs to answer requests. The first database holds the books and must take charges; the
 * others are what answers are read from, and may be the same. `full` means that the books' disk is full. Throws if a
 * database does not answer.
 */
export async function readinessOf(
  databases: [books: Db, ...Db[]],
  loaded: number,
  full: boolean,
): Promise<Check[]> {
  const refusal = refusalOf(await refusesWrites.first(databases[0])) ?? (full ? 'its disk is full' : null);
  const lacks = await lackOf([...new Set(databases)]);
  return [
    {
      name: 'database',
      ready: refusal === null,
      detail: refusal && `The database takes no charges: ${refusal}.`,
    },
    {
      name: 'schema',
      ready: lacks === null,
      detail: lacks && `The ${lacks} is missing: run ${operatorCommand('upgrade')}.`,
    },
    {
      name: 'data',
      ready: loaded > 0,
      detail:
        loaded > 0
          ? null
          : `No dataset is loaded: ${operatorCommand('country')} shows what there is to fetch.`,
    },
  ];
}

/** The first migration or extension that one of the databases lacks; null if none is missing. */
async function lackOf(databases: Db[]): Promise<string | null> {
  const names = await Promise.all(databases.map(appliedTo));
  const migration = Object.keys(migrations).find((name) => names.some((has) => !has.has(name)));
  if (migration) return `migration ${migration}`;
  const wanted = EXTENSIONS;
  const lacking = await Promise.all(databases.map((db) => lackingExtensions.rows(db, { wanted })));
  const extension = lacking.flat()[0]?.name;
  return extension ? `extension ${extension}` : null;
}

function refusalOf(refuses: { read_only: boolean; forbidden: boolean } | null): string | null {
  if (refuses?.read_only) return 'it is read-only, or a standby';
  return refuses?.forbidden
    ? 'the user of this server may not read or write its tables or call its functions'
    : null;
}

/** Names of the migrations that the database has: none where there is no schema at all. */
async function appliedTo(db: Db): Promise<Set<string>> {
  try {
    return new Set((await appliedMigrations.rows(db)).map((row) => row.name));
  } catch (error) {
    if ((error as { code?: string }).code === NO_SUCH_TABLE) return new Set();
    throw error;
  }
}

/** The reason as everybody may read it, so without host and user, which only the log names. */
function troubleOf(error: unknown): string {
  const code = String((error as { code?: unknown }).code);
  if (code.startsWith('28'))
    return 'The database refuses the user, the password or the connection of this server.';
  if (code === '42501') return 'The user of this server may not connect to the database or read its tables.';
  if (code === '55000') return 'The database is closed to connections.';
  if (code === '53100') return 'The disk of the database is full, so that it takes no connection.';
  if (code === '57P03') return 'The database is starting or stopping.';
  if (code === '53300') return 'The database has no free connection for this server.';
  if (code === '3D000') return 'The database that this server is to use does not exist.';
  if (isUnnamedPooler(code))
    return 'The database is behind a pooler in transaction mode, and DATABASE_POOLER does not say so.';
  if (isCertificateTrouble(code)) return 'The certificate of the database is not accepted.';
  return 'The database does not answer.';
}

/**
 * Liveness, for a process manager: the process runs. It does not check the database, since a restart would not help.
 */
export function serveAlive(_req: Request, res: Response): void {
  res.json({ alive: true });
}

async function late(): Promise<never> {
  for (let step = 0; step < PATIENCE_STEPS; step++) await sleep(STEP_MS, null, { ref: false });
  throw new Error('late');
}

/**
 * Readiness, for a load balancer: 200 if requests can be sent here, 503 if not or if the database takes over two
 * seconds.
 */
export function readyProbe(
  db: Db,
  choose: () => Promise<{ db: Db }>,
  now_ms: () => number,
  outOfRoom: () => boolean,
): (req: Request, res: Response) => Promise<void> {
  const runChecks = async (): Promise<Check[]> => {
    // Without a schema nothing else can be asked.
    if ((await appliedTo(db)).size === 0) return readinessOf([db], 0, false);
    const source = await choose();
    const loads = await latestLoads.rows(source.db);
    return readinessOf([db, source.db], loads.length, outOfRoom());
  };
  const ask = async (): Promise<Check[]> => {
    const checks = runChecks();
    return Promise.race([checks, late()]).catch((error): Check[] => [
      { name: 'database', ready: false, detail: troubleOf(error) },
    ]);
  };
  let last: Promise<Check[]> | undefined;
  let asked_ms = 0;
  return async (_req, res) => {
    // Anyone may call this, so the database is asked at most once a second.
    const age_ms = now_ms() - asked_ms;
    if (!last || age_ms < 0 || age_ms >= FRESH_MS) {
      asked_ms = now_ms();
      last = ask();
    }
    const checks = await last;
    const ready = checks.every((check) => check.ready);
    res.status(ready ? 200 : 503).json({ alive: true, ready, checks });
  };
}
