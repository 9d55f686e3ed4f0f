/**
 * Longest times that the parts of a stop may take. The service manager kills the service after 20 seconds
 * (`deploy/systemd`), so whatever is unfinished is given up earlier, in this order.
 */
export const STOP_TIMES = {
  /** Time in which a proxy may still send requests on a connection that it has kept open. */
  last_requests_ms: 500,
  /** Requests and items that are being answered. */
  answers_ms: 10_000,
  /** The whole process, with everything that it still writes. */
  process_ms: 15_000,
  /** A worker; its primary process then kills it. */
  worker_ms: 17_000,
};
