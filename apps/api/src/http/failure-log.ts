import type { Logger } from 'pino';

/** Runs a step of background work, whose failure is logged and not thrown. */
export type Attempt = (step: () => Promise<unknown>) => Promise<void>;

/**
 * For a step that is repeated for ever: logs each reason of its failure once, not at each try, until the step succeeds
 * again.
 */
export function failureLog(log: Pick<Logger, 'error' | 'info'>, failed: string): Attempt {
  const told = new Set<string>();
  return async (step) => {
    try {
      await step();
      if (told.size > 0) log.info({ recovered_from: [...told] }, `no longer: ${failed}`);
      told.clear();
    } catch (thrown) {
      const error = String(thrown);
      if (!told.has(error)) log.error({ error }, failed);
      told.add(error);
    }
  };
}
