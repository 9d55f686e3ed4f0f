export interface PositionHistory {
  /** Records how far the primary had written at a moment. */
  note(at_ms: number, position: number): void;
  /** How long ago the primary was where a replica is now; null if longer than the record reaches. */
  behind(now_ms: number, position: number): number | null;
}

/**
 * Remembers the primary's log positions by time, so that the lag of a replica is known in milliseconds without trusting
 * another machine's clock. If the primary has not answered for `kept_ms`, every replica counts as too far behind.
 */
export function createPositionHistory(kept_ms: number): PositionHistory {
  let positions: { at_ms: number; position: number }[] = [];
  return {
    note(at_ms, position) {
      // After a failover or a restore the position may lie before those already recorded.
      positions = positions.filter((one) => one.at_ms > at_ms - kept_ms && one.position <= position);
      positions.push({ at_ms, position });
    },
    behind(now_ms, position) {
      const reached = positions.filter((one) => one.position <= position).at(-1);
      return reached ? now_ms - reached.at_ms : null;
    },
  };
}
