/** Interval at which another process is asked whether it is alive. */
const LOOK_EVERY_MS = 2000;
/** Time without a message after which the process counts as not responding. */
const DEAF_MS = 20_000;
/**
 * The same before its first message: on a busy machine a start takes long, and starting it again would take as long.
 */
const STARTS_WITHIN_MS = 60_000;

export interface SilenceTimes {
  look_every_ms?: number;
  deaf_ms?: number;
  starts_within_ms?: number;
}

export interface SilenceWatch {
  /** The process has sent something. */
  heard(): void;
  stop(): void;
}

/**
 * Asks a process repeatedly whether it is alive, and calls `onDeaf` if it has been silent for too long. A process may
 * hang with its channel open, which nothing else would show.
 */
export function watchSilence(
  ask: () => void,
  onDeaf: () => void,
  {
    look_every_ms = LOOK_EVERY_MS,
    deaf_ms = DEAF_MS,
    starts_within_ms = STARTS_WITHIN_MS,
  }: SilenceTimes = {},
): SilenceWatch {
  let looked_ms = performance.now();
  let heard_ms = looked_ms;
  let silence_ms = starts_within_ms;
  const timer = setInterval(() => {
    const now_ms = performance.now();
    // If this process itself was blocked, the silence of the other proves nothing.
    if (now_ms - looked_ms > deaf_ms / 2) heard_ms = now_ms;
    looked_ms = now_ms;
    if (now_ms - heard_ms > silence_ms) onDeaf();
    ask();
  }, look_every_ms).unref();
  return {
    heard: () => {
      heard_ms = performance.now();
      silence_ms = deaf_ms;
    },
    stop: () => clearInterval(timer),
  };
}
