/** Work that pauses between its steps, so that a server can answer others in between. */
export type Steps<Result> = Generator<undefined, Result>;

/** Takes all steps at once. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
