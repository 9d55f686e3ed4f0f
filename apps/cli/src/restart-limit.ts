const MOST_RESTARTS = 5;
const CALM_MS = 60_000;

/**
 * Counts the deaths of a process that is restarted whenever it dies. Call it at each death: it returns a message once
 * there were too many within a minute, else null.
 */
export function restartLimit(): () => string | null {
  let deaths: number[] = [];
  return () => {
    const now_ms = performance.now();
    deaths = [...deaths.filter((at_ms) => now_ms - at_ms < CALM_MS), now_ms];
    return deaths.length > MOST_RESTARTS ? `${deaths.length} times within a minute` : null;
  };
}
