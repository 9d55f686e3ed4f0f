import type { OperationEntry } from '@domesday/contract';
import type { Db } from '@domesday/db';
import type { Logger } from 'pino';
import type { LoadedData } from './meta.ts';
import { createMoments, type Moments } from './moments.ts';
import { logPosition } from './replica.query.ts';

/** Where answers are read from: a database, and what is loaded in that very one. */
export interface Source {
  db: Db;
  loadedData(): Promise<LoadedData>;
}

export interface Sources {
  primary: Source;
  /** Replicas that answers are read from at this moment. */
  readonly fresh: number;
  /**
   * Makes an answer from a replica that is not too far behind, or from the primary; once more from the primary where
   * the replica failed. An operation that is not of published data is always answered by the primary.
   */
  read<T>(entry: OperationEntry, make: (source: Source) => Promise<T>): Promise<T>;
  stop(): void;
}

const LOOK_EVERY_MS = 1000;
/** The furthest that a replica may be behind the primary. */
export const MOST_BEHIND_MS = 10_000;

interface Replica extends Source {
  fresh: boolean;
}

/** Looks once a second how far each replica is behind; begins with none of them. */
export function createSources(primary: Source, replicas: Source[], log: Pick<Logger, 'info'>): Sources {
  const all: Replica[] = replicas.map((source) => ({ ...source, fresh: false }));
  const moments = createMoments(MOST_BEHIND_MS);
  let turn = 0;

  const look = async (): Promise<void> => {
    const at_ms = performance.now();
    const head = await logPosition.one(primary.db).catch(() => null);
    if (head && !head.standby && head.position !== null) moments.note(at_ms, head.position);
    await Promise.all(all.map((replica, i) => judge(replica, i, moments, log)));
  };
  if (all.length > 0) void look();
  const timer = all.length > 0 ? setInterval(look, LOOK_EVERY_MS).unref() : undefined;

  const next = (): Replica | undefined => {
    const fresh = all.filter((replica) => replica.fresh);
    return fresh[turn++ % fresh.length];
  };

  return {
    primary,
    get fresh() {
      return all.filter((replica) => replica.fresh).length;
    },
    async read(entry, make) {
      const replica = entry.datasets.length > 0 ? next() : undefined;
      if (!replica) return make(primary);
      try {
        return await make(replica);
      } catch (error) {
        if (!isReplicaTrouble(error)) throw error;
        return make(primary);
      }
    },
    stop: () => clearInterval(timer),
  };
}

async function judge(
  replica: Replica,
  number: number,
  moments: Moments,
  log: Pick<Logger, 'info'>,
): Promise<void> {
  const seen = await logPosition.one(replica.db).catch(() => null);
  const behind_ms =
    seen?.standby && seen.position !== null ? moments.behind(performance.now(), seen.position) : null;
  const fresh = behind_ms !== null && behind_ms < MOST_BEHIND_MS;
  if (fresh !== replica.fresh)
    log.info(
      { replica: number + 1, behind_ms: behind_ms && Math.round(behind_ms) },
      fresh ? 'replica read from' : 'replica left out',
    );
  replica.fresh = fresh;
}

/**
 * What a replica fails with and the primary may not: it is gone or starting, it is read-only, or the replay of a
 * publication ended what it was reading.
 */
function isReplicaTrouble(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  return (
    /^(08|40|57P0|58|25006)/.test(code) ||
    /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)$/.test(code) ||
    /timeout exceeded when trying to connect|connection terminated|connection timeout|not queryable/i.test(
      message,
    )
  );
}
