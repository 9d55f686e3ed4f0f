/** Work that yields between its steps, so that a server can answer other requests in between. */
export type Steps<Result> = Generator<undefined, Result>;

/** Runs all steps at once and returns the result. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
