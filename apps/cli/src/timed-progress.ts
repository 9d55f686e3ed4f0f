const TELL_EVERY_MS = 5000;

/** Runs long work, and reports every five seconds how long it has taken and which step is running. */
export async function withTimedProgress<T>(
  what: string,
  tell: (sentence: string) => void,
  work: (onStep: (step: string) => void) => Promise<T>,
): Promise<T> {
  const began_ms = performance.now();
  let step = '';
  const timer = setInterval(() => {
    if (step) tell(`${what} … ${Math.round((performance.now() - began_ms) / 1000)} s, ${step}`);
  }, TELL_EVERY_MS).unref();
  try {
    return await work((begun) => {
      step = begun;
    });
  } finally {
    clearInterval(timer);
  }
}
