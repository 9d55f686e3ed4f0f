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
  /** What a request reads from: called once, at its beginning. */
  choose(): Promise<Source>;
  /** The database of the fictional country, where there is one. */
  readonly fiction: Source | undefined;
  /** Number of replicas that answers are read from now. */
  readonly fresh: number;
  /**
   * Makes an answer from what the request has chosen. If that is the primary, a replica that is not too far behind may
   * take its place; where the replica fails or stands still meanwhile, the primary answers. The fictional country has
   * no replicas, and an operation without published datasets is always answered by the primary.
   */
  read<T>(entry: OperationEntry, chosen: Source, make: (source: Source) => Promise<T>): Promise<T>;
  stop(): void;
}

const LOOK_EVERY_MS = 1000;
/** Time without an answer to the look after which a replica stands still. */
const STILL_MS = 1000;
/** Greatest lag of a replica that answers are read from. */
const MOST_BEHIND_MS = 10_000;
/** Looks in a row that may fail to ask for an identity before the log says so: a lost connection is no news. */
const MOST_UNASKED = 5;

interface Replica extends Source {
  fresh: boolean;
  /** Whether the log says that it is of another database. */
  foreign: boolean;
  /** Looks in a row at which the question of which database it is of failed. */
  unasked: number;
  /** Whether the last look is still waited for. */
  looked_at: boolean;
  /** Give up the reads that are under way. */
  reads: Set<() => void>;
}

/** Measures the lag of each replica once a second; at first none is used. */
export function createSources(
  { primary, replicas, fiction }: { primary: Source; replicas: Source[]; fiction?: Source | undefined },
  log: Pick<Logger, 'info' | 'error'>,
): Sources {
  const all: Replica[] = replicas.map((source) => ({
    ...source,
    fresh: false,
    foreign: false,
    unasked: 0,
    looked_at: false,
    reads: new Set(),
  }));
  const positions = createPositionHistory(MOST_BEHIND_MS);
  let turn = 0;

  const look = async (): Promise<void> => {
    const at_ms = performance.now();
    const head = await logPosition.one(primary.db).catch(() => null);
    if (head && !head.standby && head.position !== null) positions.note(at_ms, head.position);
    await Promise.all(all.map((replica, i) => judge(replica, i, { primary, positions, fiction }, log)));
  };
  if (all.length > 0) void look();
  const timer = all.length > 0 ? setInterval(look, LOOK_EVERY_MS).unref() : undefined;

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
        return await unlessStill(replica, make(replica));
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
 * Where there is a fictional country, a replica that does not hold the first real load yet is as good as too far
 * behind.
 */
async function judge(
  replica: Replica,
  number: number,
  { primary, positions, fiction }: Compared,
  log: Pick<Logger, 'info' | 'error'>,
): Promise<void> {
  if (replica.looked_at) return;
  const seen = await positionOf(replica);
  if (!seen) for (const giveUp of replica.reads) giveUp();
  const behind_ms =
    seen?.standby && seen.position !== null ? positions.behind(performance.now(), seen.position) : null;
  const near = behind_ms !== null && behind_ms < MOST_BEHIND_MS;
  // Its position in the log would say nothing: of another database it may be far ahead.
  const foreign = near && !replica.fresh && (await isForeign(primary.db, replica.db));
  // It is asked again at the next look, and not read from before.
  replica.unasked = foreign instanceof Error ? replica.unasked + 1 : 0;
  if (foreign instanceof Error) {
    if (replica.unasked === MOST_UNASKED)
      log.error(
        { replica: number + 1, reason: foreign.message },
        'replica not read from: whether it is of the database of DATABASE_URL could not be asked; it is asked again every second',
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
 * Whether a standby is of another database; an error while one of the two servers could not be asked. A server that
 * refuses to tell its identity is believed.
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
    // The right to ask is lacking, or the server does not have what is asked for.
    return /^(42|0A)/.test((error as { code?: string }).code ?? '') ? 'refused' : (error as Error);
  }
}

type Position = Awaited<ReturnType<typeof logPosition.one>>;

/** How far the replica is; null if it does not answer. */
async function positionOf(replica: Replica): Promise<Position | null> {
  replica.looked_at = true;
  // To wait for a connection that other reads use is no sign that it stands still.
  const client = await replica.db.connect().catch(() => null);
  const answer = client && answerOf(client);
  void Promise.resolve(answer).finally(() => {
    replica.looked_at = false;
  });
  // If this process itself stood still, an answer may have come that was not yet read.
  const still = sleep(STILL_MS, null, { ref: false }).then(() => nextTurn(null));
  return Promise.race([answer, still]);
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

/** Rejects as soon as the replica is seen to stand still, since the connections to it wait for much longer. */
function unlessStill<T>(replica: Replica, work: Promise<T>): Promise<T> {
  return new Promise((done, fail) => {
    const giveUp = () => fail(new Error('connection timeout: the replica does not answer'));
    replica.reads.add(giveUp);
    work.then(done, fail).finally(() => replica.reads.delete(giveUp));
  });
}

/**
 * Errors that a replica may have and the primary not: it is gone or starting, refuses a connection, has none free,
 * is read-only, or replaying a publication cancelled its query.
 */
function isReplicaTrouble(error: unknown): boolean {
  const fault = error as { code?: string; message?: string } | null;
  return (
    /^(08|28|3D000|40|42501|53|55000|57P0|58|25006)/.test(fault?.code ?? '') || isConnectionTrouble(fault)
  );
}
