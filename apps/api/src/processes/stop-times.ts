/**
 * Longest time that a stop may take. Whoever stops the service kills it after 20 seconds (`deploy/systemd`): what is
 * not over by then is given up before, in this order.
 */
export const STOP_TIMES = {
  /** In which a proxy may still ask on a connection that it has kept. */
  last_requests_ms: 500,
  /** Requests and items that are being answered. */
  answers_ms: 10_000,
  /** The whole process, with what it still writes. */
  process_ms: 15_000,
  /** A worker, which its primary then kills. */
  worker_ms: 17_000,
};
