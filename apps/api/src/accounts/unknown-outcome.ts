import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@domesday/db';
import type { Charge, Settled } from './ledger.query.ts';
import { chargesMade, endBackend, takeBack } from './unknown-outcome.query.ts';

/** Longest the requests of a settlement wait to learn whether it was made, milliseconds. */
const PATIENCE_MS = 2500;
const AGAIN_MS = 1000;

export interface UnknownOutcomes {
  /** Which of the charges of a settlement were made, by request; null where the database did not tell in time. */
  learn(pid: number, at: Date, charges: Charge[]): Promise<Map<string, Settled> | null>;
  /** Notes charges that were refused without knowing; they are taken back when the database can be asked. */
  refused(pid: number, at: Date, charges: Charge[]): void;
  /** Tries once more to take back what is noted. */
  stop(): Promise<void>;
}

/**
 * A connection that breaks while a settlement is on its way leaves open whether it was committed. The request
 * waits for a new connection and asks the ledger: a charge that was made is answered. Where the database stays
 * away the request gets its 503, and a charge that turns out to have been made is taken back, except that of
 * a request with an Idempotency-Key, whose repetition is answered free from what was kept with the charge.
 */
export function createUnknownOutcomes(db: Db): UnknownOutcomes {
  let noted: { pid: number; at: Date; request_ids: string[] }[] = [];
  let timer: NodeJS.Timeout | undefined;

  const settleNoted = async (): Promise<void> => {
    for (const one of [...noted]) {
      try {
        if (!(await endBackend(db, one.pid))) continue;
        await takeBack(db, one.at, one.request_ids);
        noted = noted.filter((other) => other !== one);
      } catch {
        // The database is still away.
        break;
      }
    }
    if (noted.length === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };

  return {
    learn(pid, at, charges) {
      const until_ms = performance.now() + PATIENCE_MS;
      const ids = charges.map((charge) => charge.request_id);
      const ask = async (): Promise<Map<string, Settled> | null> => {
        while (performance.now() < until_ms) {
          try {
            if (await endBackend(db, pid))
              return new Map((await chargesMade(db, at, ids)).map((row) => [row.request_id, row]));
          } catch {
            await sleep(100);
          }
        }
        return null;
      };
      return Promise.race([ask(), sleep(PATIENCE_MS, null, { ref: false })]);
    },
    refused(pid, at, charges) {
      const request_ids = charges.filter((c) => !c.answer && c.credits > 0).map((c) => c.request_id);
      if (request_ids.length === 0) return;
      noted.push({ pid, at, request_ids });
      timer ??= setInterval(settleNoted, AGAIN_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      await settleNoted();
    },
  };
}
