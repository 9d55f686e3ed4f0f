export interface Moments {
  /** Notes how far the primary had written at a moment. */
  note(at_ms: number, position: number): void;
  /** How long ago the primary was where a replica is now; null where that is further back than is remembered. */
  behind(now_ms: number, position: number): number | null;
}

/**
 * Remembers where the primary was, so that how far a replica is behind is told in time without trusting the clock of
 * another machine. What is not heard of the primary for so long makes every replica count as too far behind.
 */
export function createMoments(kept_ms: number): Moments {
  let moments: { at_ms: number; position: number }[] = [];
  return {
    note(at_ms, position) {
      // After a failover or a restore the position may lie before those that were noted.
      moments = moments.filter((one) => one.at_ms > at_ms - kept_ms && one.position <= position);
      moments.push({ at_ms, position });
    },
    behind(now_ms, position) {
      const reached = moments.filter((one) => one.position <= position).at(-1);
      return reached ? now_ms - reached.at_ms : null;
    },
  };
}
