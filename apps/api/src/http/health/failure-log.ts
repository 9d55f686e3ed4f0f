import type { Logger } from 'pino';

/** Runs a step of background work, whose failure is logged and not thrown. */
export type Attempt = (step: () => Promise<unknown>) => Promise<void>;

/** A process under load, or a database that has just restarted, is late by seconds: nobody has to look for that. */
const LASTS_MS = 10_000;

/**
 * For a step that is repeated for ever: warns of each reason of its failure once, and calls it an error once if tries
 * still fail after ten seconds, until the step succeeds again.
 */
export function failureLog(
  log: Pick<Logger, 'error' | 'warn' | 'info'>,
  failed: string,
  now_ms: () => number = () => performance.now(),
): Attempt {
  const warned = new Set<string>();
  const told = new Set<string>();
  let since_ms: number | null = null;
  return async (step) => {
    try {
      await step();
      if (warned.size > 0) log.info({ recovered_from: [...warned] }, `no longer: ${failed}`);
      warned.clear();
      told.clear();
      since_ms = null;
    } catch (thrown) {
      const error = String(thrown);
      since_ms ??= now_ms();
      if (now_ms() - since_ms >= LASTS_MS) {
        if (!told.has(error)) log.error({ error }, failed);
        told.add(error);
      } else if (!warned.has(error)) log.warn({ error }, `${failed}; it is tried again`);
      warned.add(error);
    }
  };
}
