import type { Logger } from 'pino';

/** Runs a step of background work, whose failure is logged and not thrown. */
export type Attempt = (step: () => Promise<unknown>) => Promise<void>;

/**
 * For a step that is repeated for ever: logs a failure once, not at each try, until the step succeeds again or fails for
 * another reason.
 */
export function failureLog(log: Pick<Logger, 'error' | 'info'>, failed: string): Attempt {
  let told: string | null = null;
  return async (step) => {
    try {
      await step();
      if (told !== null) log.info({ recovered_from: told }, `no longer: ${failed}`);
      told = null;
    } catch (thrown) {
      const error = String(thrown);
      if (error !== told) log.error({ error }, failed);
      told = error;
    }
  };
}
