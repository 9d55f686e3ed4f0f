/**
 * Runs `write` one at a time. Each call resolves after a run that began after the call. Calls made during a run share
 * the next one, so that nobody waits for more than two runs if the database has stopped answering.
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
