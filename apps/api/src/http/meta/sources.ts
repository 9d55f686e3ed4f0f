import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { OperationEntry } from '@domesday/contract';
import type { Db, DbClient } from '@domesday/db';
import type { Logger } from 'pino';
import { isConnectionTrouble } from '../errors.ts';
import { clusterIdentity, logPosition } from '../health/replica.query.ts';
import { createPositionHistory, type PositionHistory } from '../sending/position-history.ts';
import { holdsRealData } from './meta.query.ts';
import { createChoice, type Source } from './source.ts';

export interface Sources {
  /** The source that a request reads from. Called once, at the beginning of the request. */
  choose(): Promise<Source>;
  /** The database of the fictional country, where there is one. */
  readonly fiction: Source | undefined;
  /** Number of replicas that answers are read from now. */
  readonly fresh: number;
  /**
   * Makes an answer from the source that the request has chosen. If that is the primary, a replica with little lag may
   * take its place; the primary answers if the replica fails or stalls meanwhile. The fictional country has no
   * replicas, and an operation without published datasets is always answered by the primary.
   */
  read<T>(entry: OperationEntry, chosen: Source, make: (source: Source) => Promise<T>): Promise<T>;
  stop(): void;
}

const CHECK_EVERY_MS = 1000;
/** A replica that has not answered a check for this long counts as stalled. */
const STALLED_MS = 1000;
/** Replicas with this lag or more are not read from. */
const MOST_BEHIND_MS = 10_000;
/** Consecutive failures to compare identities before the log reports it: a single lost connection is no news. */
const MOST_IDENTITY_FAILURES = 5;

interface Replica extends Source {
  fresh: boolean;
  /** Whether the log has reported that the replica belongs to another database. */
  foreign: boolean;
  /** Consecutive checks that could not read the database's identity. */
  identity_failures: number;
  /** Whether the last check is still waiting for the replica. */
  check_pending: boolean;
  /** Functions that make the running reads give up. */
  reads: Set<() => void>;
}

/** Checks the lag of each replica once a second; a replica is not used before its first check. */
export function createSources(
  { primary, replicas, fiction }: { primary: Source; replicas: Source[]; fiction?: Source | undefined },
  log: Pick<Logger, 'info' | 'error'>,
): Sources {
  const all: Replica[] = replicas.map((source) => ({
    ...source,
    fresh: false,
    foreign: false,
    identity_failures: 0,
    check_pending: false,
    reads: new Set(),
  }));
  const positions = createPositionHistory(MOST_BEHIND_MS);
  let turn = 0;

  const checkAll = async (): Promise<void> => {
    const at_ms = performance.now();
    const head = await logPosition.one(primary.db).catch(() => null);
    if (head && !head.standby && head.position !== null) positions.note(at_ms, head.position);
    await Promise.all(
      all.map((replica, i) => checkReplica(replica, i, { primary, positions, fiction }, log)),
    );
  };
  if (all.length > 0) void checkAll();
  const timer = all.length > 0 ? setInterval(checkAll, CHECK_EVERY_MS).unref() : undefined;

  const next = (): Replica | undefined => {
    const fresh = all.filter((replica) => replica.fresh);
    return fresh[turn++ % fresh.length];
  };

  return {
    choose: createChoice(primary, fiction),
    fiction,
    get fresh() {
      return all.filter((replica) => replica.fresh).length;
    },
    async read(entry, chosen, make) {
      const replica = chosen === primary && entry.datasets.length > 0 ? next() : undefined;
      if (!replica) return make(chosen);
      try {
        return await unlessStalled(replica, make(replica));
      } catch (error) {
        if (!isReplicaTrouble(error)) throw error;
        return make(primary);
      }
    },
    stop: () => clearInterval(timer),
  };
}

interface Compared {
  primary: Source;
  positions: PositionHistory;
  fiction: Source | undefined;
}

/**
 * Checks one replica, and decides whether answers are read from it. While a fictional country is served, a replica that
 * does not yet hold the first real load counts as lagging.
 */
async function checkReplica(
  replica: Replica,
  number: number,
  { primary, positions, fiction }: Compared,
  log: Pick<Logger, 'info' | 'error'>,
): Promise<void> {
  if (replica.check_pending) return;
  const seen = await positionOf(replica);
  if (!seen) for (const giveUp of replica.reads) giveUp();
  const behind_ms =
    seen?.standby && seen.position !== null ? positions.behind(performance.now(), seen.position) : null;
  const near = behind_ms !== null && behind_ms < MOST_BEHIND_MS;
  // A log position says nothing about another database, which may be far ahead, so compare the identities too.
  const foreign = near && !replica.fresh && (await isForeign(primary.db, replica.db));
  // Identity unknown: do not read from this replica; the next check asks again.
  replica.identity_failures = foreign instanceof Error ? replica.identity_failures + 1 : 0;
  if (foreign instanceof Error) {
    if (replica.identity_failures === MOST_IDENTITY_FAILURES)
      log.error(
        { replica: number + 1, reason: foreign.message },
        'replica not read from: its identity could not be compared with that of DATABASE_URL; tried again every second',
      );
    return;
  }
  if (foreign && !replica.foreign)
    log.error(
      { replica: number + 1 },
      'replica not read from: READ_DATABASE_URLS leads to another database than DATABASE_URL',
    );
  if (near) replica.foreign = foreign;
  const real = !near || !fiction || (await holdsRealData.one(replica.db).catch(() => null))?.real === true;
  const fresh = near && !foreign && real;
  if (fresh !== replica.fresh)
    log.info(
      { replica: number + 1, behind_ms: behind_ms && Math.round(behind_ms) },
      fresh ? 'replica read from' : 'replica left out',
    );
  replica.fresh = fresh;
}

/**
 * Whether a standby belongs to another database; an Error if one of the two servers could not be asked. A server that
 * refuses to tell its identity is trusted.
 */
async function isForeign(primary: Db, replica: Db): Promise<boolean | Error> {
  const [one, other] = await Promise.all([identityOf(primary), identityOf(replica)]);
  if (one instanceof Error) return one;
  if (other instanceof Error) return other;
  return one !== 'refused' && other !== 'refused' && one.identity !== other.identity;
}

async function identityOf(db: Db): Promise<{ identity: string } | 'refused' | Error> {
  try {
    return await clusterIdentity.one(db);
  } catch (error) {
    // The user lacks the right to ask, or the server does not have the function.
    return /^(42|0A)/.test((error as { code?: string }).code ?? '') ? 'refused' : (error as Error);
  }
}

type Position = Awaited<ReturnType<typeof logPosition.one>>;

/** The log position of a replica; null if the replica does not answer in time. */
async function positionOf(replica: Replica): Promise<Position | null> {
  replica.check_pending = true;
  // Waiting for a free connection, while other reads use them all, is no sign of a stall.
  const client = await replica.db.connect().catch(() => null);
  const answer = client && answerOf(client);
  void Promise.resolve(answer).finally(() => {
    replica.check_pending = false;
  });
  // If this process itself was blocked, the answer may have arrived without having been read.
  const stalled = sleep(STALLED_MS, null, { ref: false }).then(() => nextTurn(null));
  return Promise.race([answer, stalled]);
}

async function answerOf(client: DbClient): Promise<Position | null> {
  try {
    const position = await logPosition.one(client);
    client.release();
    return position;
  } catch (error) {
    client.release(error as Error);
    return null;
  }
}

/** Rejects as soon as a check finds the replica stalled, since connections to it would wait for much longer. */
function unlessStalled<T>(replica: Replica, work: Promise<T>): Promise<T> {
  return new Promise((done, fail) => {
    const giveUp = () => fail(new Error('connection timeout: the replica does not answer'));
    replica.reads.add(giveUp);
    work.then(done, fail).finally(() => replica.reads.delete(giveUp));
  });
}

/**
 * Errors that a replica may have although the primary works: it is gone or starting, refuses a connection, has none
 * free, is read-only, or cancelled the query to replay a publication.
 */
function isReplicaTrouble(error: unknown): boolean {
  const fault = error as { code?: string; message?: string } | null;
  return (
    /^(08|28|3D000|40|42501|53|55000|57P0|58|25006)/.test(fault?.code ?? '') || isConnectionTrouble(fault)
  );
}
