const TELL_EVERY_MS = 5000;

/** Does work whose steps may take long, and tells every five seconds which of them is under way. */
export async function toldMeanwhile<T>(
  tell: (sentence: string) => void,
  work: (onStep: (step: string) => void) => Promise<T>,
): Promise<T> {
  const began_ms = performance.now();
  let step = '';
  const timer = setInterval(() => {
    if (step) tell(`${step} … ${Math.round((performance.now() - began_ms) / 1000)} s`);
  }, TELL_EVERY_MS).unref();
  try {
    return await work((begun) => {
      step = begun;
    });
  } finally {
    clearInterval(timer);
  }
}
