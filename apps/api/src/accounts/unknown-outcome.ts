import type { Db } from '@domesday/db';
import { type Charge, cancel } from './ledger.query.ts';
import { monthOf } from './month.ts';

const AGAIN_MS = 1000;
/** Charges that one statement takes back. */
const LARGEST_BATCH = 500;

export interface UnknownOutcomes {
  /** Notes charges that were refused without hearing what became of them; they are taken back once that can be done. */
  refused(at: Date, charges: Charge[]): void;
  /** Tries once more to take back what is noted. */
  stop(): Promise<void>;
}

/**
 * A request whose charge was sent, and of which nothing more was heard in time, gets a 503. What was charged for it is
 * taken back, and what arrives later charges nothing. Not so for a request with an Idempotency-Key: its repetition is
 * answered free from what was kept with the charge.
 */
export function createUnknownOutcomes(db: Db): UnknownOutcomes {
  let noted: { at: Date; charges: Charge[] }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let under_way: Promise<void> | undefined;

  const takeBack = async (): Promise<void> => {
    for (const one of [...noted]) {
      try {
        await cancel(db, monthOf(one.at), one.at, one.charges);
        noted = noted.filter((other) => other !== one);
      } catch {
        // The database is still away, or a settlement of one of them is still under way.
        break;
      }
    }
    if (noted.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const once = (): Promise<void> => {
    under_way ??= takeBack().finally(() => {
      under_way = undefined;
    });
    return under_way;
  };

  return {
    refused(at, charges) {
      const open = charges.filter((c) => !c.answer && c.credits > 0);
      for (let i = 0; i < open.length; i += LARGEST_BATCH)
        noted.push({ at, charges: open.slice(i, i + LARGEST_BATCH) });
      if (noted.length > 0) timer ??= setInterval(once, AGAIN_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      await once();
    },
  };
}
