import type { Logger } from 'pino';
import { parentOf } from '../accounts/callers.ts';
import {
  createItemsProcess,
  type ItemsProcess,
  type ItemsRequest,
  type Outcome,
  stopped,
} from './items-process.ts';
import { createSeats, type Seats } from './seats.ts';

/** Several processes for items, so that a batch can use more than one core. */
export interface ItemsProcesses extends ItemsProcess {
  readonly count: number;
}

/**
 * How many portions of a batch are under way at once: two in each process, so that the database reads for one while the
 * other is computed, and one that is charged and sent. All batches of a key and its sub-keys share this number. More
 * would not be answered sooner, and would delay those of other keys.
 */
export const mostPortions = (processes: number): number => 1 + 2 * processes;

/**
 * Sends each portion to the process with the fewest under way; to the first of several, so that others can stay idle.
 */
export function createItemsProcesses(
  count: number,
  program: URL,
  log: Logger,
  create: (program: URL, log: Logger) => ItemsProcess = createItemsProcess,
): ItemsProcesses {
  const all = Array.from({ length: count }, () => ({ one: create(program, log), under_way: 0 }));
  const shares = new Map<string, { seats: Seats; users: number }>();
  let stopping = false;

  const inTurn = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const share = shares.get(name) ?? { seats: createSeats(mostPortions(count)), users: 0 };
    shares.set(name, share);
    share.users++;
    try {
      return await share.seats.run(work);
    } finally {
      share.users--;
      if (share.users === 0) shares.delete(name);
    }
  };

  const answer = async (asked: ItemsRequest): Promise<Outcome[]> => {
    if (stopping) throw stopped();
    const chosen = all.reduce((least, other) => (other.under_way < least.under_way ? other : least));
    chosen.under_way++;
    try {
      return await chosen.one.answer(asked);
    } finally {
      chosen.under_way--;
    }
  };
  return {
    count,
    answer: (asked) => inTurn(`${asked.lane} ${parentOf(asked.caller)}`, () => answer(asked)),
    async stop() {
      stopping = true;
      await Promise.all(all.map(({ one }) => one.stop()));
    },
  };
}
