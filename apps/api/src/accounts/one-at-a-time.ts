/**
 * Runs `write` one at a time. Each call waits for a run that began after it; calls that come while one runs share the
 * next, so that where the database has stopped answering nobody waits for more than two.
 */
export function oneAtATime(write: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= running.then(() => {
      running = next!;
      next = null;
      return write();
    });
    return next;
  };
}
