import { readFileSync } from 'node:fs';

/** As many connections as four addresses may have: each is an open file, as are those to the database. */
const FEWEST = 2048;

/**
 * Warns where this process may open so few files that connections are cut, of which nothing else tells: by then the
 * operating system gives none to the server. Node has raised the limit as far as it may.
 */
export function warnOfFewFiles(log: { warn(text: string): void }): void {
  const limit = mostOpenFiles();
  if (limit !== null && limit < FEWEST)
    log.warn(
      `this process may have ${limit} files open, and each connection is one: what comes beyond is cut and told nowhere; raise the limit (ulimit -n, LimitNOFILE of systemd, --ulimit nofile of a container)`,
    );
}

/** Null where it has no limit, or none that can be read: not on Linux, or without /proc. */
function mostOpenFiles(): number | null {
  try {
    const limit_line = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return limit_line && Number(limit_line[1]);
  } catch {
    return null;
  }
}
