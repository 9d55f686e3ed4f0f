import type { Logger } from 'pino';
import { parentOf } from '../accounts/callers.ts';
import {
  type AskedItems,
  createItemsProcess,
  type ItemsProcess,
  type Outcome,
  stopped,
} from './items-process.ts';
import { createSeats, type Seats } from './seats.ts';

/** Several processes for items, so that one batch can use more than one core. */
export interface ItemsProcesses extends ItemsProcess {
  readonly count: number;
}

/**
 * Portions of a batch that are answered while an earlier one is charged and sent: the database reads for one as another
 * is made, in each process. All batches of a key with its sub-keys have as many together, since more would not be
 * answered sooner, and those of others would wait behind them.
 */
export const mostPortions = (processes: number): number => 1 + 2 * processes;

/** Each portion goes to the process with the fewest under way, the first of them: idle ones need not run. */
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

  const answer = async (asked: AskedItems): Promise<Outcome[]> => {
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
