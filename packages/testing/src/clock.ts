/** A clock that stands still until it is set. */
export interface TestClock {
  now(): Date;
  set(iso: string): void;
  advance(by_ms: number): void;
}

export function testClock(iso = '2026-11-15T12:00:00.000Z'): TestClock {
  let at_ms = Date.parse(iso);
  return {
    now: () => new Date(at_ms),
    set: (next) => {
      at_ms = Date.parse(next);
    },
    advance: (by_ms) => {
      at_ms += by_ms;
    },
  };
}
