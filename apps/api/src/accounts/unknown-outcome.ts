import type { Db, DbClient } from '@domesday/db';
import { type Charge, cancel, takeBackAnswered } from './ledger.query.ts';
import { monthOf } from './month.ts';
import { listenForWarning } from './warned.ts';

const AGAIN_MS = 1000;
/** Charges taken back with one statement. */
const LARGEST_BATCH = 500;

export interface UnknownOutcomes {
  /** Records refused charges whose outcome is unknown. They are taken back once the database can be reached. */
  refused(at: Date, charges: Charge[]): void;
  /** Records the charge of an answer that could not be sent. It is taken back together with its stored answer. */
  unsent(at: Date, charge: Charge): void;
  /** Tries once more to take back the recorded charges. */
  stop(): Promise<void>;
}

/**
 * A request whose charge was sent but not confirmed in time gets a 503. Its charge is taken back, and is void if it
 * arrives later. A request with an Idempotency-Key is the exception: its repetition is answered free, from the answer
 * stored with the charge.
 */
export function createUnknownOutcomes(db: Db): UnknownOutcomes {
  let noted: { at: Date; charges: Charge[] }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let under_way: Promise<void> | undefined;

  const takeBack = async (): Promise<void> => {
    for (const one of [...noted]) {
      try {
        await cancelConfirmed(db, one.at, one.charges);
        noted = noted.filter((other) => other !== one);
      } catch {
        // The database is still away, or one of these settlements is still running.
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
  const note = (at: Date, charges: Charge[]): void => {
    for (let i = 0; i < charges.length; i += LARGEST_BATCH)
      noted.push({ at, charges: charges.slice(i, i + LARGEST_BATCH) });
    if (noted.length > 0) timer ??= setInterval(once, AGAIN_MS).unref();
  };

  return {
    refused: (at, charges) =>
      note(
        at,
        charges.filter((c) => !c.answer && c.credits > 0),
      ),
    unsent: (at, charge) => note(at, [charge]),
    stop: async () => {
      clearInterval(timer);
      await once();
    },
  };
}

/**
 * Takes charges back, each with its stored answer. False if one charge stays, since its answer was sent to another
 * request. Throws if the database failed or warned that the change may be lost in a failover; repeating the call is
 * safe.
 */
export async function cancelConfirmed(db: Db, at: Date, charges: Charge[]): Promise<boolean> {
  const client = await db.connect();
  const warned = listenForWarning(client);
  const cancelled = await cancelAll(client, at, charges).catch((failed: Error) => ({ failed }));
  const warning = warned.end();
  const failed = typeof cancelled === 'object' ? cancelled.failed : null;
  client.release(failed ?? false);
  if (failed ?? warning) throw failed ?? warning;
  return cancelled === true;
}

async function cancelAll(client: DbClient, at: Date, charges: Charge[]): Promise<boolean> {
  const month = monthOf(at);
  const unanswered = charges.filter(({ answer }) => !answer);
  if (unanswered.length > 0) await cancel(client, month, at, unanswered);
  let all = true;
  for (const charge of charges)
    if (charge.answer)
      all = (await takeBackAnswered(client, month, at, charge, charge.answer.idempotency_key)) && all;
  return all;
}
