import { readFileSync } from 'node:fs';

/**
 * The connections that four client addresses may have. Each is an open file, and so is each connection to the database.
 */
const FEWEST = 2048;

/**
 * A warning if this process may open so few files that connections would be cut. Nothing else would report that: the
 * operating system cuts them before the server sees them. Node has already raised the limit as far as it may.
 */
export function warnOfFewFiles(log: { warn(text: string): void }): void {
  const limit = mostOpenFiles();
  if (limit !== null && limit < FEWEST)
    log.warn(
      `this process may have ${limit} files open, and each connection is one: further connections are cut without a report; raise the limit (ulimit -n, LimitNOFILE of systemd, --ulimit nofile of a container)`,
    );
}

/** Null if there is no limit, or it cannot be read, as on systems other than Linux or without /proc. */
function mostOpenFiles(): number | null {
  try {
    const limit_line = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return limit_line && Number(limit_line[1]);
  } catch {
    return null;
  }
}
