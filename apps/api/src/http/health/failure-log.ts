import type { Logger } from 'pino';

/** Runs a step of background work; logs its failure instead of throwing. */
export type Attempt = (step: () => Promise<unknown>) => Promise<void>;

/** A busy process or a restarting database fails for some seconds: until then a failure is only a warning. */
const LASTS_MS = 10_000;

/**
 * Returns an `Attempt` for a step that is repeated for ever. Each reason of failure is logged once as a warning, and
 * once as an error if the step still fails after ten seconds. A success starts both anew.
 */
export function failureLog(
  log: Pick<Logger, 'error' | 'warn' | 'info'>,
  failed: string,
  now_ms: () => number = () => performance.now(),
): Attempt {
  const warned = new Set<string>();
  const logged = new Set<string>();
  let since_ms: number | null = null;
  return async (step) => {
    try {
      await step();
      if (warned.size > 0) log.info({ recovered_from: [...warned] }, `no longer: ${failed}`);
      warned.clear();
      logged.clear();
      since_ms = null;
    } catch (thrown) {
      const error = String(thrown);
      since_ms ??= now_ms();
      if (now_ms() - since_ms >= LASTS_MS) {
        if (!logged.has(error)) log.error({ error }, failed);
        logged.add(error);
      } else if (!warned.has(error)) log.warn({ error }, `${failed}; it is tried again`);
      warned.add(error);
    }
  };
}
