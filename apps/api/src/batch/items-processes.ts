import type { Logger } from 'pino';
import { type AskedItems, createItemsProcess, type ItemsProcess, type Outcome } from './items-process.ts';

/** Several processes for items, so that one batch can use more than one core. */
export interface ItemsProcesses extends ItemsProcess {
  readonly count: number;
}

/** Each portion goes to the process with the fewest under way, the first of them: idle ones need not run. */
export function createItemsProcesses(
  count: number,
  program: URL,
  log: Logger,
  create: (program: URL, log: Logger) => ItemsProcess = createItemsProcess,
): ItemsProcesses {
  const all = Array.from({ length: count }, () => ({ one: create(program, log), under_way: 0 }));
  return {
    count,
    async answer(asked: AskedItems): Promise<Outcome[]> {
      const chosen = all.reduce((least, other) => (other.under_way < least.under_way ? other : least));
      chosen.under_way++;
      try {
        return await chosen.one.answer(asked);
      } finally {
        chosen.under_way--;
      }
    },
    async stop() {
      await Promise.all(all.map(({ one }) => one.stop()));
    },
  };
}
