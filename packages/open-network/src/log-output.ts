import { write, writeSync } from 'node:fs';

/** A write for each line would cost more than the request that it tells of. */
const WRITTEN_FROM = 4096;
/** Held while nothing can be written; what comes beyond is lost. */
const MOST_HELD = 1_000_000;
const AGAIN_MS = 100;

export interface LogOutput {
  write(line: string): void;
  /** Writes what is held without waiting for more. */
  flush(): void;
}

/**
 * Where a server writes its log. On a full disk, or into a pipe that nobody reads, it holds a part and loses the rest,
 * says how much once it can write again, and never ends or holds up the server. `at_once` writes each line before it returns.
 */
export function logOutput({ fd = 2, at_once = false } = {}): LogOutput {
  let held: string[] = [];
  let held_length = 0;
  let rest: Buffer | null = null;
  let lost = 0;
  let under_way = false;
  let again: NodeJS.Timeout | undefined;

  const next = (): Buffer | null => {
    if (rest || held.length === 0) return rest;
    if (lost > 0) held.push(lineOf(lost));
    rest = Buffer.from(held.join(''));
    held = [];
    held_length = 0;
    lost = 0;
    return rest;
  };
  const wrote = (bytes: number): void => {
    rest = rest && bytes < rest.length ? rest.subarray(bytes) : null;
  };
  const begin = (): void => {
    if (under_way || again || !next()) return;
    under_way = true;
    write(fd, rest!, (error, bytes) => {
      under_way = false;
      if (error) {
        again = setTimeout(() => {
          again = undefined;
          begin();
        }, AGAIN_MS).unref();
        return;
      }
      wrote(bytes);
      if (rest || held_length >= WRITTEN_FROM) begin();
    });
  };
  const writeNow = (): void => {
    // What is being written is out of this thread's hands.
    if (under_way) rest = null;
    try {
      while (next()) wrote(writeSync(fd, rest!));
    } catch {
      // It stays held.
    }
  };
  process.once('exit', writeNow);

  return {
    write(line) {
      if (held_length + line.length > MOST_HELD) {
        lost++;
        return;
      }
      held.push(line);
      held_length += line.length;
      if (at_once) writeNow();
      else if (held_length >= WRITTEN_FROM) begin();
    },
    flush: begin,
  };
}

/** In the form of the other lines. */
function lineOf(lost: number): string {
  const msg = 'lines of this log were lost, since they could not be written';
  return `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, lost, msg })}\n`;
}
